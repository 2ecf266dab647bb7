#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "support/device_test.hpp"

namespace duet::test {
namespace {

// Each case runs in a new process, since loaded libraries stay loaded.

/// Runs `action`. Prints the code and message of its error and exits with 1; without an error with
/// 0.
template <typename Action>
[[noreturn]] void report(Action&& action) {
  try {
    action();
  } catch (const Error& error) {
    std::fprintf(stderr, "[%s] %s\n", name_of(error.code()), error.what());
    std::_Exit(1);
  }
  std::_Exit(0);
}

class MissingLibrary : public testing::Test {
 protected:
  void SetUp() override { GTEST_FLAG_SET(death_test_style, "threadsafe"); }
  static bool links_its_backend() { return std::string(backend_name()) == "CPU"; }
};

TEST_F(MissingLibrary, AMissingDriverNamesTheTriedPath) {
  if (links_its_backend()) GTEST_SKIP() << "this backend's driver is linked";
  EXPECT_EXIT(
      {
        setenv("DUET_DRIVER_LIBRARY", "/nowhere/libdriver.so", 1);
        report([] { (void)Device(0); });
      },
      testing::ExitedWithCode(1),
      "\\[no_driver\\].*DUET_DRIVER_LIBRARY(.|\n)*/nowhere/libdriver.so");
}

TEST_F(MissingLibrary, NoDriverMeansNoDevices) {
  if (links_its_backend()) GTEST_SKIP() << "this backend's driver is linked";
  EXPECT_EXIT(
      {
        setenv("DUET_DRIVER_LIBRARY", "/nowhere/libdriver.so", 1);
        report([] {
          if (Device::count() == 0) throw *Device::unavailable_reason();
        });
      },
      testing::ExitedWithCode(1), "\\[no_driver\\]");
}

TEST_F(MissingLibrary, AnotherLibraryFailsAtTheFirstCall) {
  if (links_its_backend()) GTEST_SKIP() << "this backend's driver is linked";
  EXPECT_EXIT(
      {
        setenv("DUET_DRIVER_LIBRARY", "libm.so.6", 1);
        report([] { (void)Device(0); });
      },
      testing::ExitedWithCode(1), "\\[missing_entry_point\\].*Init");
}

TEST_F(MissingLibrary, AMissingCompilerLibraryNamesTheTriedPath) {
  if (links_its_backend()) GTEST_SKIP() << "this backend's compiler is a program";
  EXPECT_EXIT(
      {
        setenv("DUET_COMPILER_LIBRARY", "/nowhere/libcompiler.so", 1);
        report([] { (void)compiler_description(); });
      },
      testing::ExitedWithCode(1), "\\[no_compiler\\](.|\n)*/nowhere/libcompiler.so");
}

TEST_F(MissingLibrary, DamagedBuiltinsAreNotReportedAsASourceError) {
  if (std::string(backend_name()) != "CUDA") GTEST_SKIP() << "this compiler has no builtins file";
  // The loader finds this file first and cannot load it.
  const std::filesystem::path folder = std::filesystem::path(testing::TempDir()) / "no_builtins";
  std::filesystem::create_directories(folder);
  std::ofstream(folder / "libnvrtc-builtins.so.13.0") << "no library";
  setenv("LD_LIBRARY_PATH", folder.c_str(), 1);  // read when the child starts
  EXPECT_EXIT(report([] {
                const Program program{.source = "__global__ void k(int* x) { *x = 1; }",
                                      .kernels = {"k"}};
                (void)compile(program, supported_architectures().front());
              }),
              testing::ExitedWithCode(1), "\\[no_builtins\\](.|\n)*LD_LIBRARY_PATH");
  unsetenv("LD_LIBRARY_PATH");
}

TEST_F(MissingLibrary, AMissingComgrIsReported) {
  if (std::string(backend_name()) != "HIP") GTEST_SKIP() << "this compiler does not use comgr";
  EXPECT_EXIT(
      {
        setenv("DUET_COMGR_LIBRARY", "/nowhere/libcomgr.so", 1);
        report([] { (void)compile({.source = "int x;"}, "gfx900"); });
      },
      testing::ExitedWithCode(1), "\\[no_builtins\\](.|\n)*/nowhere/libcomgr.so");
}

TEST_F(MissingLibrary, AMissingHostCompilerSuggestsAnInstallation) {
  if (!links_its_backend()) GTEST_SKIP() << "this backend's compiler is a library";
  EXPECT_EXIT(
      {
        setenv("DUET_CPU_COMPILER", "/nowhere/clang++", 1);
        report([] { (void)compile({.source = "int x;"}, supported_architectures().front()); });
      },
      testing::ExitedWithCode(1), "\\[no_compiler\\](.|\n)*/nowhere/clang\\+\\+");
  EXPECT_EXIT(
      {
        unsetenv("DUET_CPU_COMPILER");
        setenv("PATH", "/nowhere", 1);
        report([] { (void)compile({.source = "int x;"}, supported_architectures().front()); });
      },
      testing::ExitedWithCode(1), "\\[no_compiler\\](.|\n)*install");
  EXPECT_EXIT(
      {
        setenv("DUET_CPU_COMPILER", "/nowhere/clang++", 1);
        report([] { (void)jit(Device(0), {.source = "int x;"}); });
      },
      testing::ExitedWithCode(1), "\\[no_compiler\\](.|\n)*/nowhere/clang\\+\\+");
}

TEST_F(MissingLibrary, TheDriverWorksWithoutACompiler) {
  if (const auto why = Device::unavailable_reason()) {
    GTEST_SKIP() << "needs a device: " << name_of(why->code());
  }
  EXPECT_EXIT(
      {
        setenv("DUET_COMPILER_LIBRARY", "/nowhere/libcompiler.so", 1);
        setenv("DUET_CPU_COMPILER", "/nowhere/clang++", 1);
        report([] {
          const Stream stream(Device(0));
          const Buffer<int> buffer(Device(0), 1);
          fill(stream, buffer, 1);
          stream.synchronize();
        });
      },
      testing::ExitedWithCode(0), "");
}

}  // namespace
}  // namespace duet::test
