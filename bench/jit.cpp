// Measures `duet::jit` in three cases: the process has the kernel in memory; a new process finds it
// in the disk cache; it must be compiled.
//
// For a new process this program starts itself. In turn, one child uses duet's cache and the other
// reads the same code from a file and loads it by the vendor's calls ("raw"). Both start to measure
// after the device is initialised.
//
// All sources contain a random number, since compilers have caches of their own.

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <duet/duet.hpp>
#include <filesystem>
#include <fstream>
#include <functional>
#include <random>
#include <string>
#include <vector>

#include "raw/raw.hpp"

namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;
using Microseconds = std::chrono::duration<double, std::micro>;

/// The random number of this run, part of all sources.
unsigned run_number = std::random_device()();

/// A small program that is different in every run.
duet::Program saxpy(int number = 0) {
  return {.name = "saxpy", .source = fmt::format("// {} {}", run_number, number) + R"(
    extern "C" __global__ void saxpy(float a, const float* x, float* y, int n) {
      int i = blockIdx.x * blockDim.x + threadIdx.x;
      if (i < n) y[i] += a * x[i];
    })"};
}

/// A program of about 10 KB that is different in every run.
duet::Program large(int number) {
  duet::Program program = saxpy();
  program.name = fmt::format("large{}", number);
  program.source += fmt::format("\nconstexpr int number = {};\n", number);
  while (program.source.size() < 10'000) {
    program.source += fmt::format("constexpr int unused_{} = 1;\n", program.source.size());
  }
  return program;
}

double median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

double time(const std::function<void()>& action) {
  const auto start = Clock::now();
  action();
  return Microseconds(Clock::now() - start).count();
}

/// Whether this process has loaded a runtime compiler.
bool has_compiler() {
  std::ifstream maps("/proc/self/maps");
  for (std::string line; std::getline(maps, line);) {
    if (line.find("nvrtc") != std::string::npos || line.find("comgr") != std::string::npos) {
      return true;
    }
  }
  return false;
}

/// The number of kernels that a new process gets, one after the other.
constexpr int kernels_a_process = 16;

std::string code_file(const fs::path& folder, int number) {
  return (folder / fmt::format("code{}", number)).string();
}

/// Microseconds that a new process needs for its first kernel and for each of the next ones.
struct Warm {
  double first = 0;
  double next = 0;
};

/// Measures in this process. @param get  gets the kernel with a number
Warm measure_warm(const std::function<void(int)>& get) {
  Warm times{.first = time([&] { get(0); })};
  std::vector<double> next;
  for (int i = 1; i < kernels_a_process; ++i) next.push_back(time([&] { get(i); }));
  times.next = median(next);
  return times;
}

/// Runs the measurement in a child process and prints the times.
int run_child(const std::string& kind, const std::string& folder) {
  Warm times;
  if (kind == "raw") {
    std::vector<std::string> files;
    for (int i = 0; i < kernels_a_process; ++i) files.push_back(code_file(folder, i));
    const auto raw = duet::bench::open_raw_vendor(0, {});
    raw->synchronize();
    times = measure_warm([&](int i) { raw->load(files[static_cast<std::size_t>(i)], "saxpy"); });
  } else {
    std::vector<duet::Program> programs;
    for (int i = 0; i < kernels_a_process; ++i) programs.push_back(saxpy(i));
    const duet::Device device(0);
    const duet::Stream stream(device);
    stream.synchronize();
    times = measure_warm([&](int i) {
      (void)duet::jit(device, programs[static_cast<std::size_t>(i)]).kernel("saxpy");
    });
    if (duet::cache_statistics().disk_hits != kernels_a_process || has_compiler()) return 1;
  }
  fmt::print("{} {}\n", times.first, times.next);
  return 0;
}

Warm measure_child(const std::string& kind, const fs::path& folder) {
  const std::string command =
      fmt::format("DUET_CACHE=on DUET_CACHE_DIR='{}/cache' '{}' --child {} --folder '{}' --run {}",
                  folder.string(), fs::read_symlink("/proc/self/exe").string(), kind,
                  folder.string(), run_number);
  std::FILE* const pipe = popen(command.c_str(), "r");
  if (pipe == nullptr) throw std::runtime_error("cannot start a process");
  Warm times;
  const int read = std::fscanf(pipe, "%lf %lf", &times.first, &times.next);
  if (pclose(pipe) != 0 || read != 2) {
    throw std::runtime_error(
        "a child process did not find the kernel in the cache, or it loaded a compiler");
  }
  return times;
}

void compare_new_processes(const duet::Device& device, const fs::path& folder, int rounds) {
  std::size_t bytes = 0;
  for (int i = 0; i < kernels_a_process; ++i) {
    const duet::Code code = duet::compile(saxpy(i), device);
    bytes = code.bytes.size();
    std::ofstream(code_file(folder, i), std::ios::binary)
        .write(reinterpret_cast<const char*>(code.bytes.data()),
               static_cast<std::streamsize>(bytes));
    (void)duet::jit(device, saxpy(i));
  }
  std::vector<double> raw_first, raw_next, first, next;
  for (int round = 0; round < rounds; ++round) {
    const Warm raw = measure_child("raw", folder), cached = measure_child("duet", folder);
    raw_first.push_back(raw.first);
    raw_next.push_back(raw.next);
    first.push_back(cached.first);
    next.push_back(cached.next);
  }
  const auto row = [](const std::string& what, double microseconds, double raw) {
    fmt::print("{:<58}{:>10.1f} µs", what, microseconds);
    if (raw != 0) fmt::print("{:>8.2f}x raw", microseconds / raw);
    fmt::print("\n");
  };
  row(fmt::format("new process: raw, reads and loads {} bytes", bytes), median(raw_first), 0);
  row("new process: jit() with the kernel in the disk cache", median(first), median(raw_first));
  row("  each next kernel: raw", median(raw_next), 0);
  row("  each next kernel: jit()", median(next), median(raw_next));
}

void time_in_process(const duet::Device& device) {
  const duet::Program program = large(0);
  const duet::JitRequest request(program);
  constexpr int count = 20'000;
  const auto each = [&](const std::function<void()>& action) {
    std::vector<double> times;
    for (int round = 0; round < 21; ++round) {
      times.push_back(time([&] {
                        for (int i = 0; i < count; ++i) action();
                      }) *
                      1000 / count);
    }
    return median(times);
  };
  (void)duet::jit(device, request);
  fmt::print("{:<58}{:>10.1f} ns\n", "same process: jit() with a prepared JitRequest",
             each([&] { (void)duet::jit(device, request); }));
  fmt::print("{:<58}{:>10.1f} ns\n",
             fmt::format("same process: jit() with a program of {} bytes", program.source.size()),
             each([&] { (void)duet::jit(device, program); }));
  fmt::print("{:<58}{:>10.1f} ns\n", "same process: jit() with a key",
             each([&] { (void)duet::jit(device, "key", [&] { return program; }); }));
}

void compare_cold(const duet::Device& device, int rounds) {
  std::vector<double> plain, cached;
  for (int round = 0; round < rounds; ++round) {
    plain.push_back(
        time([&] { (void)duet::Module(device, duet::compile(large(2 * round + 1), device)); }));
    cached.push_back(time([&] { (void)duet::jit(device, large(2 * round + 2)); }));
  }
  fmt::print("{:<58}{:>10.2f} ms\n", "cold: compile() and load", median(plain) / 1000);
  fmt::print("{:<58}{:>10.2f} ms{:>8.2f}x compile() and load\n", "cold: jit(), stores in the cache",
             median(cached) / 1000, median(cached) / median(plain));
}

void compare_parallel(const duet::Device& device) {
  constexpr int count = 16;
  std::vector<duet::Program> programs;
  for (int i = 0; i < 2 * count; ++i) programs.push_back(large(1'000'000 + i));
  const std::span all(programs);
  const double one = time([&] { (void)duet::prepare(device, all.first(count), 1); });
  const double two = time([&] { (void)duet::prepare(device, all.last(count), 2); });
  fmt::print("{:<58}{:>10.1f} ms\n", "prepare() of 16 programs, one thread", one / 1000);
  fmt::print("{:<58}{:>10.1f} ms{:>8.2f}x faster\n", "prepare() of 16 programs, two threads",
             two / 1000, one / two);
}

}  // namespace

int main(int argc, char** argv) try {
  CLI::App app("Time of duet::jit() against loading by the vendor's own calls");
  int rounds = 41;
  std::string child, folder;
  app.add_option("--rounds", rounds, "Number of new processes, with duet and raw")
      ->check(CLI::Range(1, 100000));
  app.add_option("--child", child)->group("");
  app.add_option("--folder", folder)->group("");
  app.add_option("--run", run_number)->group("");
  CLI11_PARSE(app, argc, argv);
  if (!child.empty()) return run_child(child, folder);

  std::string name = (fs::temp_directory_path() / "duet_bench_XXXXXX").string();
  if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("cannot create a temporary folder");
  duet::set_cache_options({.directory = fs::path(name) / "cache"});
  const duet::Device device(0);
  fmt::print("{} on {}: time per kernel, medians of {} rounds\n", duet::backend_name(),
             device.info().name, rounds);
  compare_new_processes(device, name, rounds);
  time_in_process(device);
  compare_cold(device, std::min(rounds, 15));
  compare_parallel(device);
  fs::remove_all(name);
  return 0;
} catch (const std::exception& error) {
  fmt::print(stderr, "{}\n", error.what());
  return 1;
}
