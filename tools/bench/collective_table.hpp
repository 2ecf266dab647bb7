#pragma once

#include <string>
#include <vector>

#include "bench/collective_sweep.hpp"
#include "support/json_output.hpp"

namespace duet::tool {

/// The result of `duet bench collectives`.
struct CollectiveTable {
  int ranks = 1;
  std::string engine{};
  std::string device{};  ///< The name of that of rank 0.
  std::vector<CollectiveTime> times{};
};

void print(const CollectiveTable& table);

Json to_json(const CollectiveTable& table);

/// A picture of the bus bandwidth over the size, both on logarithmic axes: a line for each
/// collective, as SVG.
std::string to_svg(const CollectiveTable& table);

}  // namespace duet::tool
