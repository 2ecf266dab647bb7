#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include <duet/device.hpp>
#include <duet/shape.hpp>

#include "bench/measurement.hpp"
#include "support/json_output.hpp"

namespace duet::tool {

/// One size with one block size.
struct BenchRow {
  std::size_t n = 0;
  LaunchShape shape{};
  std::optional<Measurement> time{};
  std::optional<double> bytes{};      ///< Moved by a launch.
  std::optional<double> flops{};      ///< Done by a launch.
  std::optional<double> occupancy{};  ///< Part of a multiprocessor's threads that can be resident.
  bool is_best = false;               ///< Has the least median of its size.
  std::string problem{};              ///< Why there is no time.
};

/// The rows of `duet bench`, with what they have in common.
struct BenchTable {
  std::string kernel{};
  Measurement empty{};  ///< Time of an empty kernel.
  std::vector<BenchRow> rows{};
};

/// Whether the time is not longer than that of an empty kernel, within their spreads.
bool is_below_resolution(const BenchRow& row, const Measurement& empty);

/// Marks the best row of each size.
void mark_best(std::vector<BenchRow>& rows);

void print(const BenchTable& table, const Device& device);

Json to_json(const BenchTable& table, const Device& device);

}  // namespace duet::tool
