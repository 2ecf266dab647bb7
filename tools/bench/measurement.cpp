#include "measurement.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>

#include <duet/event.hpp>
#include <duet/jit.hpp>
#include <duet/launch.hpp>

namespace duet::tool {
namespace {

using Clock = std::chrono::steady_clock;

constexpr double shortest_sample = 1000;  // microseconds; events have a resolution of about 0.5
constexpr std::size_t most_launches = 10'000;
constexpr std::size_t fewest_samples = 5;
constexpr std::size_t most_samples = 1000;

/// @returns the time of one launch in microseconds
double sample(const Stream& stream, const Kernel& kernel, const LaunchShape& shape,
              const Arguments& arguments, std::size_t launches) {
  const Event start(stream.device());
  const Event stop(stream.device());
  start.record(stream);
  for (std::size_t i = 0; i < launches; ++i) launch(stream, kernel, shape, arguments);
  stop.record(stream);
  stream.synchronize();
  return static_cast<double>(elapsed_ms(start, stop)) * 1000 / static_cast<double>(launches);
}

/// Warms up and finds how many launches a sample needs.
std::size_t launches_per_sample(const Stream& stream, const Kernel& kernel,
                                const LaunchShape& shape, const Arguments& arguments) {
  (void)sample(stream, kernel, shape, arguments, 1);  // drivers finish loading the code
  for (std::size_t launches = 1;; launches = std::min(launches * 4, most_launches)) {
    const double time = sample(stream, kernel, shape, arguments, launches);
    const double total = time * static_cast<double>(launches);
    if (launches == most_launches || total >= shortest_sample) return launches;
    if (total >= shortest_sample / 10)
      return std::min(most_launches, static_cast<std::size_t>(std::ceil(shortest_sample / time)));
  }
}

}  // namespace

Measurement summarise(std::vector<double> microseconds, std::size_t launches) {
  std::ranges::sort(microseconds);
  const auto quantile = [&](double part) {
    const double place = part * static_cast<double>(microseconds.size() - 1);
    const auto below = static_cast<std::size_t>(place);
    const std::size_t above = std::min(below + 1, microseconds.size() - 1);
    return std::lerp(microseconds[below], microseconds[above], place - std::floor(place));
  };
  return {quantile(0.5),  microseconds.front(), quantile(0.25),
          quantile(0.75), microseconds.size(),  launches};
}

Measurement measure(const Stream& stream, const Kernel& kernel, const LaunchShape& shape,
                    const Arguments& arguments, double seconds) {
  const std::size_t launches = launches_per_sample(stream, kernel, shape, arguments);
  const auto end = Clock::now() + std::chrono::duration<double>(seconds);
  std::vector<double> times;
  while (times.size() < fewest_samples || (Clock::now() < end && times.size() < most_samples))
    times.push_back(sample(stream, kernel, shape, arguments, launches));
  return summarise(std::move(times), launches);
}

Measurement measure_empty_kernel(const Stream& stream, double seconds) {
  const Module module = jit(stream.device(), {.name = "empty kernel",
                                              .source = "extern \"C\" __global__ void empty() {}",
                                              .kernels = {"empty"}});
  return measure(stream, module.kernel("empty"), {{1}, {1}}, Arguments(), seconds);
}

}  // namespace duet::tool
