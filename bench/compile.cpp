// Measures the time to compile an empty kernel and a small one, without and with all of duet's
// device headers, and compares it with an empty kernel compiled without duet (by NVRTC's or
// hiprtc's calls, or by the host compiler's command). No cache is used, neither duet's nor the
// compiler's.
//
// Column "alone": each program is compiled like the first of a process. Column "in a row": each is
// compiled three times with the compiler's state kept (DUET_CPU_STANDBY), and the
// third time counts.
//
// With --cuda-headers: small kernels with the headers in CUDA's spelling.
// With --processor-time: the processor time of this process and of those it starts, for busy
// machines.

#include <fmt/format.h>
#include <sys/resource.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <duet/duet.hpp>
#include <functional>
#include <sstream>
#include <string>
#include <vector>

#include "comparison.hpp"
#include "raw/compiler.hpp"
#include "spelled_kernels.hpp"

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

/// Sets whether compilers keep state for the next programs: "on" or "off".
void keep_state(const char* mode) { setenv("DUET_CPU_STANDBY", mode, 1); }

/// The library or the command that duet compiles with.
std::string compiler_of_duet() {
  const std::string description = duet::compiler_description();
  const std::size_t begin = description.rfind('(') + 1;
  return description.substr(begin, description.rfind(')') - begin);
}

/// Processor time of this process and of ended child processes, in milliseconds.
double processor_time() {
  double sum = 0;
  for (const int who : {RUSAGE_SELF, RUSAGE_CHILDREN}) {
    rusage usage{};
    getrusage(who, &usage);
    for (const timeval& part : {usage.ru_utime, usage.ru_stime})
      sum += static_cast<double>(part.tv_sec) * 1e3 + static_cast<double>(part.tv_usec) / 1e3;
  }
  return sum;
}

using Compile = std::function<void(const std::string& source)>;

struct Row {
  const char* name;
  Compile compile;
  std::string source;
  std::vector<double> alone{};
  std::vector<double> in_a_row{};

  /// @returns milliseconds
  double time(bool of_processor) const {
    static int number = 0;
    // A different program each time.
    const std::string program = source + fmt::format("// {}\n", ++number);
    const double start = processor_time();
    const double elapsed = duet::bench::time_batch([&](int) { compile(program); }, 1) / 1e6;
    return of_processor ? processor_time() - start : elapsed;
  }
};

}  // namespace

int main(int argc, char** argv) try {
  CLI::App app("Compile time of duet against the compiler alone, in milliseconds");
  int rounds = 21;
  std::string architecture = duet::Device::count() > 0 ? duet::Device(0).info().architecture
                                                       : duet::supported_architectures().back();
  app.add_option("--rounds", rounds, "Measurements per program and column")
      ->check(CLI::Range(1, 10000));
  app.add_option("--arch", architecture, "Architecture (default: the device's)");
  bool is_spelled = false;
  app.add_flag("--cuda-headers", is_spelled, "Kernels with the headers in CUDA's spelling");
  bool of_processor = false;
  app.add_flag("--processor-time", of_processor, "Time of processors instead of elapsed time");
  CLI11_PARSE(app, argc, argv);

  const Compile raw = [&, compiler = compiler_of_duet()](const std::string& source) {
    (void)duet::bench::compile_raw(compiler, source, architecture);
  };
  const Compile by_duet = [&](const std::string& source) {
    duet::Program program{.name = "bench.cu", .source = source};
    if (std::string_view(duet::backend_name()) == "CUDA") program.options.extra = {"--no-cache"};
    program.options.cuda_headers = source.find("#include <c") != std::string::npos;
    (void)duet::compile(program, architecture);
  };
  std::vector<Row> rows{{"an empty kernel, the compiler alone", raw, empty},
                        {"an empty kernel", by_duet, empty},
                        {"saxpy", by_duet, saxpy},
                        {"all of duet's headers", by_duet, all_includes() + empty},
                        {"saxpy with all of duet's headers", by_duet, all_includes() + saxpy}};
  if (is_spelled) {
    rows.resize(1);
    for (const auto& [name, source] : duet::bench::spelled_kernels) {
      rows.push_back({name, by_duet, source});
    }
  }
  for (int round = 0; round < rounds; ++round) {
    keep_state("off");
    for (Row& row : rows) row.alone.push_back(row.time(of_processor));
    if (is_spelled) continue;
    keep_state("on");
    for (Row& row : rows) {
      (void)row.time(of_processor);
      (void)row.time(of_processor);
      row.in_a_row.push_back(row.time(of_processor));
    }
  }
  fmt::print(
      "{} for {}: median ms of {} rounds (minimum), ratio to the first row alone\n"
      "{:<41}{:<27}{}\n",
      duet::backend_name(), architecture, rounds, "", "alone", is_spelled ? "" : "in a row");
  const double unit = duet::bench::median(rows.front().alone);
  const auto columns = [unit](const std::vector<double>& times) {
    const double median = duet::bench::median(times);
    return fmt::format("{:>6.1f} (min {:>5.1f}) {:>5.2f}x", median,
                       *std::ranges::min_element(times), median / unit);
  };
  for (const Row& row : rows) {
    fmt::print("{:<41}{}  {}\n", row.name, columns(row.alone),
               is_spelled ? "" : columns(row.in_a_row));
  }
  return 0;
} catch (const std::exception& error) {
  fmt::print(stderr, "{}\n", error.what());
  return 1;
}
