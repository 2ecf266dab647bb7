// What goes wrong in a kernel ends its launch and not the process. For the CPU backend only.

#include <cstdlib>
#include <thread>

#include "support/device_test.hpp"

namespace duet::test {
namespace {

using testing::AllOf;
using testing::ContainsRegex;
using testing::HasSubstr;
using testing::Not;

// Their own report is better, so duet leaves signals to them.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define NEEDS_SIGNALS() GTEST_SKIP() << "the sanitizer reports faults itself"
#else
#define NEEDS_SIGNALS() static_assert(true)
#endif

/// While it lives, code that is loaded reports what GPUs leave undefined.
class StrictMode {
 public:
  StrictMode() { setenv("DUET_CPU_STRICT", "1", 1); }
  StrictMode(const StrictMode&) = delete;
  StrictMode& operator=(const StrictMode&) = delete;
  ~StrictMode() { unsetenv("DUET_CPU_STRICT"); }
};

class FailureTest : public DeviceTest {
 protected:
  /// A kernel `k(int* x)` named "bad.cu", whose body begins in line 4.
  static Kernel kernel_of(const std::string& body, const std::string& before = "") {
    const std::string source = "#include <duet/device/kernel.hpp>\n" + before +
                               "\nextern \"C\" __global__ void k(int* x) {\n" + body + "\n}";
    return Module(device(), compile({.name = "bad.cu", .source = source}, device())).kernel("k");
  }

  /// The message of the error that a kernel's launch ends with. Then launches a good one.
  std::string message_of(const Kernel& kernel, const LaunchShape& shape = {{1}, {64}}) {
    const Buffer<int> x(device(), 4096);
    fill(stream_, x, 0);
    launch(stream_, kernel, shape, x);
    const Error error = error_of([&] { stream_.synchronize(); });
    EXPECT_EQ(error.code(), ErrorCode::launch_failed);
    EXPECT_THAT(error.what(), HasSubstr("kernel 'k'"));
    stream_.synchronize();  // it is told once
    expect_to_work();
    return error.what();
  }
  std::string message_of(const std::string& body, const LaunchShape& shape = {{1}, {64}}) {
    return message_of(kernel_of(body), shape);
  }

  void expect_to_work() {
    static const Kernel waiting = make_kernel(device(), R"(
      #include <duet/device/kernel.hpp>
      __global__ void k(int* x) {
        __shared__ int values[256];
        values[threadIdx.x] = duet::shuffle_xor(int(threadIdx.x), 1);
        duet::barrier();
        x[blockIdx.x * 256 + threadIdx.x] = values[threadIdx.x ^ 1];
      })",
                                              "k");
    static const Kernel plain = make_kernel(
        device(), "__global__ void k(int* x) { x[blockIdx.x * 256 + threadIdx.x] += 1; }", "k");
    const Buffer<int> x(device(), 1024);
    launch(stream_, waiting, {{4}, {256}}, x);
    launch(stream_, plain, {{4}, {256}}, x);
    const std::vector<int> result = read(stream_, x);
    for (int i = 0; i < 1024; ++i) ASSERT_EQ(result[static_cast<std::size_t>(i)], i % 256 + 1);
  }

  Stream stream_{device()};
};

TEST_F(FailureTest, ThreadsThatWaitForEachOtherAreListed) {
  const std::string message = message_of(R"(
    if (threadIdx.x < 16) duet::barrier();
    else if (threadIdx.x == 20) x[0] = duet::ballot(duet::lane_mask(1) << 20 | 1, true);
    else if (threadIdx.x < 32) x[0] = duet::shuffle_xor(duet::lane_mask(0xffffffff), 1, 2);
    else if (threadIdx.x % 2 == 0) return;
    duet::barrier();
  )");
  EXPECT_THAT(message, HasSubstr("block (0,0,0): the threads wait for each other"));
  EXPECT_THAT(message, HasSubstr("threads (0,0,0) to (15,0,0) wait at a barrier, bad.cu:5"));
  EXPECT_THAT(message, HasSubstr("thread (20,0,0) waits at ballot of lanes 0x100001, bad.cu:6"));
  EXPECT_THAT(message, HasSubstr("threads (16,0,0) to (19,0,0), (21,0,0) to (31,0,0) wait at "
                                 "shuffle_xor of lanes 0xffffffff, bad.cu:7"));
  EXPECT_THAT(message, HasSubstr("threads (33,0,0), (35,0,0), (37,0,0), (39,0,0) and 12 more wait "
                                 "at a barrier, bad.cu:9"));
  EXPECT_THAT(message, HasSubstr("16 threads have exited"));
}

TEST_F(FailureTest, TheBlockAndTheThreadsAreNamedInThreeDimensions) {
  const std::string message = message_of(
      "if (blockIdx.x == 1 && blockIdx.y == 2 && threadIdx.y == 1 && threadIdx.z == 1)\n"
      "  duet::wave_barrier(0xf);\n"
      "else duet::barrier();",
      {.grid = {3, 4}, .block = {4, 2, 2}});
  EXPECT_THAT(message, HasSubstr("block (1,2,0)"));
  EXPECT_THAT(message, HasSubstr("does not name"));
  EXPECT_THAT(message, HasSubstr("thread (0,1,1): wave barrier of lanes 0xf"));
  EXPECT_THAT(message, HasSubstr("bad.cu:5"));
}

TEST_F(FailureTest, CallsInDeviceFunctionsAreNamedWhereTheyAre) {
  const Kernel kernel = kernel_of("if (threadIdx.x == 0) meet(x); else duet::barrier();",
                                  "__device__ void meet(int* x) { x[0] = duet::any(0x3, true); }");
  EXPECT_THAT(message_of(kernel), AllOf(HasSubstr("any of lanes 0x3, bad.cu:2"),
                                        HasSubstr("thread (0,0,0) waits"), HasSubstr("bad.cu:4")));
}

TEST_F(FailureTest, ABarrierInDifferentPlacesIsReportedInStrictModeOnly) {
  const std::string body = "if (threadIdx.x < 8) duet::barrier();\nelse duet::barrier();";
  const Buffer<int> x(device(), 1);
  launch(stream_, kernel_of(body), {{1}, {64}}, x);
  stream_.synchronize();
  const StrictMode strict;
  EXPECT_THAT(message_of(body), AllOf(HasSubstr("a barrier in different places"),
                                      HasSubstr("threads (0,0,0) to (7,0,0) wait at a barrier, "
                                                "bad.cu:4"),
                                      HasSubstr("thread (8,0,0) waits at a barrier, bad.cu:5")));
}

TEST_F(FailureTest, ABarrierAfterThreadsHaveExitedIsReportedInStrictModeOnly) {
  for (const char* body : {"if (threadIdx.x >= 40) return;\nduet::barrier();",
                           "if (threadIdx.x < 3) return;\nduet::barrier();"}) {
    const Buffer<int> x(device(), 1);
    launch(stream_, kernel_of(body), {{1}, {64}}, x);
    stream_.synchronize();
    const StrictMode strict;
    EXPECT_THAT(message_of(body), AllOf(HasSubstr("a barrier after threads have exited"),
                                        HasSubstr("bad.cu:5"), HasSubstr("have exited")));
  }
}

TEST_F(FailureTest, AnOperationOfTheWholeWaveInABranchIsReportedInStrictModeOnly) {
  const std::string body = "if (threadIdx.x < 8) x[0] = duet::ballot(true);\nduet::barrier();";
  const Buffer<int> x(device(), 1);
  launch(stream_, kernel_of(body), {{1}, {64}}, x);
  stream_.synchronize();
  const StrictMode strict;
  EXPECT_THAT(message_of(body), AllOf(HasSubstr("ballot of the whole wave, bad.cu:4"),
                                      HasSubstr("wait at a barrier, bad.cu:5")));
}

TEST_F(FailureTest, ATrapNamesItsThreadAndLine) {
  const std::string body = "if (blockIdx.x == 2 && threadIdx.x == 37) __trap();\n";
  for (const char* more : {"", "duet::barrier();"}) {
    EXPECT_THAT(message_of(body + more, {{5}, {64}}),
                HasSubstr("block (2,0,0), thread (37,0,0): trap, bad.cu:4"));
  }
}

TEST_F(FailureTest, AnAssertionShowsItsText) {
  const std::string body = "x[1] = 7;\nassert(x[1] == 7 && threadIdx.x != 9);\n";
  for (const char* more : {"", "duet::wave_barrier();"}) {
    EXPECT_THAT(message_of(body + more), HasSubstr("thread (9,0,0): assertion 'x[1] == 7 && "
                                                   "threadIdx.x != 9' failed, bad.cu:5"));
  }
}

TEST_F(FailureTest, AnAssertionOfTheSystemsHeaderToo) {
  const Kernel kernel = kernel_of("assert(threadIdx.x < 50);", "#include <cassert>");
  EXPECT_THAT(message_of(kernel),
              AllOf(HasSubstr("thread (50,0,0)"), HasSubstr("assertion 'threadIdx.x < 50' failed"),
                    HasSubstr("bad.cu:4")));
}

TEST_F(FailureTest, ABuiltinTrapIsAnError) {
  NEEDS_SIGNALS();
  EXPECT_THAT(message_of("if (threadIdx.x == 3 && x[threadIdx.x] == 0) __builtin_trap();"),
              HasSubstr("trap"));
  EXPECT_THAT(message_of("duet::barrier(); if (threadIdx.x == 3) __builtin_trap();"),
              HasSubstr("thread (3,0,0): trap"));
}

TEST_F(FailureTest, AnIllegalAddressIsAnError) {
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
      expect_to_work();
    }
  }
  launch(stream_, waiting, {{2}, {64}}, nullptr);
  EXPECT_THAT(error_of([&] { stream_.synchronize(); }).what(),
              HasSubstr("kernel 'k', block (0,0,0), thread (5,0,0): illegal address"));
  launch(stream_, loop, {.grid = {1}, .block = {8, 2}}, nullptr);
  EXPECT_THAT(error_of([&] { stream_.synchronize(); }).what(),
              HasSubstr("block (0,0,0), one of threads (0,0,0) to (7,0,0): illegal address"));
}

TEST_F(FailureTest, AnIntegerDivisionByZeroIsAnError) {
  NEEDS_SIGNALS();
  if (std::string(device().info().architecture).starts_with("aarch64")) {
    GTEST_SKIP() << "this machine's division by zero gives 0";
  }
  EXPECT_THAT(message_of("x[threadIdx.x] = x[64 + threadIdx.x] / x[threadIdx.x];"),
              HasSubstr("integer division by zero"));
  EXPECT_THAT(message_of("duet::barrier();\nif (threadIdx.x == 6) x[0] = x[7] % x[70];"),
              HasSubstr("thread (6,0,0): integer division by zero"));
}

TEST_F(FailureTest, ATooDeepRecursionIsAnError) {
  NEEDS_SIGNALS();
  const std::string before =
      "__device__ __noinline__ int deep(int* x, int n) {\n"
      "  volatile int room[64]; room[n & 63] = n; x[0] += room[0];\n"
      "  return n == 0 ? x[1] : deep(x, n - 1) + room[n & 63]; }";
  for (const char* wait : {"", "duet::barrier();\n"}) {
    const Kernel kernel =
        kernel_of(std::string(wait) + "x[threadIdx.x] = deep(x, 100000000);", before);
    EXPECT_THAT(message_of(kernel), HasSubstr("out of stack"));
  }
}

TEST_F(FailureTest, TooLargeLocalArraysAreAnError) {
  NEEDS_SIGNALS();
  for (const char* body : {"volatile char room[16 << 20]; room[threadIdx.x] = 1; x[0] = room[5];",
                           "duet::barrier(); volatile char room[1 << 20]; room[threadIdx.x] = 1; "
                           "duet::barrier(); x[0] = room[5];"}) {
    EXPECT_THAT(message_of(body), HasSubstr("out of stack")) << body;
  }
}

TEST_F(FailureTest, AnExceptionThatLeavesAKernelIsAnError) {
  // Of the C++ library, which is in the process.
  const std::string before = "namespace std { void __throw_length_error(const char*); }";
  for (const char* more : {"", "duet::barrier();"}) {
    const Kernel kernel =
        kernel_of("if (threadIdx.x == 11) std::__throw_length_error(\"too long for this\");\n" +
                      std::string(more),
                  before);
    EXPECT_THAT(message_of(kernel), HasSubstr("an exception left the kernel: too long for this"));
  }
}

TEST_F(FailureTest, ItIsToldByWhateverWaitsFirst) {
  const Kernel kernel = kernel_of("if (threadIdx.x == 1) __trap();");
  const Buffer<int> x(device(), 64);
  const auto expect_told = [&](auto&& action) {
    launch(stream_, kernel, {{1}, {64}}, x);
    const Error error = error_of(action);
    EXPECT_EQ(error.code(), ErrorCode::launch_failed);
    EXPECT_THAT(error.what(), HasSubstr("thread (1,0,0): trap, bad.cu:4"));
    stream_.synchronize();
  };
  expect_told([&] { stream_.synchronize(); });
  expect_told([&] { device().synchronize(); });
  expect_told([&] {
    while (!stream_.query()) std::this_thread::yield();
  });
  expect_told([&] {
    const Event event(device());
    event.record(stream_);
    event.synchronize();
  });
  expect_told([&] {
    const Event event(device());
    event.record(stream_);
    while (!event.query()) std::this_thread::yield();
  });
  expect_told([&] { std::thread([] {}).join(), stream_.synchronize(); });
  expect_to_work();
}

TEST_F(FailureTest, StreamsFailOnTheirOwn) {
  const Kernel bad = kernel_of("if (threadIdx.x == 1) __trap();");
  const Kernel good = kernel_of("x[threadIdx.x] = 5;");
  const Stream other(device());
  const Buffer<int> x(device(), 64);
  const Buffer<int> y(device(), 64);
  for (int i = 0; i < 20; ++i) {
    launch(stream_, bad, {{1}, {64}}, x);
    launch(other, good, {{1}, {64}}, y);
    EXPECT_THAT(read(other, y), testing::Each(5));
    EXPECT_EQ(error_of([&] { stream_.synchronize(); }).code(), ErrorCode::launch_failed);
  }
}

TEST_F(FailureTest, WorkBehindAFailedLaunchStillRuns) {
  const Kernel bad = kernel_of("duet::barrier(); if (threadIdx.x == 1) __trap();");
  const Kernel good = kernel_of("x[threadIdx.x] = 5;");
  const Buffer<int> x(device(), 64);
  launch(stream_, bad, {{1}, {64}}, x);
  launch(stream_, good, {{1}, {64}}, x);
  EXPECT_THAT(error_of([&] { stream_.synchronize(); }).what(), HasSubstr("trap"));
  EXPECT_THAT(read(stream_, x), testing::Each(5));
}

TEST_F(FailureTest, OneOfManyBlocksOnManyCoresFails) {
  const Kernel kernel = kernel_of(R"(
    for (int i = 0; i < 100; ++i) duet::barrier();
    if (blockIdx.x == 777 && threadIdx.x == 12) __trap();
  )");
  EXPECT_THAT(message_of(kernel, {{1000}, {64}}),
              HasSubstr("block (777,0,0), thread (12,0,0): trap, bad.cu:6"));
}

TEST_F(FailureTest, EveryBlockMayFailManyTimes) {
  const Kernel kernel = kernel_of("duet::barrier(); if (threadIdx.x == 3) __trap();");
  for (int i = 0; i < 100; ++i) {
    EXPECT_THAT(message_of(kernel, {{64}, {256}}), HasSubstr("(3,0,0): trap"));
  }
}

TEST_F(FailureTest, FloatingPointModesSurvive) {
  NEEDS_SIGNALS();
  const Kernel kernel = kernel_of("x[threadIdx.x] = x[64 + threadIdx.x] / x[threadIdx.x];");
#ifdef __x86_64__
  const unsigned before = __builtin_ia32_stmxcsr();
  __builtin_ia32_ldmxcsr(before | 0x8040);  // denormals are zero
  EXPECT_THAT(message_of(kernel), HasSubstr("division"));
  EXPECT_EQ(__builtin_ia32_stmxcsr() & 0x8040, 0x8040u);
  __builtin_ia32_ldmxcsr(before);
#endif
}

using FailureDeathTest = FailureTest;

TEST_F(FailureDeathTest, FaultsOutsideKernelsStayTheProcesss) {
  NEEDS_SIGNALS();
  testing::GTEST_FLAG(death_test_style) = "threadsafe";
  expect_to_work();
  EXPECT_EXIT(
      {
        expect_to_work();
        volatile int* volatile null = nullptr;
        *null = 1;
      },
      testing::KilledBySignal(SIGSEGV), "");
  EXPECT_EXIT(
      {
        expect_to_work();
        (void)raise(SIGFPE);
      },
      testing::KilledBySignal(SIGFPE), "");
}

TEST_F(FailureDeathTest, AnEarlierHandlerGetsWhatIsNotAKernels) {
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

TEST_F(FailureDeathTest, SignalsCanBeLeftAlone) {
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
