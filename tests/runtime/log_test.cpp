#include <stdexcept>

#include "support/child_process.hpp"
#include "support/device_test.hpp"
#include "support/eventually.hpp"
#include "support/log_capture.hpp"

namespace duet::test {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

/// Makes duet log one warning: operations that are never committed.
void lose_a_batch() {
  const Stream stream(Device(0));
  const Buffer<int> buffer(Device(0), 1);
  CommandEncoder encoder(stream);
  encoder.fill(buffer, 1);
}

using LogTest = DeviceTest;

TEST_F(LogTest, OperationsThatAreNeverCommittedAreAWarning) {
  const LogCapture log;
  lose_a_batch();
  EXPECT_THAT(log.lines(),
              ElementsAre(AllOf(
                  HasSubstr("warning: an encoder was destroyed with uncommitted operations (1)"),
                  HasSubstr("commit()"))));
}

TEST_F(LogTest, AnExceptionThatDropsABatchIsEnough) {
  const LogCapture log;
  try {
    const Stream stream(device());
    const Buffer<int> buffer(device(), 1);
    CommandEncoder encoder(stream);
    encoder.fill(buffer, 1);
    throw std::runtime_error("elsewhere");
  } catch (const std::runtime_error&) {
  }
  EXPECT_THAT(log.lines(), IsEmpty());
}

TEST_F(LogTest, AFailedCompletionHandlerWithoutSynchronizeIsAnError) {
  const LogCapture log;
  {
    const Stream stream(device());
    {
      CommandEncoder encoder(stream);
      encoder.on_complete([] { throw std::runtime_error("the handler's fault"); });
      encoder.commit();
    }
    stream.synchronize();
  }
  EXPECT_TRUE(eventually([&] { return !log.lines().empty(); }));
  EXPECT_THAT(log.lines(), ElementsAre(AllOf(HasSubstr("error: a completion handler failed"),
                                             HasSubstr("the handler's fault"))));
}

TEST_F(LogTest, TheLevelDecides) {
  {
    const LogCapture log(LogLevel::error);
    lose_a_batch();
    EXPECT_THAT(log.lines(), IsEmpty());
  }
  const LogCapture log(LogLevel::info);
  (void)compile({.name = "told", .source = "extern \"C\" __global__ void told() {}"}, device());
  EXPECT_THAT(log.lines(), testing::Contains(HasSubstr("info: compiled 'told' for ")));
}

TEST_F(LogTest, AHandlerThatThrowsOrLogsItselfIsHarmless) {
  int calls = 0;
  set_log_handler([&](LogLevel, std::string_view) {
    ++calls;
    lose_a_batch();
    throw std::runtime_error("ignored");
  });
  lose_a_batch();
  lose_a_batch();
  set_log_handler({});
  EXPECT_EQ(calls, 2);
}

TEST_F(LogTest, HandlersAreReplacedWhileThreadsLog) {
  std::atomic<int> calls{0};
  const auto replace = [&calls](int i) {
    set_log_handler([&calls, kept = std::vector<int>(10, i)](LogLevel, std::string_view) {
      calls += kept.at(9) >= 0 ? 1 : 0;
    });
  };
  replace(0);
  std::jthread logging([] {
    for (int i = 0; i < 200; ++i) lose_a_batch();
  });
  for (int i = 1; i < 1000; ++i) replace(i);
  logging.join();
  set_log_handler({});
  EXPECT_GT(calls.load(), 0);
}

// Runs in a process of its own: the default handler prints each text once in a process.
TEST_F(LogTest, DISABLED_PrintsTwice) {
  testing::internal::CaptureStderr();
  lose_a_batch();
  lose_a_batch();
  const std::string text = testing::internal::GetCapturedStderr();
  const std::string line =
      "duet: warning: an encoder was destroyed with uncommitted operations (1)";
  const bool is_silent = text.empty();
  const bool is_once = text.starts_with(line) && text.find(line, 1) == std::string::npos;
  const bool is_complaint =
      text.starts_with("duet: warning: the environment variable DUET_LOG is 'loud'") &&
      text.find(line) != std::string::npos;
  _exit(is_silent ? 10 : is_once ? 11 : is_complaint ? 12 : 13);
}

TEST_F(LogTest, TheDefaultPrintsOnceAndTheEnvironmentSetsTheLevel) {
  const auto run = [](const char* variable) {
    return ChildProcess("LogTest.DISABLED_PrintsTwice", {variable}).wait();
  };
  EXPECT_EQ(run("DUET_LOG="), 11);
  EXPECT_EQ(run("DUET_LOG=error"), 10);
  EXPECT_EQ(run("DUET_LOG=off"), 10);
  EXPECT_EQ(run("DUET_LOG=loud"), 12);
}

TEST(ErrorObserverTest, SeesErrorsBeforeTheyAreThrown) {
  std::vector<std::string> seen;
  set_error_observer([&](const Error& error) {
    seen.push_back(std::string(name_of(error.code())) + ": " + error.what());
    throw std::runtime_error("ignored");
  });
  try {
    (void)cover(1, 0);
  } catch (const Error&) {
    seen.emplace_back("caught");
  }
  set_error_observer({});
  (void)error_of([] { (void)cover(1, 0); });
  EXPECT_THAT(seen, ElementsAre(HasSubstr("invalid_argument: "), "caught"));
}

}  // namespace
}  // namespace duet::test
