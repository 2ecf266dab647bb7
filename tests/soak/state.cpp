#include "state.hpp"

#include <algorithm>
#include <chrono>
#include <map>
#include <numeric>
#include <stdexcept>
#include <string>
#include <thread>

namespace duet::soak {

duet::Program kernel_source(unsigned variant) {
  return {.name = "soak.cu",
          .source =
              "__global__ void step(int* x, unsigned factor, unsigned summand) {\n"
              "  __shared__ int values[64];\n"
              "  values[63 - threadIdx.x] = x[threadIdx.x];\n"
              "  __syncthreads();\n"
              "  const unsigned own = values[63 - threadIdx.x];\n"
              "  x[threadIdx.x] = int(own * (factor % 7 + 1) + summand); }  // " +
              std::to_string(variant) + "\n",
          .kernels = {"step"}};
}

const Kernel& kernel(const Device& device) {
  static std::map<int, Kernel> kernels;
  Kernel& found = kernels[device.ordinal()];
  if (!found) found = Module(device, compile(kernel_source(0), device)).kernel("step");
  return found;
}

LaunchShape one_block(unsigned threads) { return {.grid = {1}, .block = {threads}}; }

Device device_of(unsigned number) {
  return Device(static_cast<int>(number) % std::min(Device::count(), 2));
}

void launch(const Stream& stream, const Buffer<int>& x, unsigned factor, unsigned summand) {
  duet::launch(stream, kernel(stream.device()), one_block(), x, factor, summand);
}

State::State() {
  for (unsigned i = 0; i < pools.size(); ++i) pools[i].emplace(device_of(i));
  for (unsigned i = 0; i < streams; ++i) queues[i] = Stream(device_of(i));
  for (unsigned i = 0; i < buffers; ++i) {
    expected[i].resize(cells);
    std::iota(expected[i].begin(), expected[i].end(), 0);
    arrays[i] = Buffer<int>(device_of(i), expected[i]);
  }
  for (const Device& device : Device::all()) (void)kernel(device);
}

void State::flush(unsigned stream) {
  if (encoders[stream]) encoders[stream]->commit();
}

const Buffer<int>& State::use(unsigned buffer, unsigned stream, unsigned how) {
  std::optional<unsigned>& before = last[buffer];
  if (before && *before != stream) {
    flush(*before);
    if (how % 3 == 0) {
      queues[*before].synchronize();
    } else {
      const Event event(queues[*before].device(), {.timing = how % 2 == 0});
      event.record(queues[*before]);
      queues[stream].wait(event);
    }
  }
  before = stream;
  return arrays[buffer];
}

Place State::place_of(const Step& step) {
  const unsigned number = stream_of(step);
  const Buffer<int>& x = use(step.buffer, number, step.value);
  flush(number);
  return {number, queues[number], x};
}

void State::settle() {
  for (unsigned i = 0; i < streams; ++i) {
    flush(i);
    queues[i].synchronize();
  }
}

void State::check(unsigned buffer) {
  const unsigned stream = last[buffer].value_or(buffer % 2);
  flush(stream);
  const std::vector<int> found = arrays[buffer].to_vector(queues[stream]);
  if (!compares) return;
  for (unsigned i = 0; i < cells; ++i) {
    if (found[i] == expected[buffer][i]) continue;
    throw std::runtime_error("element " + std::to_string(i) + " of buffer " +
                             std::to_string(buffer) + " is " + std::to_string(found[i]) + ", not " +
                             std::to_string(expected[buffer][i]));
  }
}

void State::restore() {
  for (const Device& device : Device::all()) (void)Event(device);  // ends what could not end before
  settle();
  for (const Device& device : Device::all()) device.synchronize();
  for (unsigned i = 0; i < buffers; ++i) {
    const Stream& stream = queues[i % 2];
    copy(stream, arrays[i], expected[i]);
    stream.synchronize();
    last[i].reset();
  }
}

void State::finish() {
  for (unsigned i = 0; i < buffers; ++i) check(i);
  encoders = {};
  for (const Stream& stream : queues) stream.synchronize();
  // They run in a thread of duet's.
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(10);
  while (*completed != handlers) {
    std::this_thread::sleep_for(std::chrono::microseconds(100));
    if (*completed > handlers || std::chrono::steady_clock::now() > end) {
      throw std::runtime_error(std::to_string(*completed) + " of " + std::to_string(handlers) +
                               " completion handlers ran");
    }
  }
}

}  // namespace duet::soak
