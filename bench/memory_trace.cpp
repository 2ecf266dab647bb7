// Replays allocation sequences with duet's pool, such as those that record_pytorch_memory.py has
// recorded, and prints how much memory the pool reserves beside what the recorded program's
// allocator did. Sizes are MiB; a step is an allocation or a release.

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <duet/duet.hpp>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <unordered_map>
#include <vector>

namespace {

struct Step {
  bool is_release = false;
  std::uint64_t address = 0;
  std::size_t bytes = 0;
  std::uint64_t stream = 0;
};

struct Trace {
  std::size_t used = 0;
  std::size_t reserved = 0;
  std::vector<Step> steps{};
};

Trace read_trace(const std::string& path) {
  std::ifstream file(path);
  Trace trace;
  for (std::string kind; file >> kind;) {
    Step step;
    step.is_release = kind == "f";
    if (kind == "peak") {
      file >> trace.used >> trace.reserved;
    } else if (step.is_release) {
      file >> step.address;
      trace.steps.push_back(step);
    } else {
      file >> step.address >> step.bytes >> step.stream;
      trace.steps.push_back(step);
    }
  }
  if (trace.steps.empty()) throw std::runtime_error(path + ": not a trace");
  return trace;
}

double per_mebibyte(std::size_t bytes) { return static_cast<double>(bytes) / (1 << 20); }

void replay(const duet::Device& device, const std::string& path) {
  const Trace trace = read_trace(path);
  duet::MemoryPool pool(device);
  std::map<std::uint64_t, duet::Stream> streams;
  for (const Step& step : trace.steps) {
    if (!step.is_release) streams.try_emplace(step.stream, device);
  }
  std::unordered_map<std::uint64_t, duet::Memory> held;
  const auto start = std::chrono::steady_clock::now();
  for (const Step& step : trace.steps) {
    if (step.is_release) {
      held.erase(step.address);
    } else {
      held.insert_or_assign(step.address,
                            duet::Memory::from(pool, streams.at(step.stream), step.bytes));
    }
  }
  const std::chrono::duration<double, std::nano> time = std::chrono::steady_clock::now() - start;
  const duet::PoolStatistics numbers = pool.statistics();
  const auto ratio = [](std::size_t reserved, std::size_t used) {
    return static_cast<double>(reserved) / static_cast<double>(used);
  };
  fmt::print("{:<24}{:>10}{:>12.1f}{:>12.1f}{:>8.2f}{:>12.2f}{:>10}{:>8.0f}\n",
             std::filesystem::path(path).stem().string(), trace.steps.size(),
             per_mebibyte(numbers.peak_used_bytes), per_mebibyte(numbers.peak_reserved_bytes),
             ratio(numbers.peak_reserved_bytes, numbers.peak_used_bytes),
             ratio(trace.reserved, trace.used), numbers.growths,
             time.count() / static_cast<double>(trace.steps.size()));
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app("Replays recorded allocations with duet's pool");
  int ordinal = 0;
  std::vector<std::string> files;
  app.add_option("--device", ordinal, "Number of the device");
  app.add_option("traces", files, "Files of record_pytorch_memory.py")->required();
  CLI11_PARSE(app, argc, argv);
  try {
    const duet::Device device(ordinal);
    fmt::print("{}\n{:<24}{:>10}{:>12}{:>12}{:>8}{:>12}{:>10}{:>8}\n", device.info().name, "trace",
               "steps", "used MiB", "reserved", "ratio", "recorded", "growths", "ns/step");
    for (const std::string& file : files) replay(device, file);
  } catch (const std::exception& error) {
    fmt::print(stderr, "{}\n", error.what());
    return 1;
  }
}
