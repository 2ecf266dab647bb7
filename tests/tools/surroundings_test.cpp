// The command in unusual surroundings: without a home, with folders that it cannot use, ended by
// signals.

#include <spawn.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <thread>

#include "command_fixture.hpp"

namespace {

namespace fs = std::filesystem;

class SurroundingsTest : public CommandTest {
 protected:
  /// Runs the command with changes of the environment, as env(1) takes them.
  Result duet_with(std::vector<std::string> changes,
                   const std::vector<std::string>& arguments) const {
    changes.emplace_back(DUET_COMMAND);
    changes.insert(changes.end(), arguments.begin(), arguments.end());
    return run("env", changes);
  }
  std::string path(const std::string& name) const { return (folder_ / name).string(); }
};

constexpr const char* kernel = "extern \"C\" __global__ void k(int* x) { x[0] = 1; }\n";

TEST_F(SurroundingsTest, NoFolderForTheCacheIsAnError) {
  const std::vector<std::string> nowhere{"-u", "HOME",          "-u", "XDG_CACHE_HOME",
                                         "-u", "DUET_CACHE_DIR"};
  for (const char* action : {"path", "list", "verify", "clear"}) {
    expect_result(duet_with(nowhere, {"cache", action}), 1,
                  {"neither DUET_CACHE_DIR", "set DUET_CACHE_DIR"});
  }
  expect_result(
      duet_with({"-u", "DUET_CACHE_DIR", "XDG_CACHE_HOME=relative", "HOME=/some"},
                {"cache", "path"}),
      0, {"XDG_CACHE_HOME is 'relative', but must be an absolute path", "/some/.cache/duet"});
}

TEST_F(SurroundingsTest, AnUnusableCacheFolderSaysWhatToDo) {
  fs::create_directory(folder_ / "open");
  fs::permissions(folder_ / "open", fs::perms::all);
  expect_result(duet_with({"DUET_CACHE_DIR=" + path("open")}, {"cache", "list"}), 1,
                {"other users can write to", "chmod 700 '" + path("open") + "'"});
  write("file", "");
  expect_result(duet_with({"DUET_CACHE_DIR=" + path("file")}, {"cache", "list"}), 1,
                {path("file"), "Not a directory", "remove the file"});
}

TEST_F(SurroundingsTest, ALimitOfFileSizesIsAnError) {
  NEEDS_DEVICE();
  write("k.cu", kernel);
  fs::create_directory(folder_ / "tmp");
  const std::string script =
      "ulimit -f 1; TMPDIR=$PWD/tmp DUET_CACHE=on DUET_CACHE_DIR=$PWD/cache " +
      quoted(DUET_COMMAND) + " prepare k.cu";
  expect_result(run("bash", {"-c", script}), 1,
                {"the kernel cache is not used",
                 "File too large; raise the limit of file sizes (ulimit -f)"});
  EXPECT_TRUE(fs::is_empty(folder_ / "tmp"));
  for (const fs::directory_entry& file : fs::directory_iterator(folder_ / "cache")) {
    EXPECT_FALSE(file.path().filename().string().starts_with("tmp-")) << file.path();
  }
}

/// Compilers crash with little stack; duet's own code does not.
TEST_F(SurroundingsTest, LittleStackIsEnoughOrAnErrorThatTellsIt) {
  NEEDS_DEVICE();
  write("k.cu", kernel);
  for (const char* kib : {"64", "256"}) {
    const Result result = run("bash", {"-c", "ulimit -s " + std::string(kib) + "; DUET_CACHE=off " +
                                                 quoted(DUET_COMMAND) + " compile k.cu -o out"});
    if (result.status == 0) continue;
    expect_result(result, 1,
                  {std::string("programs may use ") + kib + " KiB of stack only", "ulimit -s"});
  }
}

/// As in containers and chroots in which nothing is mounted there.
TEST_F(SurroundingsTest, KernelsRunWithoutProc) {
  NEEDS_DEVICE();
  if (std::string_view(duet::backend_name()) != "CPU") GTEST_SKIP() << "drivers need /proc";
  const auto without_proc = [&](const std::string& command) {
    return run("unshare", {"--mount", "sh", "-c", "mount -t tmpfs none /proc && " + command});
  };
  if (without_proc("true").status != 0) GTEST_SKIP() << "needs the right to mount";
  write("k.cu", kernel);
  expect_result(without_proc(quoted(DUET_COMMAND) + " run k.cu --grid 1 --block 1 out:-:i32:1"), 0,
                {"[1]"});
}

TEST_F(SurroundingsTest, PrepareWithoutACacheIsAnError) {
  NEEDS_DEVICE();
  write("k.cu", kernel);
  write("file", "");
  expect_result(duet_with({"DUET_CACHE=on", "DUET_CACHE_DIR=" + path("file")}, {"prepare", "k.cu"}),
                1, {"the kernel cache is not used", path("file"), "Not a directory"});
}

TEST_F(SurroundingsTest, UnknownAndWrongVariablesAreTold) {
  expect_result(duet_with({"DUET_CHACHE=off", "DUET_CPU_DEVICES=none"}, {"--version"}), 0,
                {"DUET_CHACHE is set", "did you mean DUET_CACHE?",
                 "DUET_CPU_DEVICES is 'none', but must be a number from 1 to 16"});
}

/// A kernel that takes seconds to compile.
constexpr const char* slow_kernel = R"(
template <int N> struct Sum { static __device__ int of(int x) { return Sum<N - 1>::of(x * N) + Sum<N - 1>::of(x ^ N) * x; } };
template <> struct Sum<0> { static __device__ int of(int x) { return x; } };
extern "C" __global__ void k(int* x) {
#pragma unroll
  for (int i = 0; i < 200; ++i) x[i] += Sum<15>::of(x[i]);
}
)";

TEST_F(SurroundingsTest, SignalsLeaveNoFoldersAndNoProcesses) {
  if (std::string_view(duet::backend_name()) == "CUDA") GTEST_SKIP() << "NVRTC starts no process";
  write("slow.cu", slow_kernel);
  fs::create_directory(folder_ / "tmp");
  for (const int number : {SIGINT, SIGTERM, SIGHUP, SIGPIPE}) {
    // A process group of its own: whatever is left of it is found afterwards.
    const std::string script = "cd " + quoted(folder_.path().string()) +
                               " && TMPDIR=$PWD/tmp exec " + quoted(DUET_COMMAND) +
                               " compile slow.cu -k k -o out >/dev/null 2>&1";
    std::string shell = "/bin/sh";
    std::string option = "-c";
    std::string text = script;
    char* arguments[] = {shell.data(), option.data(), text.data(), nullptr};
    posix_spawnattr_t attributes;
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
    pid_t child = -1;
    ASSERT_EQ(posix_spawn(&child, "/bin/sh", nullptr, &attributes, arguments, environ), 0);
    posix_spawnattr_destroy(&attributes);
    using namespace std::chrono_literals;
    // Short-lived folders count, too: where helpers are looked for, each has one of its own.
    bool has_begun = false;
    for (int i = 0; i < 500 && !has_begun; ++i) {
      std::this_thread::sleep_for(10ms);
      has_begun = !fs::is_empty(folder_ / "tmp");
    }
    EXPECT_TRUE(has_begun);
    std::this_thread::sleep_for(100ms);  // the compiler runs
    EXPECT_EQ(kill(child, number), 0);
    int status = 0;
    EXPECT_EQ(waitpid(child, &status, 0), child);
    EXPECT_TRUE(WIFSIGNALED(status) && WTERMSIG(status) == number) << status;
    // A helper process removes its folder after the command has ended.
    for (int i = 0; i < 200 && !fs::is_empty(folder_ / "tmp"); ++i)
      std::this_thread::sleep_for(10ms);
    EXPECT_TRUE(fs::is_empty(folder_ / "tmp"));
    for (int i = 0; i < 100 && kill(-child, 0) == 0; ++i) std::this_thread::sleep_for(10ms);
    EXPECT_EQ(kill(-child, 0), -1) << "processes are left";
    EXPECT_FALSE(exists("out/slow.so"));
  }
}

}  // namespace
