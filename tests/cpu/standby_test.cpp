// A waiting compiler makes compilations faster and changes nothing else.

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <string>
#include <vector>

#include "support/child_process.hpp"
#include "support/device_test.hpp"
#include "support/environment.hpp"
#include "support/stored_number.hpp"
#include "support/temporary_folder.hpp"

namespace duet::test {
namespace {

namespace fs = std::filesystem;

/// The compiler processes that are children of this process.
std::vector<pid_t> compilers() {
  std::vector<pid_t> found;
  for (const fs::directory_entry& entry : fs::directory_iterator("/proc")) {
    std::ifstream file(entry.path() / "stat");
    pid_t id = 0, parent = 0;
    std::string name;
    char state = 0;
    if (file >> id >> name >> state >> parent && parent == getpid() && state != 'Z' &&
        name.starts_with("(clang")) {
      found.push_back(id);
    }
  }
  return found;
}

/// A program that stores a number. If the backend compiles it again after a failure, it has a
/// second kernel.
Program storing(const std::string& number) {
  return {.name = "store.cu",
          .source = "extern \"C\" __global__ void store(int* out) { *out = " + number +
                    "; }\n"
                    "#ifdef DUET_CPU_PLAIN\n"
                    "extern \"C\" __global__ void second_time() {}\n"
                    "#endif\n",
          .kernels = {"store"}};
}

class StandbyTest : public DeviceTest {
 protected:
  void SetUp() override {
    DeviceTest::SetUp();
    // A new link to the compiler, so that no compiler of another test fits.
    const fs::path clang = find_clang();
    if (clang.empty()) GTEST_SKIP() << "needs clang++";
    fs::create_symlink(clang, files_ / "clang++");
    compiler_.emplace("DUET_CPU_COMPILER", (files_ / "clang++").string());
  }

  /// Compiles two programs; then a compiler waits.
  void compile_twice(const CompileOptions& options = {}) const {
    for (int number = 0; number < 2; ++number) {
      Program program = storing(std::to_string(number));
      program.options = options;
      EXPECT_EQ(stored_by(program), number);
    }
    EXPECT_EQ(compilers().size(), 1u);
  }

  int stored_by(const Program& program) const {
    const Module module(device(), compile(program, device()));
    EXPECT_EQ(module.kernel_names(), std::vector<std::string>{"store"});
    return test::stored_by(module);
  }

  /// Spoils the folder of the waiting compiler and checks that programs still compile.
  void expect_replaced_after(const std::function<void(const fs::path&)>& spoil) const {
    fs::create_directory(files_ / "temporary");
    const ScopedVariable temporary("TMPDIR", (files_ / "temporary").string());
    compile_twice();
    for (const fs::directory_entry& entry : fs::directory_iterator(files_ / "temporary")) {
      spoil(entry.path());
    }
    EXPECT_EQ(stored_by(storing("3")), 3);
    EXPECT_EQ(stored_by(storing("4")), 4);
  }

  TemporaryFolder files_{};
  std::optional<ScopedVariable> compiler_{};

 private:
  static fs::path find_clang() {
    const std::string path = std::getenv("PATH") == nullptr ? "" : std::getenv("PATH");
    for (std::size_t begin = 0; begin < path.size();) {
      const std::size_t end = std::min(path.find(':', begin), path.size());
      const fs::path clang = fs::path(path.substr(begin, end - begin)) / "clang++";
      if (fs::exists(clang)) return fs::canonical(clang.parent_path()) / clang.filename();
      begin = end + 1;
    }
    return {};
  }
};

TEST_F(StandbyTest, WaitsFromTheSecondProgramOn) {
  EXPECT_EQ(stored_by(storing("1")), 1);
  EXPECT_TRUE(compilers().empty());
  EXPECT_EQ(stored_by(storing("2")), 2);
  for (int number = 3; number < 8; ++number) {
    const std::vector<pid_t> before = compilers();
    ASSERT_EQ(before.size(), 1u);
    EXPECT_EQ(stored_by(storing(std::to_string(number))), number);
    ASSERT_EQ(compilers().size(), 1u);
    EXPECT_NE(compilers(), before);
  }
}

TEST_F(StandbyTest, CanBeSwitchedOff) {
  const ScopedVariable off("DUET_CPU_STANDBY", "off");
  for (int number = 0; number < 3; ++number) {
    EXPECT_EQ(stored_by(storing(std::to_string(number))), number);
  }
  EXPECT_TRUE(compilers().empty());
}

TEST_F(StandbyTest, DoesNotWaitForACompilerScript) {
  fs::remove(files_ / "clang++");
  files_.write("clang++", "#!/bin/sh\nexec /usr/bin/env -u DUET_CPU_COMPILER clang++ \"$@\"\n");
  fs::permissions(files_ / "clang++", fs::perms::owner_all);
  for (int number = 0; number < 3; ++number) {
    EXPECT_EQ(stored_by(storing(std::to_string(number))), number);
  }
  EXPECT_TRUE(compilers().empty());
}

TEST_F(StandbyTest, ErrorsShowTheSameLines) {
  Program wrong = storing("unknown");
  const std::string cold = error_of([&] { (void)compile(wrong, device()); }).log();
  EXPECT_NE(cold.find("store.cu:1:"), std::string::npos) << cold;
  compile_twice();
  EXPECT_EQ(error_of([&] { (void)compile(wrong, device()); }).log(), cold);
  EXPECT_EQ(stored_by(storing("3")), 3);
}

TEST_F(StandbyTest, CompilesToTheSameCode) {
  // With a sanitizer, code contains the name of the folder that it was compiled in.
  const ScopedVariable plain("DUET_CPU_SANITIZE", "off");
  const std::vector<std::byte> cold = compile(storing("7"), device()).bytes;
  compile_twice();
  EXPECT_EQ(compile(storing("7"), device()).bytes, cold);
}

/// A program that stores a number and begins with includes, which a waiting compiler reads ahead.
Program prefixed(const std::string& prefix, const std::string& number) {
  Program program = storing(number);
  program.source = prefix + program.source;
  return program;
}

constexpr const char* two_headers =
    "// Many programs begin with these lines.\n"
    "#include <duet/device/half.hpp>\n"
    "\n"
    "  # include <duet/device/complex.hpp> \n";

TEST_F(StandbyTest, ReadsLeadingIncludesAhead) {
  for (int number = 0; number < 5; ++number) {
    EXPECT_EQ(stored_by(prefixed(two_headers, "int(duet::half(" + std::to_string(number) + "))")),
              number);
  }
  const std::vector<pid_t> waiting = compilers();
  ASSERT_EQ(waiting.size(), 1u);
  const std::vector<std::string> others{"",
                                        "#include <duet/device/complex.hpp>\n",
                                        std::string("\n") + two_headers,
                                        std::string("#define int int\n") + two_headers,
                                        std::string("using number = int;\n") + two_headers,
                                        "#include <duet/device/half.hpp> // and more\n"};
  for (const std::string& other : others) {
    EXPECT_EQ(stored_by(prefixed(other, "11")), 11) << other;
    EXPECT_EQ(stored_by(prefixed(two_headers, "int(duet::half(12))")), 12);
    EXPECT_EQ(stored_by(prefixed(two_headers, "int(duet::half(13))")), 13);
  }
  EXPECT_NE(compilers(), waiting);
}

TEST_F(StandbyTest, LeadingIncludesCompileToTheSameCode) {
  const ScopedVariable plain("DUET_CPU_SANITIZE", "off");
  for (const bool debug : {false, true}) {
    Program program = prefixed(two_headers, "int(duet::complex<float>(3.0f, 1.0f).re)");
    program.options.debug = debug;
    const std::vector<std::byte> cold = compile(program, device()).bytes;
    for (int times = 0; times < 3; ++times) {
      EXPECT_EQ(compile(program, device()).bytes, cold) << debug;
    }
  }
}

TEST_F(StandbyTest, LeadingIncludesSeeTheMacrosOfTheProgram) {
  for (const char* number : {"21", "22", "22", "22", "23"}) {
    Program program = prefixed(two_headers, "NUMBER");
    program.options.defines = {std::string("NUMBER=") + number};
    EXPECT_EQ(stored_by(program), std::stoi(number));
  }
}

TEST_F(StandbyTest, MessagesAfterLeadingIncludesShowTheSameLines) {
  Program wrong = prefixed(two_headers, "unknown");
  const std::string cold = error_of([&] { (void)compile(wrong, device()); }).log();
  EXPECT_NE(cold.find("store.cu:5:"), std::string::npos) << cold;
  EXPECT_EQ(cold.find("duet/"), std::string::npos) << cold;
  Program warned = prefixed(two_headers, "1; int unused");
  warned.options.extra = {"-Wunused-variable"};
  const std::string warning = compile(warned, device()).log;
  EXPECT_NE(warning.find("store.cu:5:"), std::string::npos) << warning;
  for (int number = 0; number < 3; ++number) {
    EXPECT_EQ(error_of([&] { (void)compile(wrong, device()); }).log(), cold);
    EXPECT_EQ(compile(warned, device()).log, warning);
    EXPECT_EQ(stored_by(prefixed(two_headers, "3")), 3);
  }
}

TEST_F(StandbyTest, OtherOptionsUseAnotherCompiler) {
  compile_twice();
  Program program = storing("sizeof(duet_wave) * 0 + __cplusplus / 100");
  program.source = "using duet_wave = int;\n" + program.source;
  program.options.standard = 20;
  EXPECT_GE(stored_by(program), 2020);
}

TEST_F(StandbyTest, UsesTheMacrosOfTheProgram) {
  compile_twice();
  Program program = storing("NUMBER");
  program.options.defines = {"NUMBER=11"};
  EXPECT_EQ(stored_by(program), 11);
}

TEST_F(StandbyTest, UsesTheHeadersOfTheProgram) {
  compile_twice();
  Program program = storing("number");
  program.source = "#include <inner/number.hpp>\n" + program.source;
  for (const int number : {5, 6}) {
    program.headers = {
        {"inner/number.hpp", "constexpr int number = " + std::to_string(number) + ";"}};
    EXPECT_EQ(stored_by(program), number);
  }
}

TEST_F(StandbyTest, HeadersMayHaveTheNamesOfInternalFiles) {
  for (const char* name : {"kernel.cpp", "kernel.o", "log", "program.cpp"}) {
    Program program = storing("number");
    program.source = std::string("#include \"") + name + "\"\n" + program.source;
    program.headers = {{name, "constexpr int number = 4;"}};
    EXPECT_EQ(stored_by(program), 4) << name;
  }
}

TEST_F(StandbyTest, SeesFilesThatWereAddedToAnIncludeFolder) {
  CompileOptions options;
  options.include_dirs = {(files_ / "include").string()};
  fs::create_directory(files_ / "include");
  compile_twice(options);
  files_.write("include/number.hpp", "constexpr int number = 9;\n");
  Program program = storing("number");
  program.source = "#include <number.hpp>\n" + program.source;
  program.options = options;
  EXPECT_EQ(stored_by(program), 9);
}

TEST_F(StandbyTest, SeesAnIncludeFolderThatWasAdded) {
  for (const char* folder : {"late", "include"}) {
    files_.write(std::string(folder) + "/number.hpp",
                 std::string("constexpr int number = sizeof(\"") + folder + "\");\n");
  }
  fs::rename(files_ / "late", files_ / "away");
  CompileOptions options;
  options.include_dirs = {(files_ / "late").string(), (files_ / "include").string()};
  compile_twice(options);
  fs::rename(files_ / "away", files_ / "late");
  Program program = storing("number");
  program.source = "#include <number.hpp>\n" + program.source;
  program.options = options;
  EXPECT_EQ(stored_by(program), sizeof("late"));
}

TEST_F(StandbyTest, DoesNotWaitIfOptionsHideIncludeFolders) {
  CompileOptions options;
  files_.write("options", "-DOPTION\n");
  for (const std::vector<std::string>& extra : std::vector<std::vector<std::string>>{
           {"-isystem", files_.path().string()}, {"@" + (files_ / "options").string()}}) {
    options.extra = extra;
    for (int number = 0; number < 3; ++number) {
      Program program = storing(std::to_string(number));
      program.options = options;
      EXPECT_EQ(stored_by(program), number);
    }
    EXPECT_TRUE(compilers().empty()) << extra.front();
  }
}

TEST_F(StandbyTest, AReplacedCompilerIsUsed) {
  compile_twice();
  fs::remove(files_ / "clang++");
  files_.write("clang++", "#!/bin/sh\necho the other compiler >&2\nexit 1\n");
  fs::permissions(files_ / "clang++", fs::perms::owner_all);
  const Error error = error_of([&] { (void)compile(storing("1"), device()); });
  EXPECT_NE(error.log().find("the other compiler"), std::string::npos) << error.log();
}

TEST_F(StandbyTest, UsesAChangedEnvironmentVariable) {
  compile_twice();
  files_.write("variable/number.hpp", "constexpr int number = 12;\n");
  const ScopedVariable folder("CPLUS_INCLUDE_PATH", (files_ / "variable").string());
  Program program = storing("number");
  program.source = "#include <number.hpp>\n" + program.source;
  EXPECT_EQ(stored_by(program), 12);
}

TEST_F(StandbyTest, UsesAChangedWorkingFolder) {
  files_.write("one/include/number.hpp", "constexpr int number = 1;\n");
  files_.write("two/include/number.hpp", "constexpr int number = 2;\n");
  CompileOptions options;
  options.include_dirs = {"include"};
  const fs::path before = fs::current_path();
  fs::current_path(files_ / "one");
  compile_twice(options);
  fs::current_path(files_ / "two");
  Program program = storing("number");
  program.source = "#include <number.hpp>\n" + program.source;
  program.options = options;
  EXPECT_EQ(stored_by(program), 2);
  fs::current_path(before);
}

TEST_F(StandbyTest, AKilledCompilerIsReplaced) {
  compile_twice();
  for (const pid_t compiler : compilers()) kill(compiler, SIGKILL);
  EXPECT_EQ(stored_by(storing("3")), 3);
  EXPECT_EQ(stored_by(storing("4")), 4);
}

TEST_F(StandbyTest, ACompilerThatCannotReadTheProgramIsReplaced) {
  expect_replaced_after(
      [](const fs::path& folder) { EXPECT_TRUE(fs::remove(folder / "source/program")) << folder; });
}

TEST_F(StandbyTest, ACompilerWithoutItsFolderIsReplaced) {
  expect_replaced_after([](const fs::path& folder) { EXPECT_GT(fs::remove_all(folder), 1u); });
}

TEST_F(StandbyTest, CompilesASourceLargerThanAPipe) {
  compile_twice();
  Program program = storing("5");
  program.source += "//" + std::string(3 << 20, 'x') + "\n";
  EXPECT_EQ(stored_by(program), 5);
}

TEST_F(StandbyTest, AForkedProcessDoesNotBlockTheCompiler) {
  compile_twice();
  const pid_t forked = fork();
  if (forked == 0) {
    pause();
    _exit(0);
  }
  ASSERT_GT(forked, 0);
  EXPECT_EQ(stored_by(storing("3")), 3);
  kill(forked, SIGKILL);
  EXPECT_EQ(waitpid(forked, nullptr, 0), forked);
}

TEST_F(StandbyTest, AForkedProcessDoesNotUseTheCompiler) {
  compile_twice();
  const std::vector<pid_t> waiting = compilers();
  const pid_t forked = fork();
  if (forked == 0) _exit(compile(storing("8"), device()).bytes.empty() ? 1 : 0);
  ASSERT_GT(forked, 0);
  int status = -1;
  EXPECT_EQ(waitpid(forked, &status, 0), forked);
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
  EXPECT_EQ(compilers(), waiting);
  EXPECT_EQ(stored_by(storing("3")), 3);
}

constexpr const char* end_variable = "DUET_TEST_STANDBY_END";

TEST(StandbyChild, DISABLED_Compiles) {
  const char* const end = std::getenv(end_variable);
  if (end == nullptr) GTEST_SKIP() << "runs in child processes of other tests";
  for (const char* number : {"1", "2"}) (void)compile(storing(number), Device(0));
  const bool waits = compilers().size() == 1;
  if (std::string_view(end) == "kill") kill(getpid(), SIGKILL);
  std::exit(waits ? 0 : 1);
}

/// Ends child processes and looks for folders and compilers that they leave. Each child has a
/// temporary folder of its own.
class StandbyEnd : public StandbyTest {
 protected:
  int end_by(const std::string& end) const {
    fs::create_directory(files_ / "temporary");
    ChildProcess child(
        "StandbyChild.DISABLED_Compiles",
        {std::string(end_variable) + "=" + end, "TMPDIR=" + (files_ / "temporary").string()});
    return child.wait();
  }
  /// Whether a process has the folder in its command line.
  bool is_compiler_left() const {
    const std::string folder = (files_ / "temporary").string();
    for (const fs::directory_entry& entry : fs::directory_iterator("/proc")) {
      std::ifstream file(entry.path() / "cmdline", std::ios::binary);
      std::string text;
      std::getline(file, text);  // empty if the process has ended; an istream iterator would throw
      if (text.find(folder) != std::string::npos) return true;
    }
    return false;
  }
};

TEST_F(StandbyEnd, AProcessThatExitsLeavesNothing) {
  EXPECT_EQ(end_by("exit"), 0);
  EXPECT_FALSE(is_compiler_left());
  EXPECT_TRUE(fs::is_empty(files_ / "temporary"));
}

TEST_F(StandbyEnd, AKilledProcessLeavesNoCompiler) {
  EXPECT_EQ(end_by("kill"), -1);
  while (is_compiler_left()) usleep(1000);
}

}  // namespace
}  // namespace duet::test
