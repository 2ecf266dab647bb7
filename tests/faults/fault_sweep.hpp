#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "call_faults.hpp"

namespace duet::test {

/// The results of a scenario by name, as bytes.
using Results = std::map<std::string, std::vector<std::byte>>;

template <typename T>
std::vector<std::byte> bytes_of(const std::vector<T>& values) {
  const auto* const begin = reinterpret_cast<const std::byte*>(values.data());
  return {begin, begin + values.size() * sizeof(T)};
}

/// What a scenario is given: runs its operations, during which calls may fail.
class Attempt {
 public:
  virtual ~Attempt() = default;
  /// Runs an operation. Call it once. Exceptions derived from std::exception end the operation
  /// only.
  /// @returns whether the operation ended without an exception
  virtual bool operator()(const std::function<void()>& operation) = 0;
};

/// An operation of duet's public functions. It makes its objects, gives `attempt` the operation
/// whose calls fail, then repeats the operation and does another one with the same objects. Results
/// that depend on the attempt's success are added only if it succeeded. Objects are destroyed when
/// it returns.
using Scenario = std::function<Results(Attempt& attempt)>;

/// What a sweep counted.
struct SweepCounts {
  std::uint64_t runs = 0;
  std::uint64_t failed_calls = 0;
  std::uint64_t calls = 0;   ///< of the scenario without failures
  std::uint64_t thrown = 0;  ///< runs in which the operation threw
};

/// Runs a scenario without failures; then with the k-th call failing, for k = 1, 2, … until the
/// operation makes fewer calls, with each status and both extents. Fails the test if the operation
/// throws something else than a duet::Error with a message, if any result differs, if the steps
/// after the operation throw, or if the number of any kind of handles has changed.
SweepCounts sweep(const Scenario& scenario, const std::vector<int>& driver_statuses,
                  const std::vector<int>& compiler_statuses, bool is_brief = false);

/// The same with the k-th allocation of any thread failing, instead of calls.
SweepCounts sweep_allocations(const Scenario& scenario);

}  // namespace duet::test
