// Wrong command lines and environments, as the tables in docs/cli.md show them.

#include <sys/wait.h>

#include <array>
#include <cstdio>
#include <fstream>
#include <span>

#include <gtest/gtest.h>
#include <duet/duet.hpp>

#include "mistake_table.hpp"
#include "support/npy.hpp"
#include "support/temporary_folder.hpp"

namespace duet::test {
namespace {

namespace fs = std::filesystem;
using tool::ElementType;

constexpr const char* scale =
    "template <typename T> __global__ void scale(T* x, T factor, int n) {\n"
    "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
    "  if (i < n) x[i] *= factor;\n"
    "}\n";
constexpr const char* two =
    "__global__ void up(float* x) { x[threadIdx.x] += 1; }\n"
    "__global__ void down(float* x) { x[threadIdx.x] -= 1; }\n";
constexpr const char* up = "extern \"C\" __global__ void up(float* x, int n) { x[n] += 1; }\n";
constexpr const char* faults =
    "extern \"C\" __global__ void far(float* x) { x[1ll << 40] = 1; }\n"
    "extern \"C\" __global__ void endless(volatile int* x) { while (*x == 0) { } }\n"
    "extern \"C\" __global__ void divide(int* x) { x[0] = 1 / x[0]; }\n";
constexpr const char* shared =
    "extern \"C\" __global__ void sum(float* x) {\n"
    "  extern __shared__ float part[];\n"
    "  part[threadIdx.x] = x[threadIdx.x];\n"
    "  __syncthreads();\n"
    "  if (threadIdx.x == 0) x[0] = part[0] + part[1];\n"
    "}\n";

/// A folder with the files that the rows name, and `duet` on the path.
class CommandMistakes : public testing::Test {
 protected:
  void SetUp() override {
    setenv("DUET_CACHE_DIR", (folder_.path() / "cache").c_str(), 1);
    fs::create_directory(folder_ / "bin");
    fs::create_symlink(DUET_COMMAND, folder_ / "bin/duet");
    write("scale.cu", scale);
    write("two.cu", two);
    write("up.cu", up);
    write("faults.cu", faults);
    write("shared.cu", shared);
    write("broken.cu", "__global__ void k(int* x) { *x = count; }\n");
    write("notes.txt", "no kernel here\n");
    write("empty.cu", "");
    write_array<float>("x.npy", ElementType::f32);
    write_array<double>("doubles.npy", ElementType::f64);
    write_array<int>("counts.npy", ElementType::i32);
  }

  void write(const std::string& name, const std::string& text) const {
    std::ofstream(folder_ / name) << text;
  }
  template <typename T>
  void write_array(const std::string& name, ElementType type) const {
    const std::vector<T> values(256, T(1));
    const auto bytes = std::as_bytes(std::span(values));
    tool::write_npy(folder_ / name, {type, {256}, false, {bytes.begin(), bytes.end()}});
  }

  /// Runs a line of the shell. The message is what it writes to the standard error.
  Outcome shell(const std::string& line) const {
    const std::string folder = folder_.path().string();
    const std::string script = "cd '" + folder + "' && export PATH=\"$PWD/bin:$PATH\" && { " +
                               line + "\n} 2>&1 >/dev/null";
    FILE* const pipe = popen(script.c_str(), "r");
    std::string text;
    std::array<char, 4096> part{};
    while (const std::size_t count = std::fread(part.data(), 1, part.size(), pipe))
      text.append(part.data(), count);
    const int status = pclose(pipe);
    for (std::size_t at; (at = text.find(folder)) != std::string::npos;)
      text.replace(at, folder.size(), "FOLDER");
    return {WIFEXITED(status) ? std::to_string(WEXITSTATUS(status))
                              : "signal " + std::to_string(WTERMSIG(status)),
            text};
  }
  Mistake row(const std::string& title, const std::string& line) const {
    return {title, line, [this, line] { return shell(line); }};
  }

  TemporaryFolder folder_{};
};

bool has_device() { return Device::count() > 0; }

TEST_F(CommandMistakes, Usage) {
  MistakeTable("usage").check({
      row("no subcommand", "duet"),
      row("a misspelled subcommand", "duet complie scale.cu"),
      row("a misspelled option", "duet compile scale.cu --kernl 'scale<float>'"),
      row("an option without its value", "duet compile scale.cu -k"),
      row("no file", "duet compile"),
      row("an unknown array type",
          "duet run up.cu --grid 1 --block 1 inout:rand:f31:8:y.npy i32:1"),
      row("a file that does not exist", "duet compile scael.cu -k 'scale<float>'"),
      row("a folder", "duet compile . -k up"),
      row("an empty file", "duet compile empty.cu"),
      row("a file without kernels", "duet compile notes.txt -k up"),
      row("an unknown architecture", "duet compile up.cu --arch sm_999"),
      row("a folder that cannot be written", "duet compile up.cu -o /proc/out"),
      row("a cache folder that is a file", "DUET_CACHE_DIR=$PWD/up.cu duet cache list"),
      row("no cases", "duet check-cases ."),
  });
}

TEST_F(CommandMistakes, Compile) {
  MistakeTable("compile").check({
      row("a misspelled kernel", "duet compile scale.cu -k 'scael<float>'"),
      row("a template without its arguments", "duet compile scale.cu -k scale"),
      row("an error in the source", "duet compile broken.cu -k k"),
  });
}

TEST_F(CommandMistakes, Run) {
  if (!has_device()) GTEST_SKIP() << "needs a device";
  MistakeTable("run").check({
      row("two kernels, none named", "duet run two.cu --grid 1 --block 32 in:x.npy"),
      row("a misspelled kernel", "duet run two.cu -k upp --grid 1 --block 32 in:x.npy"),
      row("a template without its arguments",
          "duet run scale.cu --grid 1 --block 32 in:x.npy f32:2 i32:4"),
      row("an array of another type",
          "duet run scale.cu -k 'scale<float>' --grid 1 --block 32 in:counts.npy f32:2 i32:4"),
      row("a float for an int",
          "duet run scale.cu -k 'scale<float>' --grid 1 --block 32 in:x.npy f32:2 f32:4"),
      row("an int for an `extern \"C\"` kernel's array",
          "duet run up.cu --grid 1 --block 1 i32:4 i32:4"),
      row("an array for a number", "duet run up.cu --grid 1 --block 1 in:x.npy in:x.npy"),
      row("an argument is missing", "duet run up.cu --grid 1 --block 1 in:x.npy"),
      row("a number that does not fit",
          "duet run up.cu --grid 1 --block 1 in:x.npy i32:3000000000"),
      row("no grid", "duet run up.cu --block 1 in:x.npy i32:1"),
      row("a grid of no blocks", "duet run up.cu --grid 0 --block 1 in:x.npy i32:1"),
      row("too many threads in a block", "duet run up.cu --grid 1 --block 4096 in:x.npy i32:1"),
      row("dynamic shared memory without a size",
          "duet run shared.cu --grid 1 --block 32 in:x.npy"),
      row("an array that is missing", "duet run up.cu --grid 1 --block 1 in:y.npy i32:1"),
      row("a text in place of an array", "duet run up.cu --grid 1 --block 1 in:up.cu i32:1"),
      row("an output that cannot be written",
          "duet run up.cu --grid 1 --block 1 inout:x.npy:/proc/y.npy i32:1"),
      row("an output that is not what was expected",
          "duet run up.cu --grid 1 --block 1 --expect x.npy inout:x.npy:y.npy i32:1"),
      row("a device that does not exist",
          "duet run up.cu --device 99 --grid 1 --block 1 in:x.npy i32:1"),
      row("an address far outside the array",
          "duet run faults.cu -k far --grid 1 --block 32 in:x.npy"),
      row("a null pointer", "duet run up.cu --grid 1 --block 1 null i32:1"),
      row("a kernel that does not end",
          "duet run faults.cu -k endless --timeout 1 --grid 1 --block 1 out:y.npy:i32:1"),
  });
}

TEST_F(CommandMistakes, Environment) {
  MistakeTable("environment")
      .check({
          row("neither HOME nor a cache folder",
              "env -u HOME -u XDG_CACHE_HOME -u DUET_CACHE_DIR duet cache path"),
          row("a cache folder that others may write",
              "mkdir -m 777 open && DUET_CACHE_DIR=$PWD/open duet cache list"),
          row("a cache size that is none", "DUET_CACHE_MAX_SIZE=lots duet cache list"),
          row("a misspelled variable", "DUET_CHACHE_DIR=$PWD duet info"),
      });
}

TEST_F(CommandMistakes, Driver) {
  if (std::string(backend_name()) == "CPU") GTEST_SKIP() << "this backend's driver is linked";
  MistakeTable("environment")
      .check({
          row("a driver library that does not exist",
              "DUET_DRIVER_LIBRARY=/nowhere/driver.so duet run up.cu --grid 1 --block 1 null "
              "i32:1"),
      });
}

TEST_F(CommandMistakes, HostCompiler) {
  if (std::string(backend_name()) != "CPU") GTEST_SKIP() << "this backend's compiler is a library";
  MistakeTable("environment")
      .check({
          row("a compiler that is none", "DUET_CPU_COMPILER=/bin/false duet compile up.cu"),
          row("a compiler that does not exist", "DUET_CPU_COMPILER=/nowhere/cc duet compile up.cu"),
          row("no folder for temporary files", "TMPDIR=/nowhere duet compile up.cu"),
      });
}

}  // namespace
}  // namespace duet::test
