// An error in a kernel ends the launch, not the process. CPU backend only.

#include <cstdlib>
#include <thread>

#include "failure_fixture.hpp"
#include "support/environment.hpp"
#include "support/eventually.hpp"
#include "support/log_capture.hpp"

namespace duet::test {
namespace {

using testing::AllOf;
using testing::HasSubstr;

/// While it exists, loaded code reports behaviour that is undefined on GPUs.
class StrictMode {
 public:
  StrictMode() { set_strict_mode(true); }
  StrictMode(const StrictMode&) = delete;
  StrictMode& operator=(const StrictMode&) = delete;
  ~StrictMode() { set_strict_mode(false); }
};

TEST_F(FailureTest, ListsTheThreadsOfADeadlock) {
  const std::string message = message_of(R"(
    if (threadIdx.x < 16) duet::barrier();
    else if (threadIdx.x == 20) x[0] = duet::ballot(duet::lane_mask(1) << 20 | 1, true);
    else if (threadIdx.x < 32) x[0] = duet::shuffle_xor(duet::lane_mask(0xffffffff), 1, 2);
    else if (threadIdx.x % 2 == 0) return;
    duet::barrier();
  )");
  EXPECT_THAT(message, HasSubstr("block (0,0,0): deadlock: the threads wait for each other"));
  EXPECT_THAT(message, HasSubstr("threads (0,0,0) to (15,0,0) wait at a barrier, bad.cu:5"));
  EXPECT_THAT(message, HasSubstr("thread (20,0,0) waits at ballot of lanes 0x100001, bad.cu:6"));
  EXPECT_THAT(message, HasSubstr("threads (16,0,0) to (19,0,0), (21,0,0) to (31,0,0) wait at "
                                 "shuffle_xor of lanes 0xffffffff, bad.cu:7"));
  EXPECT_THAT(message, HasSubstr("threads (33,0,0), (35,0,0), (37,0,0), (39,0,0) and 12 more wait "
                                 "at a barrier, bad.cu:9"));
  EXPECT_THAT(message, HasSubstr("16 threads have exited"));
}

TEST_F(FailureTest, AFailureIsLoggedIfTheStreamIsDestroyedBeforeAnyCallWaitsForIt) {
  const Kernel kernel =
      kernel_of("if (threadIdx.x == 0) duet::barrier(); else duet::ballot(3, 1);");
  const Buffer<int> x(device(), 1);
  const LogCapture log;
  {
    const Stream stream(device());
    launch(stream, kernel, {{1}, {2}}, x);
  }
  EXPECT_TRUE(eventually([&] {
    fill(stream_, x, 0);
    (void)stream_.query();  // makes the workers look for work
    return !log.lines().empty();
  }));
  EXPECT_THAT(log.lines(), testing::ElementsAre(
                               AllOf(HasSubstr("error: work failed in a stream that was destroyed"),
                                     HasSubstr("deadlock"))));
}

TEST_F(FailureTest, ReportsBlockAndThreadsInThreeDimensions) {
  const std::string message = message_of(
      "if (blockIdx.x == 1 && blockIdx.y == 2 && threadIdx.y == 1 && threadIdx.z == 1)\n"
      "  duet::wave_barrier(0xf);\n"
      "else duet::barrier();",
      {.grid = {3, 4}, .block = {4, 2, 2}});
  EXPECT_THAT(message, HasSubstr("block (1,2,0)"));
  EXPECT_THAT(message, HasSubstr("the mask lacks the calling lane"));
  EXPECT_THAT(message, HasSubstr("thread (0,1,1): wave barrier of lanes 0xf"));
  EXPECT_THAT(message, HasSubstr("bad.cu:5"));
}

TEST_F(FailureTest, ReportsTheLineInsideADeviceFunction) {
  const Kernel kernel = kernel_of("if (threadIdx.x == 0) meet(x); else duet::barrier();",
                                  "__device__ void meet(int* x) { x[0] = duet::any(0x3, true); }");
  EXPECT_THAT(message_of(kernel), AllOf(HasSubstr("any of lanes 0x3, bad.cu:2"),
                                        HasSubstr("thread (0,0,0) waits"), HasSubstr("bad.cu:4")));
}

TEST_F(FailureTest, ADivergentBarrierIsReportedInStrictModeOnly) {
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

TEST_F(FailureTest, AWholeWaveOperationInABranchIsReportedInStrictModeOnly) {
  const std::string body =
      "if (threadIdx.x < 8) x[threadIdx.x] = duet::ballot(true);\nduet::barrier();";
  const Buffer<int> x(device(), 8);
  launch(stream_, kernel_of(body), {{1}, {64}}, x);
  stream_.synchronize();
  const StrictMode strict;
  EXPECT_THAT(message_of(body), AllOf(HasSubstr("ballot of the whole wave, bad.cu:4"),
                                      HasSubstr("wait at a barrier, bad.cu:5")));
}

/// As in a reduction of 16 lanes, whose last lanes read values that no result needs.
TEST_F(FailureTest, AShuffleFromALaneOutsideItsMaskIsReportedInStrictModeOnly) {
  const std::string reduction =
      "if (threadIdx.x < 16) x[threadIdx.x] = duet::shuffle_down(0xffff, int(threadIdx.x), 8);";
  const std::string inside =
      "if (threadIdx.x < 16) x[threadIdx.x] = duet::shuffle_xor(0xffff, int(threadIdx.x), 8);";
  const Buffer<int> x(device(), 16);
  launch(stream_, kernel_of(reduction), {{1}, {64}}, x);
  stream_.synchronize();
  const StrictMode strict;
  EXPECT_THAT(message_of(reduction),
              HasSubstr("thread (8,0,0): strict mode: shuffle_down of lanes 0xffff reads lane 16, "
                        "which the mask lacks, bad.cu:4"));
  launch(stream_, kernel_of(inside), {{1}, {64}}, x);
  stream_.synchronize();
}

TEST_F(FailureTest, ATrapReportsItsThreadAndLine) {
  const std::string body = "if (blockIdx.x == 2 && threadIdx.x == 37) __trap();\n";
  for (const char* more : {"", "duet::barrier();"}) {
    EXPECT_THAT(message_of(body + more, {{5}, {64}}),
                HasSubstr("block (2,0,0), thread (37,0,0): trap, bad.cu:4"));
  }
}

TEST_F(FailureTest, AnAssertionReportsItsText) {
  const std::string body = "int& y = x[threadIdx.x]; y = 7;\nassert(y == 7 && threadIdx.x != 9);\n";
  for (const char* more : {"", "duet::wave_barrier();"}) {
    EXPECT_THAT(message_of(body + more), HasSubstr("thread (9,0,0): assertion 'y == 7 && "
                                                   "threadIdx.x != 9' failed, bad.cu:5"));
  }
}

TEST_F(FailureTest, AnAssertionFromCassertReportsItsText) {
  const ScopedVariable headers("DUET_CPU_HOST_HEADERS", "on");
  const Kernel kernel = kernel_of("assert(threadIdx.x < 50);", "#include <cassert>");
  EXPECT_THAT(message_of(kernel),
              AllOf(HasSubstr("thread (50,0,0)"), HasSubstr("assertion 'threadIdx.x < 50' failed"),
                    HasSubstr("bad.cu:4")));
}

TEST_F(FailureTest, AnAssertionFromTheDeviceHeadersReportsItsText) {
  const Kernel kernel =
      kernel_of("DUET_ASSERT(threadIdx.x < 50);", "#include <duet/device/assert.hpp>");
  EXPECT_THAT(message_of(kernel),
              AllOf(HasSubstr("thread (50,0,0)"), HasSubstr("assertion 'threadIdx.x < 50' failed"),
                    HasSubstr("bad.cu:4")));
}

TEST_F(FailureTest, ABarrierAfterThreadsHaveExitedIsLoggedOnceForEachKernel) {
  const LogCapture log;
  const std::string store = "x[blockIdx.x * 64 + threadIdx.x] = 1;";
  for (const char* body : {"if (threadIdx.x >= 5) return;\n__syncthreads();\n",
                           "if (threadIdx.x < 5) return;\n__syncthreads();\n",
                           "__syncthreads();\nif (threadIdx.x < 5) return;\n"}) {
    const Kernel kernel = kernel_of(body + store);
    const Buffer<int> x(device(), std::size_t{3} * 64);
    launch(stream_, kernel, {{3}, {64}}, x);
    launch(stream_, kernel, {{1}, {64}}, x);
    stream_.synchronize();
  }
  const auto is_warning = HasSubstr("warning: kernel 'k': some threads of a block exited before");
  EXPECT_THAT(log.lines(), testing::ElementsAre(is_warning, is_warning));
}

TEST_F(FailureTest, TheFirstWaitReportsTheError) {
  const Kernel kernel = kernel_of("if (threadIdx.x == 1) __trap();");
  const Buffer<int> x(device(), 64);
  const auto expect_error_of = [&](auto&& action) {
    launch(stream_, kernel, {{1}, {64}}, x);
    const Error error = error_of(action);
    EXPECT_EQ(error.code(), ErrorCode::launch_failed);
    EXPECT_THAT(error.what(), HasSubstr("thread (1,0,0): trap, bad.cu:4"));
    stream_.synchronize();
  };
  expect_error_of([&] { stream_.synchronize(); });
  expect_error_of([&] { device().synchronize(); });
  expect_error_of([&] {
    while (!stream_.query()) std::this_thread::yield();
  });
  expect_error_of([&] {
    const Event event(device());
    event.record(stream_);
    event.synchronize();
  });
  expect_error_of([&] {
    const Event event(device());
    event.record(stream_);
    while (!event.query()) std::this_thread::yield();
  });
  expect_error_of([&] { std::thread([] {}).join(), stream_.synchronize(); });
  expect_kernels_to_run();
}

TEST_F(FailureTest, AFailureConcernsOnlyItsStream) {
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

TEST_F(FailureTest, WaitsOfEncodersAndPoolsHideNoFailure) {
  const Kernel bad = kernel_of("if (threadIdx.x == 1) __trap();");
  const Kernel good = kernel_of("x[threadIdx.x] = 5;");
  const Buffer<int> x(device(), 64);
  CommandEncoder encoder(stream_, {.graphs = false, .max_batches_in_flight = 1});
  encoder.launch(bad, {{1}, {64}}, inout(x));
  encoder.on_complete([] {});
  encoder.commit();
  for (int i = 0; i < 3; ++i) {
    encoder.launch(good, {{1}, {64}}, inout(x));
    encoder.commit();
  }
  EXPECT_EQ(error_of([&] { encoder.synchronize(); }).code(), ErrorCode::launch_failed);
  EXPECT_NO_THROW(encoder.synchronize());

  launch(stream_, bad, {{1}, {64}}, x);
  {
    MemoryPool pool(device());
    const Buffer<int> temporary(pool, stream_, 64);
  }
  EXPECT_EQ(error_of([&] { stream_.synchronize(); }).code(), ErrorCode::launch_failed);
  EXPECT_NO_THROW(stream_.synchronize());
}

TEST_F(FailureTest, WorkAfterAFailedLaunchStillRuns) {
  const Kernel bad = kernel_of("duet::barrier(); if (threadIdx.x == 1) __trap();");
  const Kernel good = kernel_of("x[threadIdx.x] = 5;");
  const Buffer<int> x(device(), 64);
  launch(stream_, bad, {{1}, {64}}, x);
  launch(stream_, good, {{1}, {64}}, x);
  EXPECT_THAT(error_of([&] { stream_.synchronize(); }).what(), HasSubstr("trap"));
  EXPECT_THAT(read(stream_, x), testing::Each(5));
}

TEST_F(FailureTest, ReportsTheOneFailingBlockOfMany) {
  const Kernel kernel = kernel_of(R"(
    for (int i = 0; i < 100; ++i) duet::barrier();
    if (blockIdx.x == 777 && threadIdx.x == 12) __trap();
  )");
  EXPECT_THAT(message_of(kernel, {{1000}, {64}}),
              HasSubstr("block (777,0,0), thread (12,0,0): trap, bad.cu:6"));
}

TEST_F(FailureTest, AllBlocksMayFailAgainAndAgain) {
  const Kernel kernel = kernel_of("duet::barrier(); if (threadIdx.x == 3) __trap();");
  for (int i = 0; i < 100; ++i) {
    EXPECT_THAT(message_of(kernel, {{64}, {256}}), HasSubstr("(3,0,0): trap"));
  }
}

}  // namespace
}  // namespace duet::test
