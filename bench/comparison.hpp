#pragma once

// Compares duet with the vendor's own calls ("raw") in the same run. Both do the same work, in
// batches that alternate, so that clock changes and other programs affect both equally. The figure
// of a batch is its mean; the figure of a row is the median over the rounds.

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <duet/duet.hpp>
#include <functional>
#include <string>
#include <vector>

namespace duet::bench {

/// One comparison. Both functions do the same work `count` times.
struct Row {
  std::string name;
  int batch = 0;
  std::function<void(int count)> raw;
  std::function<void(int count)> duet;
};

/// The medians of one row, in nanoseconds.
struct Result {
  std::string name;
  double raw = 0;
  double duet = 0;
  double difference = 0;  ///< median of the differences of the rounds
};

inline double median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

inline double time_batch(const std::function<void(int)>& run, int batch) {
  const auto start = std::chrono::steady_clock::now();
  run(batch);
  const std::chrono::duration<double, std::nano> taken = std::chrono::steady_clock::now() - start;
  return taken.count() / batch;
}

/// Measures a row.
/// @param settle  waits for the device; called after each batch, not timed
inline Result measure(const Row& row, int rounds, const std::function<void()>& settle) {
  constexpr int warm_up = 10;
  std::vector<double> raw;
  std::vector<double> duet;
  std::vector<double> difference;
  for (int round = -warm_up; round < rounds; ++round) {
    double of_raw = 0;
    double of_duet = 0;
    for (int turn = 0; turn < 2; ++turn) {
      const bool duets_turn = (turn == 0) == (round % 2 == 0);  // alternates which one is first
      (duets_turn ? of_duet : of_raw) = time_batch(duets_turn ? row.duet : row.raw, row.batch);
      settle();
    }
    if (round < 0) continue;
    raw.push_back(of_raw);
    duet.push_back(of_duet);
    difference.push_back(of_duet - of_raw);
  }
  return {row.name, median(raw), median(duet), median(difference)};
}

inline void print_table(const std::vector<Result>& results) {
  fmt::print("{:<34}{:>12}{:>12}{:>12}{:>9}\n", "", "raw ns", "duet ns", "diff ns", "ratio");
  for (const Result& result : results) {
    fmt::print("{:<34}{:>12.1f}{:>12.1f}{:>12.1f}{:>9.3f}\n", result.name, result.raw, result.duet,
               result.difference, result.duet / result.raw);
  }
}

inline void print_json(const duet::Device& device, int rounds, const std::vector<Result>& results) {
  fmt::print(
      "{{\"backend\": \"{}\", \"device\": \"{}\", \"architecture\": \"{}\", "
      "\"rounds\": {}, \"rows\": [",
      duet::backend_name(), device.info().name, device.info().architecture, rounds);
  const char* separator = "";
  for (const Result& result : results) {
    fmt::print(
        "{}\n  {{\"name\": \"{}\", \"raw_ns\": {:.2f}, \"duet_ns\": {:.2f}, "
        "\"difference_ns\": {:.2f}, \"ratio\": {:.4f}}}",
        separator, result.name, result.raw, result.duet, result.difference,
        result.duet / result.raw);
    separator = ",";
  }
  fmt::print("\n]}}\n");
}

}  // namespace duet::bench
