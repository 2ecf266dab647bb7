#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <span>
#include <string>
#include <thread>
#include <vector>

#include "support/child_process.hpp"
#include "support/device_test.hpp"
#include "support/temporary_folder.hpp"

namespace duet::test {
namespace {

using testing::HasSubstr;

constexpr const char* folder_variable = "DUET_TEST_IPC_FOLDER";
constexpr std::size_t count = 3000;

struct Handles {
  IpcMemoryHandle memory;
  IpcEventHandle to_child;
  IpcEventHandle to_parent;
};

void wait_for_file(const std::filesystem::path& path) {
  while (!std::filesystem::exists(path)) std::this_thread::yield();
}

/// Reads what the other process wrote, doubles it in place, and leaves without waiting for its work
/// but by the event that the other process waits for.
TEST(IpcChild, DISABLED_Doubles) {
  const char* const folder = std::getenv(folder_variable);
  if (folder == nullptr) GTEST_SKIP() << "runs in child processes of other tests";
  Handles handles;
  std::ifstream(std::filesystem::path(folder) / "handles")
      .read(reinterpret_cast<char*>(&handles), sizeof(handles));
  const Device device(0);
  const Stream stream(device);
  const Kernel twice =
      make_kernel(device, "__global__ void twice(int* x) { x[blockIdx.x] *= 2; }", "twice");
  const Event begin = import_event(device, handles.to_child);
  const Event end = import_event(device, handles.to_parent);
  const auto x = Buffer<int>::from(import_memory(device, handles.memory));
  const auto again = Buffer<int>::from(import_memory(device, handles.memory));
  if (x.size() != count || begin.query()) _exit(2);
  stream.wait(begin);
  launch(stream, twice, {{count}, {1}}, x);
  end.record(stream);
  std::ofstream(std::filesystem::path(folder) / "ready") << "ready";
  if (read(stream, again) != std::vector<int>(count, 14)) _exit(3);
  wait_for_file(std::filesystem::path(folder) / "done");
  _exit(0);
}

class IpcTest : public DeviceTest {
 protected:
  void SetUp() override {
    DeviceTest::SetUp();
    if (!IsSkipped() && !device().info().ipc) {
      const Stream stream(device());
      const Memory memory = Memory::from(exportable_resource(device()), stream, 4);
      EXPECT_EQ(error_of([&] { (void)export_memory(memory); }).code(), ErrorCode::not_supported);
      EXPECT_EQ(error_of([&] { (void)Event(device(), {.interprocess = true}); }).code(),
                ErrorCode::not_supported);
      GTEST_SKIP() << "needs memory that processes share";
    }
  }
};

TEST_F(IpcTest, ProcessesWorkOnTheSameMemoryInTheOrderOfEvents) {
  const TemporaryFolder folder;
  const Stream stream(device());
  const Buffer<int> before(exportable_resource(device()), stream, 5);
  const Buffer<int> x(exportable_resource(device()), stream, count);
  const Event begin(device(), {.interprocess = true}), end(device(), {.interprocess = true});
  fill(stream, x, 1);
  stream.launch_host_function([&] { wait_for_file(folder.path() / "ready"); });
  fill(stream, x, 7);
  begin.record(stream);
  const Handles handles{export_memory(x.memory()), export_event(begin), export_event(end)};
  std::ofstream(folder.path() / "handles")
      .write(reinterpret_cast<const char*>(&handles), sizeof(handles));
  ChildProcess child("IpcChild.DISABLED_Doubles",
                     {std::string(folder_variable) + "=" + folder.path().string()});
  begin.synchronize();
  stream.wait(end);
  EXPECT_EQ(read(stream, x), std::vector<int>(count, 14));
  EXPECT_TRUE(end.query());
  std::ofstream(folder.path() / "done") << "done";
  EXPECT_EQ(child.wait(), 0);
}

TEST_F(IpcTest, InterprocessEventsWorkInOneProcess) {
  const Stream a(device()), b(device());
  const Event event(device(), {.blocking = true, .interprocess = true});
  EXPECT_TRUE(event.query()) << "never recorded";
  const Buffer<int> x(device(), 1);
  std::vector<int> seen(20);
  for (int i = 0; i < 20; ++i) {
    fill(a, x, i);
    event.record(a);
    b.wait(event);
    copy(b, std::span(seen).subspan(static_cast<std::size_t>(i), 1), x);
    event.record(b);
    a.wait(event);
  }
  event.synchronize();
  EXPECT_TRUE(event.query());
  for (int i = 0; i < 20; ++i) EXPECT_EQ(seen[static_cast<std::size_t>(i)], i);
  const Event other(device());
  EXPECT_EQ(error_of([&] { (void)elapsed_ms(event, other); }).code(), ErrorCode::invalid_argument);
}

TEST_F(IpcTest, BadInput) {
  const Stream stream(device());
  const auto memory_error = [&](const Memory& memory) {
    return error_of([&] { (void)export_memory(memory); });
  };
  EXPECT_EQ(memory_error(Memory()).code(), ErrorCode::invalid_handle);
  for (MemoryResource* resource : {&pinned_resource(device()), &default_resource(device()),
                                   static_cast<MemoryResource*>(&default_pool(device()))}) {
    const Error error = memory_error(Memory::from(*resource, stream, 64));
    EXPECT_EQ(error.code(), ErrorCode::invalid_argument);
    EXPECT_THAT(error.what(), HasSubstr("exportable_resource"));
  }
  const Memory memory = Memory::from(exportable_resource(device()), stream, 64);
  IpcMemoryHandle handle = export_memory(memory);
  const Error own = error_of([&] { (void)import_memory(device(), handle); });
  EXPECT_EQ(own.code(), ErrorCode::invalid_argument);
  EXPECT_THAT(own.what(), HasSubstr("of this process"));
  handle.process ^= 1;
  handle.driver = {};
  EXPECT_EQ(error_of([&] { (void)import_memory(device(), handle); }).code(),
            ErrorCode::invalid_argument);

  const Event event(device(), {.interprocess = true}), private_event(device());
  EXPECT_EQ(error_of([&] { (void)export_event(private_event); }).code(),
            ErrorCode::invalid_argument);
  IpcEventHandle event_handle = export_event(event);
  EXPECT_EQ(error_of([&] { (void)import_event(device(), event_handle); }).code(),
            ErrorCode::invalid_argument);
  event_handle.process ^= 1;
  event_handle.driver = {};
  EXPECT_EQ(error_of([&] { (void)import_event(device(), event_handle); }).code(),
            ErrorCode::invalid_argument);
}

TEST_F(IpcTest, ABufferTakesMemoryOfAWholeNumberOfElements) {
  EXPECT_EQ(Buffer<double>::from(Memory::device(device(), 80)).size(), 10u);
  const Error error = error_of([&] { (void)Buffer<double>::from(Memory::device(device(), 81)); });
  EXPECT_EQ(error.code(), ErrorCode::invalid_argument);
  EXPECT_THAT(error.what(), HasSubstr("81 bytes"));
  EXPECT_EQ(error_of([&] { (void)Buffer<int>::from(Memory()); }).code(), ErrorCode::invalid_handle);
}

}  // namespace
}  // namespace duet::test
