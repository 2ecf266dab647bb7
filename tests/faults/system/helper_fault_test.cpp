// The k-th system call of the program duet-compile fails while it compiles for this process: its
// code is right, or there is an error with a message. Then other helpers work.

#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <iostream>
#include <optional>
#include <set>
#include <system_error>

#include "call_sampling.hpp"
#include "compile/compile_target.hpp"
#include "compile/helper/pool.hpp"
#include "compile/helper/process.hpp"
#include "failing_calls.hpp"
#include "support/cache_folder.hpp"
#include "support/device_test.hpp"
#include "support/environment.hpp"
#include "support/temporary_folder.hpp"

namespace duet::test {
namespace {

namespace fs = std::filesystem;

/// The processes that this one has started and not waited for.
std::multiset<pid_t> children() {
  std::multiset<pid_t> found;
  std::ifstream file("/proc/self/task/" + std::to_string(getpid()) + "/children");
  for (pid_t child = 0; file >> child;) found.insert(child);
  return found;
}

std::size_t open_files() {
  const fs::directory_iterator files("/proc/self/fd");
  return static_cast<std::size_t>(std::distance(fs::begin(files), fs::end(files)));
}

class HelperFaultTest : public testing::Test {
 protected:
  void SetUp() override {
    set_log_handler([](LogLevel, std::string_view) {});
  }
  void TearDown() override { set_log_handler({}); }

  static helper::Request request(int value = 1) {
    Program program{.name = "helper.cu",
                    .source = "extern \"C\" __global__ void k(int* x) { x[0] = " +
                              std::to_string(value) + "; }",
                    .kernels = {"k"}};
    return {std::move(program), vendor::parse_target(supported_architectures().back())};
  }

  /// Compiles in a new helper. @returns nothing if the start is refused
  static std::optional<Code> compile_in_new_helper() {
    helper::Process process(DUET_COMPILE_PROGRAM);
    if (!process.receive_greeting()) return std::nullopt;
    return process.compile(request());
  }

  /// @returns the call that failed
  duet_test::FailedCall run_with_failure(long number, unsigned choice) {
    fs::remove(report_);
    const std::size_t files = open_files();
    {
      const ScopedVariable fault("DUET_TEST_SYSTEM_FAULT",
                                 "duet-compile:" + std::to_string(number) + ":" +
                                     std::to_string(choice) + ":" + report_.string());
      try_once();
    }
    ++runs_;
    EXPECT_EQ(open_files(), files);
    EXPECT_THAT(children(), testing::IsEmpty());
    EXPECT_TRUE(fs::is_empty(temporary_.path())) << "temporary files are left";
    const std::string bytes = fs::exists(report_) ? read_file(report_) : "";
    duet_test::FailedCall call{};
    std::memcpy(&call, bytes.data(), std::min(bytes.size(), sizeof(call)));
    EXPECT_TRUE(text_.empty() || call.choices != 0) << "an error without a failed call: " << text_;
    return call;
  }

  void try_once() {
    text_.clear();
    alarm(60);  // ends a test that hangs
    try {
      const std::optional<Code> code = compile_in_new_helper();
      if (!code) {
        text_ = "no greeting";
      } else {
        EXPECT_EQ(code->bytes, expected_.bytes);
        EXPECT_EQ(code->lowered_names, expected_.lowered_names);
      }
    } catch (const Error& error) {
      text_ = error.what();
      EXPECT_THAT(text_, testing::HasSubstr("helper.cu"));
    } catch (const std::system_error& error) {
      text_ = error.what();
    }
    alarm(0);
    errors_ += text_.empty() ? 0 : 1;
  }

  TemporaryFolder temporary_{};
  TemporaryFolder reports_{};
  fs::path report_ = reports_ / "report";
  ScopedVariable variable_{"TMPDIR", temporary_.path().string()};
  ScopedVariable rare_calls_{"DUET_TEST_RARE_CALLS", "on"};
  Code expected_{};
  std::string text_{};  ///< of the last error
  unsigned runs_ = 0;
  unsigned errors_ = 0;
};

TEST_F(HelperFaultTest, CompilesOrReportsAnError) {
  const std::optional<Code> code = compile_in_new_helper();
  ASSERT_TRUE(code);
  expected_ = *code;
  const long calls = fail_calls(tries_all_calls() ? 1 : 41, [&](long number, unsigned choice) {
    const duet_test::FailedCall call = run_with_failure(number, choice);
    EXPECT_FALSE(HasFailure()) << text_;
    return call;
  });
  EXPECT_GT(errors_, 0u);
  std::cout << "  about " << calls << " system calls of the helper, " << runs_ << " runs, "
            << errors_ << " errors\n";
}

/// Ends the helpers that wait by a signal.
void end_helpers() {
  for (const pid_t child : children()) {
    ASSERT_EQ(kill(child, SIGKILL), 0);
    siginfo_t end{};
    ASSERT_EQ(waitid(P_PID, static_cast<id_t>(child), &end, WEXITED | WNOWAIT), 0);
  }
}

TEST_F(HelperFaultTest, AnEndedHelperIsReplaced) {
  const ScopedVariable chosen("DUET_COMPILE_HELPER", DUET_COMPILE_PROGRAM);
  helper::Pool& pool = *helper::Pool::instance();
  const Code code = pool.compile(request());
  ASSERT_EQ(children().size(), 1u);
  end_helpers();
  EXPECT_EQ(pool.compile(request()).bytes, code.bytes);
}

/// Other programs remove old folders from /tmp.
TEST_F(HelperFaultTest, AHelperWithoutItsFolderIsReplaced) {
  const ScopedVariable chosen("DUET_COMPILE_HELPER", DUET_COMPILE_PROGRAM);
  helper::Pool& pool = *helper::Pool::instance();
  const Code code = pool.compile(request());
  for (const fs::directory_entry& folder : fs::directory_iterator(temporary_.path())) {
    fs::remove_all(folder.path());
  }
  EXPECT_EQ(pool.compile(request()).bytes, code.bytes);
}

/// A refused start of a helper is not remembered.
TEST_F(HelperFaultTest, ARefusedStartIsAnError) {
  const ScopedVariable chosen("DUET_COMPILE_HELPER", DUET_COMPILE_PROGRAM);
  helper::Pool& pool = *helper::Pool::instance();
  const Code code = pool.compile(request());
  end_helpers();
  {
    const ScopedVariable wrong("TMPDIR", "/nowhere/at/all");
    const Error error = error_of([&] { (void)pool.compile(request()); });
    EXPECT_EQ(error.code(), ErrorCode::no_compiler);
    EXPECT_THAT(error.what(), testing::AllOf(testing::HasSubstr("duet-compile"),
                                             testing::HasSubstr("/nowhere/at/all")));
  }
  EXPECT_EQ(pool.compile(request()).bytes, code.bytes);
}

}  // namespace
}  // namespace duet::test
