#pragma once

// Runs the programs as a user does.

#include <gtest/gtest.h>
#include <sys/wait.h>

#include <cstdio>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <duet/device.hpp>
#include <duet/error.hpp>

#include "../support/temporary_folder.hpp"
#include "support/file.hpp"
#include "support/output_file.hpp"

struct Result {
  int status = -1;
  std::string output{};  ///< Standard output and standard error.
};

inline std::string quoted(const std::string& text) {
  std::string result = "'";
  for (const char c : text) result += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return result + "'";
}

/// Gives each test a folder in which programs run.
class CommandTest : public testing::Test {
 protected:
  void write(const std::string& name, std::string_view text) const {
    duet::tool::write_bytes(folder_ / name, std::as_bytes(std::span(text)));
  }
  bool exists(const std::string& name) const { return std::filesystem::exists(folder_ / name); }

  /// Runs a program in the folder.
  Result run(const char* program, const std::vector<std::string>& arguments) const {
    std::string line = "cd " + quoted(folder_.path().string()) + " && " + quoted(program);
    for (const std::string& argument : arguments) line.append(" ").append(quoted(argument));
    FILE* pipe = popen((line + " 2>&1").c_str(), "r");
    Result result;
    if (pipe == nullptr) return result;
    char buffer[4096];
    while (const std::size_t count = std::fread(buffer, 1, sizeof buffer, pipe))
      result.output.append(buffer, count);
    const int status = pclose(pipe);
    result.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    return result;
  }
  Result duet(const std::vector<std::string>& arguments) const {
    return run(DUET_COMMAND, arguments);
  }
  /// Runs a line of the shell in the folder, where $DUET is the command.
  Result shell(const std::string& line) const {
    return run("env", {std::string("DUET=") + DUET_COMMAND, "sh", "-c", line});
  }

  duet::test::TemporaryFolder folder_{};
};

inline void expect_result(const Result& result, int status, const std::vector<std::string>& parts) {
  EXPECT_EQ(result.status, status) << result.output;
  for (const std::string& part : parts)
    EXPECT_NE(result.output.find(part), std::string::npos) << part << "\nin\n" << result.output;
}

#define NEEDS_DEVICE()                                                           \
  if (duet::Device::count() == 0)                                                \
  GTEST_SKIP() << "no device: "                                                  \
               << duet::Device::unavailable_reason()                             \
                      .value_or(duet::Error{duet::ErrorCode::no_device, "none"}) \
                      .what()
