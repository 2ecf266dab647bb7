// Plugins that contain duet are opened and closed.

#include <dlfcn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <thread>

#include <gtest/gtest.h>

namespace {

/// Opens the plugin, uses it and closes it. @returns what use_duet returns
int use_and_close() {
  void* const plugin = dlopen(DUET_TEST_PLUGIN, RTLD_NOW | RTLD_LOCAL);
  if (plugin == nullptr) {
    ADD_FAILURE() << dlerror();
    return -1;
  }
  const auto use = reinterpret_cast<int (*)()>(dlsym(plugin, "use_duet"));
  int result = -1;
  // A thread that has used the plugin keeps it loaded while it exists.
  std::thread([&] { result = use != nullptr ? use() : -1; }).join();
  EXPECT_EQ(dlclose(plugin), 0);
  return result;
}

TEST(PluginTest, CanBeClosedWhileItsWorkRunsAndOpenedAgain) {
  const int first = use_and_close();
  EXPECT_NE(first, -1);
  // Its threads sleep, poll and wake.
  std::this_thread::sleep_for(std::chrono::milliseconds(100));
  EXPECT_NE(dlopen(DUET_TEST_PLUGIN, RTLD_NOW | RTLD_NOLOAD), nullptr);
  EXPECT_EQ(use_and_close(), first);
  const pid_t child = fork();
  if (child == 0) _exit(0);
  int status = -1;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0);
}

}  // namespace
