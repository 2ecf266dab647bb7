// Signals and exceptions in kernels. CPU backend only.

#include <sys/mman.h>
#include <unistd.h>

#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <thread>

#include "failure_fixture.hpp"
#include "support/log_capture.hpp"
#include "support/sanitized.hpp"

namespace duet::test {
namespace {

using testing::AllOf;
using testing::ContainsRegex;
using testing::HasSubstr;

// With a sanitizer duet does not handle signals, because the sanitizer's reports are better.
#ifdef DUET_SANITIZED
#define NEEDS_SIGNALS() GTEST_SKIP() << "the sanitizer reports faults itself"
#else
#define NEEDS_SIGNALS() static_assert(true)
#endif

using FaultTest = FailureTest;

TEST_F(FaultTest, ABuiltinTrapIsAnError) {
  NEEDS_SIGNALS();
  EXPECT_THAT(message_of("if (threadIdx.x == 3 && x[threadIdx.x] == 0) __builtin_trap();"),
              HasSubstr("trap"));
  EXPECT_THAT(message_of("duet::barrier(); if (threadIdx.x == 3) __builtin_trap();"),
              HasSubstr("thread (3,0,0): trap"));
}

TEST_F(FaultTest, AnIllegalAddressIsAnError) {
  NEEDS_SIGNALS();
  const Kernel loop =
      make_kernel(device(), "extern \"C\" __global__ void k(int* x) { x[threadIdx.x] = 1; }", "k");
  const Kernel waiting = make_kernel(
      device(),
      "extern \"C\" __global__ void k(int* x) { __syncthreads(); if (threadIdx.x == 5) *x = 1; }",
      "k");
  for (const std::uintptr_t address : {std::uintptr_t{0}, std::uintptr_t{0x10000000000}}) {
    for (const Kernel& kernel : {loop, waiting}) {
      launch(stream_, kernel, {.grid = {1}, .block = {64, 2}}, reinterpret_cast<int*>(address));
      const Error error = error_of([&] { stream_.synchronize(); });
      EXPECT_EQ(error.code(), ErrorCode::launch_failed);
      EXPECT_THAT(error.what(), ContainsRegex("illegal address 0x[0-9a-f]+"));
      EXPECT_EQ(std::string(error.what()).find("null pointer") != std::string::npos, address == 0);
      expect_kernels_to_run();
    }
  }
  launch(stream_, waiting, {{2}, {64}}, nullptr);
  EXPECT_THAT(error_of([&] { stream_.synchronize(); }).what(),
              HasSubstr("kernel 'k', block (0,0,0), thread (5,0,0): illegal address"));
  launch(stream_, loop, {.grid = {1}, .block = {8, 2}}, nullptr);
  EXPECT_THAT(error_of([&] { stream_.synchronize(); }).what(),
              HasSubstr("block (0,0,0), one of threads (0,0,0) to (7,0,0): illegal address"));
}

TEST_F(FaultTest, AFaultOnAThreadThatBlocksSignalsIsAnError) {
  NEEDS_SIGNALS();
  std::thread([this] {
    sigset_t all;
    sigfillset(&all);
    ASSERT_EQ(pthread_sigmask(SIG_BLOCK, &all, nullptr), 0);
    EXPECT_THAT(message_of("*static_cast<volatile int*>(nullptr) = 1;"), HasSubstr("null pointer"));
  }).join();
}

TEST_F(FaultTest, AnIntegerDivisionByZeroIsAnError) {
  NEEDS_SIGNALS();
  if (std::string(device().info().architecture).starts_with("aarch64")) {
    GTEST_SKIP() << "on this processor a division by zero gives 0";
  }
  EXPECT_THAT(message_of("x[threadIdx.x] = x[64 + threadIdx.x] / x[threadIdx.x];"),
              AllOf(HasSubstr("integer division by zero"), HasSubstr("gdb")));
  EXPECT_THAT(message_of("duet::barrier();\nif (threadIdx.x == 6) x[0] = x[7] % x[70];"),
              HasSubstr("thread (6,0,0): integer division by zero"));
}

TEST_F(FaultTest, AFaultNamesItsKindAndHowToFindItsLine) {
  NEEDS_SIGNALS();
  EXPECT_THAT(message_of("x[threadIdx.x] = *(const int*)0x7d0;"),
              AllOf(HasSubstr("illegal address 0x7d0 (a null pointer)"), HasSubstr("gdb")));
  EXPECT_THAT(message_of("*(int*)0xdead000000000000ull = threadIdx.x;"),
              AllOf(HasSubstr("illegal address (a wild pointer"), HasSubstr("gdb")));
}

TEST_F(FaultTest, ATooDeepRecursionIsAnError) {
  NEEDS_SIGNALS();
  const std::string before =
      "__device__ __noinline__ int deep(int* x, int n) {\n"
      "  volatile int room[64]; room[n & 63] = n; x[0] += room[0];\n"
      "  return n == 0 ? x[1] : deep(x, n - 1) + room[n & 63]; }";
  for (const char* wait : {"", "duet::barrier();\n"}) {
    const Kernel kernel =
        kernel_of(std::string(wait) + "x[threadIdx.x] = deep(x, 100000000);", before);
    EXPECT_THAT(message_of(kernel), HasSubstr("stack overflow"));
  }
}

TEST_F(FaultTest, TooLargeLocalArraysAreAnError) {
  NEEDS_SIGNALS();
  for (const char* body : {"volatile char room[16 << 20]; room[threadIdx.x] = 1; x[0] = room[5];",
                           "duet::barrier(); volatile char room[1 << 20]; room[threadIdx.x] = 1; "
                           "duet::barrier(); x[0] = room[5];"}) {
    EXPECT_THAT(message_of(body), HasSubstr("stack overflow")) << body;
  }
}

TEST_F(FaultTest, AnExceptionThatLeavesAKernelIsAnError) {
  // A function of the C++ library that throws.
  const std::string before = "namespace std { void __throw_length_error(const char*); }";
  for (const char* more : {"", "duet::barrier();"}) {
    const Kernel kernel =
        kernel_of("if (threadIdx.x == 11) std::__throw_length_error(\"too long for this\");\n" +
                      std::string(more),
                  before);
    EXPECT_THAT(message_of(kernel), HasSubstr("an exception left the kernel: too long for this"));
  }
}

TEST_F(FaultTest, FloatingPointModesArePreserved) {
  NEEDS_SIGNALS();
  const Kernel kernel = kernel_of("x[threadIdx.x] = x[64 + threadIdx.x] / x[threadIdx.x];");
#ifdef __x86_64__
  const unsigned before = __builtin_ia32_stmxcsr();
  __builtin_ia32_ldmxcsr(before | 0x8040);  // flush-to-zero and denormals-are-zero
  EXPECT_THAT(message_of(kernel), HasSubstr("division"));
  EXPECT_EQ(__builtin_ia32_stmxcsr() & 0x8040, 0x8040u);
  __builtin_ia32_ldmxcsr(before);
#endif
}

TEST_F(FaultTest, ACopyOrFillOfMemoryThatIsGoneIsAnError) {
  NEEDS_SIGNALS();
  const std::size_t page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  void* const memory = mmap(nullptr, page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  ASSERT_NE(memory, MAP_FAILED);
  const std::span<int> gone(static_cast<int*>(memory), 64);
  const DeviceSpan<int> span(gone.data(), gone.size());
  const Buffer<int> x(device(), 64);
  Graph graph(device());
  graph.copy({}, x, gone);
  const GraphExec exec(graph);
  const auto expect_error = [&](const auto& action) {
    const Error error = error_of([&] {
      action();
      stream_.synchronize();
    });
    EXPECT_EQ(error.code(), ErrorCode::launch_failed);
    EXPECT_THAT(error.what(), ContainsRegex("(copy|fill): illegal address 0x[0-9a-f]+"));
    expect_kernels_to_run();
  };
  expect_error([&] { copy(stream_, x, gone); });
  expect_error([&] { copy(stream_, gone, x); });
  expect_error([&] { copy(device(), gone, x); });
  expect_error([&] { copy_box(stream_, x, {}, gone, {}, {8, 2}); });
  expect_error([&] { fill(stream_, span, 1); });
  expect_error([&] { exec.launch(stream_); });
  munmap(memory, page);
}

TEST_F(FaultTest, MemoryFreedAfterItsStreamIsToldAbout) {
  const LogCapture log;
  {
    Buffer<int> outlives;
    const Stream stream(device());
    outlives = Buffer<int>(stream, 64);
    stream.synchronize();
  }
  EXPECT_THAT(log.lines(),
              testing::ElementsAre(HasSubstr("was freed after its stream was destroyed")));
}

using FaultDeathTest = FaultTest;

TEST_F(FaultDeathTest, SignalsOutsideKernelsEndTheProcess) {
  NEEDS_SIGNALS();
  testing::GTEST_FLAG(death_test_style) = "threadsafe";
  expect_kernels_to_run();
  EXPECT_EXIT(
      {
        expect_kernels_to_run();
        volatile int* volatile null = nullptr;
        *null = 1;
      },
      testing::KilledBySignal(SIGSEGV), "");
  EXPECT_EXIT(
      {
        expect_kernels_to_run();
        (void)raise(SIGFPE);
      },
      testing::KilledBySignal(SIGFPE), "");
}

TEST_F(FaultDeathTest, SignalsOutsideKernelsReachAnEarlierHandler) {
  NEEDS_SIGNALS();
  testing::GTEST_FLAG(death_test_style) = "threadsafe";
  EXPECT_EXIT(
      {
        struct sigaction action {};
        action.sa_flags = SA_SIGINFO;
        action.sa_sigaction = [](int signal, siginfo_t* info, void*) {
          _exit(signal == SIGSEGV && info->si_addr == nullptr ? 42 : 1);
        };
        sigaction(SIGSEGV, &action, nullptr);
        (void)message_of("__trap();");
        volatile int* volatile null = nullptr;
        *null = 1;
      },
      testing::ExitedWithCode(42), "");
}

TEST_F(FaultDeathTest, SignalHandlingCanBeSwitchedOff) {
  NEEDS_SIGNALS();
  testing::GTEST_FLAG(death_test_style) = "threadsafe";
  EXPECT_EXIT(
      {
        setenv("DUET_CPU_SIGNALS", "off", 1);
        const Kernel kernel = kernel_of("x[threadIdx.x] = 1;");
        launch(stream_, kernel, {{1}, {1}}, nullptr);
        stream_.synchronize();
      },
      testing::KilledBySignal(SIGSEGV), "");
}

}  // namespace
}  // namespace duet::test
