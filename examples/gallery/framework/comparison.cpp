#include "gallery/framework/comparison.hpp"

#include <algorithm>
#include <cmath>

namespace gallery {
namespace {

constexpr int launches = 50;
constexpr int rounds = 21;

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

}  // namespace

double geometric_mean(const std::vector<double>& values) {
  double sum = 0;
  for (const double value : values) sum += std::log(value);
  return std::exp(sum / static_cast<double>(std::max<std::size_t>(values.size(), 1)));
}

void Comparison::measure(const std::string& kernel, const duet::LaunchShape& shape,
                         const duet::Arguments& arguments) {
  const duet::GraphExec first = repeated(first_.kernel(kernel), shape, arguments);
  const duet::GraphExec second = repeated(second_.kernel(kernel), shape, arguments);
  std::vector<double> ratios, times;
  for (int round = -2; round < rounds; ++round) {
    const bool is_first_before = round % 2 == 0;  // each goes first in every other round
    const double before = time(is_first_before ? first : second);
    const double after = time(is_first_before ? second : first);
    if (round < 0) continue;  // warm-up
    ratios.push_back(is_first_before ? before / after : after / before);
    times.push_back(is_first_before ? after : before);
  }
  ratios_.push_back(median(ratios));
  microseconds_ += median(times) * 1000 / launches;
}

duet::GraphExec Comparison::repeated(const duet::Kernel& kernel, const duet::LaunchShape& shape,
                                     const duet::Arguments& arguments) const {
  duet::Graph graph(stream_.device());
  std::vector<duet::GraphNode> last;
  for (int i = 0; i < launches; ++i) last = {graph.launch(last, kernel, shape, arguments)};
  return duet::GraphExec(graph);
}

double Comparison::time(const duet::GraphExec& graph) const {
  const duet::Event start(stream_.device()), stop(stream_.device());
  start.record(stream_);
  graph.launch(stream_);
  stop.record(stream_);
  stream_.synchronize();
  return duet::elapsed_ms(start, stop);
}

}  // namespace gallery
