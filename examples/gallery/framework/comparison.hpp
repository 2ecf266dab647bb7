#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include <duet/duet.hpp>

namespace gallery {

/// The geometric mean; 1 of no values.
double geometric_mean(const std::vector<double>& values);

/// Times launches of a kernel in the code of two modules, in graphs of equal launches that run in
/// turn.
class Comparison {
 public:
  /// @param stream         must outlive this object
  /// @param first, second  modules of the same file; kept
  Comparison(const duet::Stream& stream, duet::Module first, duet::Module second)
      : stream_(stream), first_(std::move(first)), second_(std::move(second)) {}

  /// Measures a launch. It runs many times: what the kernel changes is changed many times.
  void measure(const std::string& kernel, const duet::LaunchShape& shape,
               const duet::Arguments& arguments);

  /// The geometric mean of the launches' times in the first module, relative to the second.
  double ratio() const { return geometric_mean(ratios_); }
  /// Microseconds of all launches in the second module.
  double microseconds() const { return microseconds_; }

 private:
  duet::GraphExec repeated(const duet::Kernel& kernel, const duet::LaunchShape& shape,
                           const duet::Arguments& arguments) const;
  double time(const duet::GraphExec& graph) const;

  const duet::Stream& stream_;
  duet::Module first_;
  duet::Module second_;
  std::vector<double> ratios_;
  double microseconds_ = 0;
};

}  // namespace gallery
