// Kernel::configure_once, and the settings of a kernel that it is used for.

#include <algorithm>
#include <atomic>
#include <chrono>
#include <stdexcept>
#include <thread>

#include "support/device_test.hpp"

namespace duet::test {
namespace {

using testing::HasSubstr;

constexpr const char* configured_source = R"(
  extern "C" __global__ void reverse(int* x) {
    extern __shared__ int tile[];
    tile[threadIdx.x] = x[threadIdx.x];
    __syncthreads();
    x[threadIdx.x] = tile[blockDim.x - 1 - threadIdx.x];
  }
  extern "C" __global__ void other(int* x) { *x = 1; }
)";

class ConfigureTest : public DeviceTest {
 protected:
  static const Code& code() {
    static const Code compiled =
        compile({.name = "configure", .source = configured_source}, device());
    return compiled;
  }
  static Kernel reverse() { return Module(device(), code()).kernel("reverse"); }

  static void expect_reverses(const Kernel& kernel, std::size_t shared_bytes) {
    const Stream stream(device());
    const Buffer<int> x(device(), 64);
    std::vector<int> host(64);
    for (int i = 0; i < 64; ++i) host[static_cast<std::size_t>(i)] = i;
    write(stream, x, host);
    launch(stream, kernel, {.grid = {1}, .block = {64}, .shared_bytes = shared_bytes}, x);
    std::ranges::reverse(host);
    EXPECT_EQ(read(stream, x), host);
  }
};

TEST_F(ConfigureTest, RunsOnceForALoadedKernel) {
  const Module module(device(), code());
  int calls = 0;
  std::uint64_t id = 0;
  const auto configure = [&](const Kernel& kernel) {
    ++calls;
    id = kernel.id();
  };
  const Kernel kernel = module.kernel("reverse").configure_once(configure);
  EXPECT_EQ(calls, 1);
  EXPECT_EQ(id, kernel.id());
  EXPECT_EQ(module.kernel("reverse").configure_once(configure).id(), kernel.id());
  EXPECT_EQ(calls, 1) << "another handle of the same kernel";
  (void)module.kernel("other").configure_once(configure);
  EXPECT_EQ(calls, 2) << "another kernel";
  (void)Module(device(), code()).kernel("reverse").configure_once(configure);
  EXPECT_EQ(calls, 3) << "loaded again";
}

TEST_F(ConfigureTest, ThreadsWaitUntilItIsDone) {
  const Kernel kernel = reverse();
  std::atomic<int> calls{0};
  std::atomic<bool> done{false};
  std::atomic<int> early{0};
  {
    std::vector<std::jthread> threads;
    for (int i = 0; i < 8; ++i) {
      threads.emplace_back([&] {
        (void)kernel.configure_once([&](const Kernel&) {
          ++calls;
          std::this_thread::sleep_for(std::chrono::milliseconds(20));
          done = true;
        });
        if (!done) ++early;
      });
    }
  }
  EXPECT_EQ(calls, 1);
  EXPECT_EQ(early, 0);
}

TEST_F(ConfigureTest, AfterAnExceptionTheNextCallerTriesAgain) {
  const Kernel kernel = reverse();
  int calls = 0;
  const auto configure = [&](const Kernel&) {
    if (++calls < 3) throw std::runtime_error("not yet");
  };
  EXPECT_THROW((void)kernel.configure_once(configure), std::runtime_error);
  EXPECT_THROW((void)kernel.configure_once(configure), std::runtime_error);
  EXPECT_NO_THROW((void)kernel.configure_once(configure));
  EXPECT_NO_THROW((void)kernel.configure_once(configure));
  EXPECT_EQ(calls, 3);
}

TEST_F(ConfigureTest, ARecursiveCallIsAnErrorInsteadOfADeadlock) {
  const Module module(device(), code());
  const Error error = error_of([&] {
    (void)module.kernel("reverse").configure_once(
        [](const Kernel& kernel) { (void)kernel.configure_once([](const Kernel&) {}); });
  });
  EXPECT_EQ(error.code(), ErrorCode::invalid_argument);
  EXPECT_THAT(error.what(), testing::AllOf(HasSubstr("reverse"), HasSubstr("configure_once")));
  bool other_was_configured = false;
  (void)module.kernel("reverse").configure_once([&](const Kernel&) {
    (void)module.kernel("other").configure_once(
        [&](const Kernel&) { other_was_configured = true; });
  });
  EXPECT_TRUE(other_was_configured) << "one kernel may configure another";
}

TEST_F(ConfigureTest, TheCarveoutDoesNotChangeResults) {
  const Kernel kernel = reverse();
  for (const std::optional<int> percent :
       {std::optional(0), std::optional(50), std::optional(100), std::optional<int>()}) {
    kernel.set_shared_carveout(percent);
    expect_reverses(kernel, 64 * sizeof(int));
  }
  for (const int percent : {-1, 101}) {
    const Error error = error_of([&] { kernel.set_shared_carveout(percent); });
    EXPECT_EQ(error.code(), ErrorCode::invalid_argument);
    EXPECT_THAT(error.what(),
                testing::AllOf(HasSubstr("reverse"), HasSubstr(std::to_string(percent))));
  }
}

TEST_F(ConfigureTest, DynamicSharedMemoryUpToTheLimitOfABlock) {
  const std::size_t most = device().info().max_shared_per_block;
  const Kernel kernel =
      reverse().configure_once([&](const Kernel& fresh) { fresh.set_max_dynamic_shared(most); });
  kernel.set_max_dynamic_shared(0);
  expect_reverses(kernel, most);
  const Error error = error_of([&] { kernel.set_max_dynamic_shared(most + 1); });
  EXPECT_EQ(error.code(), ErrorCode::invalid_argument);
  EXPECT_THAT(error.what(), testing::AllOf(HasSubstr("reverse"), HasSubstr(std::to_string(most))));
  EXPECT_EQ(error_of([&] { kernel.set_max_dynamic_shared(~std::size_t{0}); }).code(),
            ErrorCode::invalid_argument);
}

TEST_F(ConfigureTest, AnEmptyKernelIsAnError) {
  const Kernel kernel;
  for (const Error& error : {error_of([&] { (void)kernel.configure_once([](const Kernel&) {}); }),
                             error_of([&] { kernel.set_shared_carveout(50); }),
                             error_of([&] { kernel.set_max_dynamic_shared(0); })}) {
    EXPECT_EQ(error.code(), ErrorCode::invalid_handle);
  }
}

}  // namespace
}  // namespace duet::test
