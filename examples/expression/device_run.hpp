#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include <duet/device.hpp>

namespace expression {

/// What to run.
template <typename T>
struct Work {
  std::string source{};                   ///< Of the kernel, see kernel_source.hpp.
  std::vector<std::vector<T>> columns{};  ///< One for each variable, all of one length.
  std::size_t count = 0;                  ///< Elements: the columns are repeated up to this many.
  int repeat = 1;                         ///< Timed runs, after one that is not timed.
};

template <typename T>
struct Outcome {
  std::vector<T> results{};
  double compile_ms = 0;
  double kernel_ms = 0;  ///< The median.
};

/// Compiles, loads and runs a kernel of `kernel_source`. @throws duet::Error
template <typename T>
Outcome<T> run_on(const duet::Device& device, const Work<T>& work);

extern template Outcome<float> run_on(const duet::Device&, const Work<float>&);
extern template Outcome<double> run_on(const duet::Device&, const Work<double>&);

}  // namespace expression
