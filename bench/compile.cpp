// What compiling takes: a program without a kernel, a small kernel, and one that includes all of
// duet's device headers. No cache: not duet's, nor the compiler's own.
//
// Each of them alone, as the first programs of a process are compiled: nothing is kept of another.
// And three times in a row, of which the third counts: NVRTC keeps what programs begin with, and
// the CPU backend has a compiler wait that has read it.

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <duet/duet.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "comparison.hpp"

namespace {

std::string all_includes() {
  std::istringstream names(DUET_DEVICE_HEADERS);
  std::string text;
  for (std::string name; names >> name;) text += fmt::format("#include <duet/device/{}>\n", name);
  return text;
}

constexpr const char* saxpy = R"(
extern "C" __global__ void saxpy(float a, const float* x, float* y, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] += a * x[i];
}
)";
constexpr const char* empty = "extern \"C\" __global__ void saxpy() {}\n";

/// Whether compilers keep what the next programs may need.
void keep(const char* wish) {
  for (const char* variable : {"DUET_CPU_STANDBY", "DUET_CUDA_PCH"}) setenv(variable, wish, 1);
}

double milliseconds(const duet::Program& program, const std::string& architecture) {
  const auto start = std::chrono::steady_clock::now();
  (void)duet::compile(program, architecture);
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start)
      .count();
}

}  // namespace

int main(int argc, char** argv) try {
  CLI::App app("Time to compile");
  int rounds = 21;
  std::string architecture = duet::Device::count() > 0 ? duet::Device(0).info().architecture
                                                       : duet::supported_architectures().back();
  app.add_option("--rounds", rounds, "Times that each program is compiled so")
      ->check(CLI::Range(1, 10000));
  app.add_option("--arch", architecture, "The architecture");
  CLI11_PARSE(app, argc, argv);

  struct Row {
    const char* name;
    std::string source;
    std::vector<double> alone{};
    std::vector<double> in_a_row{};
  };
  std::vector<Row> rows{{"an empty kernel", empty},
                        {"saxpy", saxpy},
                        {"saxpy with all of duet's headers", all_includes() + saxpy}};
  int number = 0;
  const auto compile = [&](const Row& row) {
    // A program of its own each time.
    duet::Program program{.name = "bench.cu", .source = row.source};
    program.source += fmt::format("// {}\n", ++number);
    if (std::string_view(duet::backend_name()) == "CUDA") program.options.extra = {"--no-cache"};
    return milliseconds(program, architecture);
  };
  for (int round = 0; round < rounds; ++round) {
    keep("off");
    for (Row& row : rows) row.alone.push_back(compile(row));
    keep("on");
    for (Row& row : rows) {
      (void)compile(row);
      (void)compile(row);
      row.in_a_row.push_back(compile(row));
    }
  }
  fmt::print("{} for {}, {} rounds; milliseconds\n{:<34}{:<27}{}\n", duet::backend_name(),
             architecture, rounds, "", "alone", "in a row");
  const auto columns = [](const std::vector<double>& times, const std::vector<double>& empty_ones) {
    const double median = duet::bench::median(times);
    return fmt::format("{:>6.1f} (least {:>5.1f}) {:>5.2f}", median,
                       *std::ranges::min_element(times), median / duet::bench::median(empty_ones));
  };
  for (const Row& row : rows) {
    fmt::print("{:<34}{}  {}\n", row.name, columns(row.alone, rows.front().alone),
               columns(row.in_a_row, rows.front().in_a_row));
  }
  return 0;
} catch (const std::exception& error) {
  fmt::print(stderr, "{}\n", error.what());
  return 1;
}
