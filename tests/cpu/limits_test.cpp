// What the process cannot have, or shares with other code: the messages say what to do, and nothing
// else breaks. Each test is a process of its own.

#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <iostream>
#include <thread>

#include "support/device_test.hpp"
#include "support/sanitized.hpp"

namespace duet::test {
namespace {

class LimitsTest : public DeviceTest {
 protected:
  void SetUp() override {
#ifdef DUET_SANITIZED
    GTEST_SKIP() << "sanitizers need address space, and report what children do";
#endif
    DeviceTest::SetUp();
    GTEST_FLAG_SET(death_test_style, "threadsafe");
  }
};

constexpr const char* source =
    "__global__ void k(int* x) { __shared__ int room[64]; room[threadIdx.x] = 7; __syncthreads();\n"
    "  x[threadIdx.x] = room[63 - threadIdx.x]; }";

/// @returns whether a kernel is compiled and gives the right result
bool computes() {
  const Kernel kernel = make_kernel(Device(0), source, "k");
  const Stream stream(Device(0));
  const Buffer<int> x(Device(0), 64);
  launch(stream, kernel, {.grid = {1}, .block = {64}}, x);
  return read(stream, x) == std::vector<int>(64, 7);
}

/// All memory mappings that the system gives, each of a page or two.
class Mappings {
 public:
  Mappings() {
    begin_ = static_cast<char*>(
        mmap(nullptr, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0));
    const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
    // Neighbours that differ are mappings of their own.
    for (std::size_t at = page; at < bytes && !is_exhausted_; at += 2 * page) {
      is_exhausted_ = mprotect(begin_ + at, page, PROT_READ) != 0;
    }
  }
  ~Mappings() { (void)munmap(begin_, bytes); }
  Mappings(const Mappings&) = delete;
  Mappings& operator=(const Mappings&) = delete;

  bool is_exhausted() const noexcept { return is_exhausted_; }

 private:
  static constexpr std::size_t bytes = std::size_t{1} << 30;
  char* begin_ = nullptr;
  bool is_exhausted_ = false;
};

std::string error_text(const std::string& text) {
  return error_of([&] {
           (void)compile({.name = "k.cu", .source = text}, supported_architectures().front());
         })
      .what();
}

[[noreturn]] void end(bool well) { _exit(well ? 0 : 1); }

TEST_F(LimitsTest, ChildrenThatTheProcessIgnoresCompile) {
  EXPECT_EXIT(
      {
        (void)signal(SIGCHLD, SIG_IGN);
        end(computes() && error_text("nonsense;").find("k.cu:1") != std::string::npos);
      },
      testing::ExitedWithCode(0), "");
}

TEST_F(LimitsTest, OtherCodeMayWaitForAllChildren) {
  EXPECT_EXIT(
      {
        std::thread([] {
          for (;;) {
            if (waitpid(-1, nullptr, 0) < 0) std::this_thread::yield();
          }
        }).detach();
        end(computes() && error_text("nonsense;").find("k.cu:1") != std::string::npos);
      },
      testing::ExitedWithCode(0), "");
}

TEST_F(LimitsTest, TheLimitOfMappingsIsAnErrorOfTheCallAndPasses) {
  EXPECT_EXIT(
      {
        const Kernel kernel = make_kernel(Device(0), source, "k");
        const Stream stream(Device(0));
        const Buffer<int> x(Device(0), 64);
        std::string of_launch;
        std::string of_memory;
        {
          const Mappings all;
          if (!all.is_exhausted()) end(true);  // the limit was raised
          of_launch = error_of([&] {
                        launch(stream, kernel, {.grid = {1}, .block = {64}}, x);
                        stream.synchronize();
                      }).what();
          of_memory =
              error_of([&] {
                std::vector<Memory> kept;  // a mapping or two may be left
                for (int i = 0; i < 10; ++i) {
                  kept.push_back(Memory::from(exportable_resource(Device(0)), stream, 1 << 20));
                }
              }).what();
        }
        std::cerr << of_launch << "\n" << of_memory << "\n";
        launch(stream, kernel, {.grid = {1}, .block = {64}}, x);
        const bool works = read(stream, x) == std::vector<int>(64, 7) && computes();
        end(works && of_launch.find("vm.max_map_count") != std::string::npos &&
            of_memory.find("vm.max_map_count") != std::string::npos);
      },
      testing::ExitedWithCode(0), "");
}

TEST_F(LimitsTest, TooLittleAddressSpaceIsAnErrorOfTheLaunch) {
  EXPECT_EXIT(
      {
        const Kernel kernel = make_kernel(Device(0), source, "k");
        const Stream stream(Device(0));
        const Buffer<int> x(Device(0), 64);
        rlimit limit{};
        (void)getrlimit(RLIMIT_AS, &limit);
        const rlim_t most = limit.rlim_cur;
        limit.rlim_cur = 1 << 20;
        (void)setrlimit(RLIMIT_AS, &limit);
        std::string text;
        try {
          launch(stream, kernel, {.grid = {1}, .block = {64}}, x);
          stream.synchronize();
        } catch (const Error& error) {
          text = error.what();
        } catch (const std::bad_alloc&) {
          text = "bad_alloc";
        }
        limit.rlim_cur = most;
        (void)setrlimit(RLIMIT_AS, &limit);
        std::cerr << text << "\n";
        end(computes());
      },
      testing::ExitedWithCode(0), "address space \\(ulimit -v\\)");
}

}  // namespace
}  // namespace duet::test
