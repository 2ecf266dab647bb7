#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include <duet/device.hpp>

namespace expression {

/// The kernel and its data.
template <typename T>
struct Work {
  std::string source{};                   ///< Source of the kernel, see kernel_source.hpp.
  std::vector<std::vector<T>> columns{};  ///< One for each variable, all of the same length.
  std::size_t count = 0;  ///< Number of elements; the columns are repeated up to it.
  int repeat = 1;         ///< Number of timed runs, after a warm-up.
};

/// The results and times of a run.
template <typename T>
struct Outcome {
  std::vector<T> results{};
  double compile_ms = 0;
  double kernel_ms = 0;  ///< Median of the runs.
};

/// Compiles, loads and runs a kernel of `kernel_source`. @throws duet::Error
template <typename T>
Outcome<T> run_on(const duet::Device& device, const Work<T>& work);

extern template Outcome<float> run_on(const duet::Device&, const Work<float>&);
extern template Outcome<double> run_on(const duet::Device&, const Work<double>&);

}  // namespace expression
