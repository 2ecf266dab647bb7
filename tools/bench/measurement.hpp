#pragma once

#include <cstddef>
#include <vector>

#include <duet/arguments.hpp>
#include <duet/kernel.hpp>
#include <duet/shape.hpp>
#include <duet/stream.hpp>

namespace duet::tool {

/// The time of one launch, in microseconds, from several samples.
struct Measurement {
  double median = 0;
  double least = 0;
  double lower_quartile = 0;
  double upper_quartile = 0;
  std::size_t samples = 0;
  std::size_t launches = 0;  ///< Launches in a sample, which follow each other at once.

  /// The distance of the quartiles as a part of the median.
  double spread() const noexcept { return (upper_quartile - lower_quartile) / median; }
};

/// Computes the statistics of samples. Quantiles are interpolated between neighbours.
/// @param microseconds  of one launch, for each sample; not empty
/// @param launches      number of launches in a sample
Measurement summarise(std::vector<double> microseconds, std::size_t launches);

/// Times a launch by events. After a warm-up it takes samples until the time is over: each is the
/// time between two events, divided by the number of launches between them.
/// @param seconds  target for all samples together; at least 5 samples are taken
/// @throws Error  as `launch`
Measurement measure(const Stream& stream, const Kernel& kernel, const LaunchShape& shape,
                    const Arguments& arguments, double seconds);

/// Times an empty kernel of one block. Times of other kernels that are not longer say only how fast
/// launches follow each other.
Measurement measure_empty_kernel(const Stream& stream, double seconds);

}  // namespace duet::tool
