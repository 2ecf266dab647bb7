// Environment variables: unknown names and values that duet does not accept.

#include <array>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include <duet/environment.hpp>

#include "support/device_test.hpp"
#include "support/environment.hpp"

namespace duet::test {
namespace {

/// Expects that the check prints a text, a regular expression, in a process with a variable set.
void expect_warning(const char* variable, const char* value, const char* text) {
  EXPECT_EXIT(
      {
        setenv(variable, value, 1);
        check_environment();
        check_environment();  // prints nothing new
        std::fputs("end", stderr);
        _exit(0);
      },
      testing::ExitedWithCode(0),
      testing::MatchesRegex(std::string("(duet: warning: .*\n)*duet: warning: ") + text + "\nend"))
      << variable;
}

TEST(EnvironmentTest, UnknownNamesAreReportedOnceWithASuggestion) {
  expect_warning("DUET_CHACHE", "off",
                 ".* DUET_CHACHE is set, .*no such variable; did you mean DUET_CACHE\\?");
  expect_warning("DUET_cpu_devices", "2", ".*did you mean DUET_CPU_DEVICES\\?");
  expect_warning("DUET_QQQQQQQQQQQQQQQQ", "", ".*no such variable");
}

TEST(EnvironmentTest, ValuesThatAreNotAcceptedAreReportedWithThoseThatAre) {
  const std::vector<std::array<const char*, 3>> cases = {
      {"DUET_CACHE", "yes", "'yes', but must be on, read or off; it is ignored"},
      {"DUET_CACHE_MAX_SIZE", "1T", "'1T', but must be a number of bytes .*"},
      {"DUET_CPU_STANDBY", "true", "'true', but must be on or off.*"},
      {"DUET_CPU_DEVICES", "two", "'two', but must be a number from 1 to 16.*"},
      {"DUET_CPU_DEVICES", "17", "'17', but must be a number from 1 to 16.*"},
      {"DUET_STRICT", "yes", "'yes', but must be 1 or 0.*"},
      {"DUET_CPU_BLOCK_ORDER", "random", "'random', but must be backwards or forwards.*"},
      {"DUET_CPU_SIGNALS", "0", "'0', but must be on or off.*"},
      {"DUET_CPU_SANITIZE", "0", "'0', but must be on or off.*"},
      {"DUET_CPU_WAVE_SIZE", "48", "'48', but must be 32 or 64"},
      {"DUET_ENCODER_GRAPHS", "1", "'1', but must be on or off"},
      {"DUET_ENCODER_MAX_BYTES", "-3", "'-3', but must be a positive whole number"}};
  for (const auto& [variable, value, text] : cases) {
    expect_warning(variable, value,
                   (std::string("the environment variable ") + variable + " is " + text).c_str());
  }
}

TEST(EnvironmentTest, AcceptedValuesAndOtherVariablesAreNotReported) {
  EXPECT_EXIT(
      {
        setenv("DUET_CACHE", "read", 1);
        setenv("DUET_CACHE_MAX_SIZE", "20M", 1);
        setenv("DUET_CPU_DEVICES", "", 1);
        setenv("DUET_KEEP_LABEL", "any text", 1);
        setenv("DUETTO", "1", 1);
        check_environment();
        std::fputs("end", stderr);
        _exit(0);
      },
      testing::ExitedWithCode(0), testing::Not(testing::HasSubstr("warning")));
}

TEST(EnvironmentTest, AnIgnoredValueIsReportedWhereItIsUsed) {
  if (std::string(backend_name()) != "CPU") GTEST_SKIP() << "only the CPU has DUET_CPU_DEVICES";
  GTEST_FLAG_SET(death_test_style, "threadsafe");  // values are read once in a process
  const ScopedVariable devices("DUET_CPU_DEVICES", "many");
  EXPECT_EXIT(_exit(Device::count()), testing::ExitedWithCode(1),
              "warning: .*DUET_CPU_DEVICES is 'many'");
}

}  // namespace
}  // namespace duet::test
