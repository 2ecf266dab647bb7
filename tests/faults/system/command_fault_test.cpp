// The k-th system call of the command fails while it compiles a file: it reports an error or writes
// the whole file, and leaves no temporary file.

#include <sys/wait.h>

#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iostream>

#include "call_sampling.hpp"
#include "failing_calls.hpp"
#include "support/cache_folder.hpp"
#include "support/device_test.hpp"
#include "support/temporary_folder.hpp"

namespace duet::test {
namespace {

namespace fs = std::filesystem;

class CommandFaultTest : public testing::Test {
 protected:
  void SetUp() override {
    folder_.write("k.cu",
                  "#include <duet/device/kernel.hpp>\n"
                  "extern \"C\" __global__ void k(int* x) { x[threadIdx.x] += 1; }\n");
    fs::create_directory(folder_ / "tmp");
  }

  /// Runs `duet compile`. @returns its exit status, or -1 if a signal or the time limit ended it
  int compile(const std::string& fault) {
    fs::remove_all(folder_ / "out");
    fs::remove(folder_ / "report");
    const std::string line =
        "cd '" + folder_.path().string() + "' && DUET_TEST_SYSTEM_FAULT='" + fault +
        "' TMPDIR=\"$PWD/tmp\" DUET_CACHE_DIR=\"$PWD/cache\" DUET_CACHE=on timeout -s KILL 60 '" +
        DUET_COMMAND + "' compile k.cu -o out > output 2>&1";
    const int status = std::system(line.c_str());
    return WIFEXITED(status) && WEXITSTATUS(status) < 124 ? WEXITSTATUS(status) : -1;
  }

  /// The content of the file that the command writes; empty if there is none.
  std::string written() const {
    if (!fs::exists(folder_ / "out")) return {};
    for (const fs::directory_entry& file : fs::directory_iterator(folder_ / "out")) {
      return read_file(file.path());
    }
    return {};
  }

  duet_test::FailedCall report() const {
    const std::string bytes = read_file(folder_ / "report");
    duet_test::FailedCall call{};
    std::memcpy(&call, bytes.data(), std::min(bytes.size(), sizeof(call)));
    return call;
  }

  /// Checks the result of a run. @returns whether the file was written
  bool check(int status, const std::string& expected) const {
    const std::string output = read_file(folder_ / "output");
    // 2: the source cannot be read.
    EXPECT_TRUE(status >= 0 && status <= 2) << status << ": " << output;
    EXPECT_TRUE(status != 0 || written() == expected) << output;
    if (status != 0) {
      EXPECT_NE(output.find("error"), std::string::npos) << output;
      EXPECT_EQ(written(), "") << "a part of the file is left";
    }
    for (const fs::path& place : {folder_.path(), folder_ / "tmp", folder_ / "cache"}) {
      if (!fs::exists(place)) continue;
      for (const fs::directory_entry& entry : fs::directory_iterator(place)) {
        const std::string name = entry.path().filename().string();
        EXPECT_EQ(name.find("tmp-"), std::string::npos) << name;
        EXPECT_EQ(name.find("duet-work-"), std::string::npos) << name;
      }
    }
    return status == 0;
  }

  TemporaryFolder folder_{};
};

TEST_F(CommandFaultTest, CompilesOrReportsAnError) {
  ASSERT_EQ(compile(""), 0) << read_file(folder_ / "output");
  const std::string expected = written();
  ASSERT_FALSE(expected.empty());
  unsigned runs = 0;
  unsigned refused = 0;
  const long calls = fail_calls(tries_all_calls() ? 1 : 23, [&](long number, unsigned choice) {
    fs::remove_all(folder_ / "cache");
    const int status =
        compile("duet:" + std::to_string(number) + ":" + std::to_string(choice) + ":report");
    const duet_test::FailedCall call = report();
    ++runs;
    const bool is_refused = !check(status, expected);
    refused += is_refused ? 1 : 0;
    if (is_refused) {
      EXPECT_TRUE(check(compile(""), expected)) << "after a failure";
    }
    return call;
  });
  std::cout << "  about " << calls << " system calls, " << runs << " runs, " << refused
            << " errors\n";
}

}  // namespace
}  // namespace duet::test
