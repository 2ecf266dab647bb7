#pragma once

#include <deque>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include <duet/duet.hpp>

#include "fault_sweep.hpp"
#include "support/device_test.hpp"

namespace duet::test {

constexpr std::size_t ground_size = 32;

inline std::vector<int> numbers(int first = 0) {
  std::vector<int> values(ground_size);
  std::iota(values.begin(), values.end(), first);
  return values;
}

/// `step(int* x, int factor, int n)`: x = x * factor + n. Loaded once.
inline const Kernel& step() {
  static const Kernel kernel = make_kernel(Device(0),
                                           "__global__ void step(int* x, int factor, int n) {\n"
                                           "  x[threadIdx.x] = x[threadIdx.x] * factor + n; }",
                                           "step");
  return kernel;
}

/// Reads a buffer. If the wait fails, the copy may still write: then the host memory is never
/// freed.
template <typename T>
std::vector<std::byte> content_of(const Stream& stream, const Buffer<T>& buffer) {
  static auto& pending = *new std::deque<std::vector<T>>;
  pending.emplace_back(buffer.size());
  copy(stream, pending.back(), buffer);
  stream.synchronize();
  std::vector<std::byte> content = bytes_of(pending.back());
  pending.pop_back();
  return content;
}

/// What most scenarios start from: a stream and a buffer of `numbers()`.
class Ground {
 public:
  explicit Ground(const Device& on = Device(0)) : device(on), stream(on), x(on, numbers()) {}

  /// Sets the buffer again, after a failed operation left anything in it.
  void reset() const { write(stream, x, numbers()); }
  std::vector<std::byte> content() const { return content_of(stream, x); }
  static LaunchShape one() { return {.grid = {1}, .block = {ground_size}}; }

  Device device;
  Stream stream;
  Buffer<int> x;
};

/// An operation that makes all of its objects and returns a result. It is attempted, repeated, and
/// followed by a launch.
template <typename Operation>
Scenario repeated(Operation operation) {
  return [operation](Attempt& attempt) {
    const Ground ground;
    Results results;
    std::vector<std::byte> result;
    if (attempt([&] { result = operation(ground); })) results["result"] = result;
    ground.device.synchronize();  // also streams that the attempt has destroyed
    ground.reset();
    results["result"] = operation(ground);
    ground.reset();
    launch(ground.stream, step(), Ground::one(), ground.x, 2, 3);
    results["another"] = ground.content();
    return results;
  };
}

/// Scenarios by name.
using Scenarios = std::vector<std::pair<const char*, Scenario>>;
Scenarios graph_scenarios();
Scenarios encoder_scenarios();
Scenarios memory_scenarios();
Scenarios resource_scenarios();
Scenarios code_scenarios();
Scenarios product_scenarios();
/// Empty without the component duet::distributed.
Scenarios collective_scenarios();
/// Why ranks cannot be connected here; empty if they can.
std::string collectives_unavailable(int ranks);

}  // namespace duet::test
