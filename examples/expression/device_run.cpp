#include "device_run.hpp"

#include <algorithm>

#include <duet/duet.hpp>

#include "kernel_source.hpp"

namespace expression {
namespace {

template <typename T>
std::vector<T> repeated(const std::vector<T>& values, std::size_t count) {
  std::vector<T> result(count);
  for (std::size_t at = 0; at < count; at += values.size())
    std::copy_n(values.begin(), std::min(values.size(), count - at),
                result.begin() + static_cast<std::ptrdiff_t>(at));
  return result;
}

}  // namespace

template <typename T>
Outcome<T> run_on(const duet::Device& device, const Work<T>& work) {
  // Compile for this device and load the code. The source is a string.
  duet::Program program;
  program.name = "expression";
  program.source = work.source;
  program.kernels = {kernel_name};
  const duet::Code code = duet::compile(program, device);
  const duet::Kernel kernel = duet::Module(device, code).kernel(kernel_name);

  // The number of arguments depends on the formula, so the list is built at run time. The list has
  // only the addresses of the buffers; the buffers must outlive the launches.
  const duet::Stream stream(device);
  duet::Arguments arguments;
  std::vector<duet::Buffer<T>> inputs;
  for (const std::vector<T>& column : work.columns) {
    inputs.emplace_back(device, work.count);
    duet::copy(device, inputs.back(), repeated(column, work.count));
    arguments.add(inputs.back());
  }
  const duet::Buffer<T> result(device, work.count);
  arguments.add(result).add(static_cast<unsigned long long>(work.count));

  // Events measure time on the device. The first run is a warm-up and is not counted.
  const duet::LaunchShape shape = duet::cover(work.count, 256);
  const duet::Event start(device);
  const duet::Event stop(device);
  std::vector<double> times;
  for (int i = 0; i <= work.repeat; ++i) {
    start.record(stream);
    duet::launch(stream, kernel, shape, arguments);
    stop.record(stream);
    stop.synchronize();
    if (i > 0) times.push_back(static_cast<double>(duet::elapsed_ms(start, stop)));
  }
  std::sort(times.begin(), times.end());

  Outcome<T> outcome{std::vector<T>(work.count), code.milliseconds, times[times.size() / 2]};
  duet::copy(stream, outcome.results, result);
  stream.synchronize();
  return outcome;
}

template Outcome<float> run_on(const duet::Device&, const Work<float>&);
template Outcome<double> run_on(const duet::Device&, const Work<double>&);

}  // namespace expression
