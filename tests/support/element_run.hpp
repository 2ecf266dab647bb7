#pragma once

#include <string>
#include <tuple>
#include <vector>

#include "device_test.hpp"

namespace duet::test {

/// Compiles kernels that compute one element per thread: `k(unsigned n, const In*..., Out* out)`.
class ElementKernels {
 public:
  /// @param names  name expressions of the kernels
  ElementKernels(const Device& device, const std::string& source, std::vector<std::string> names)
      : stream_(device),
        module_(device,
                compile({.name = "test", .source = source, .kernels = std::move(names)}, device)) {}

  /// Runs the kernel `name` on inputs of equal length. Returns its results.
  template <typename Out, typename First, typename... In>
  std::vector<Out> run(const std::string& name, const std::vector<First>& first,
                       const std::vector<In>&... others) const {
    const Buffer<Out> out(stream_, first.size());
    const auto inputs = std::tuple(uploaded(first), uploaded(others)...);
    std::apply(
        [&](const auto&... in) {
          launch(stream_, module_.kernel(name), cover(first.size()),
                 static_cast<unsigned>(first.size()), in..., out);
        },
        inputs);
    return read(stream_, out);
  }

 private:
  template <typename T>
  Buffer<T> uploaded(const std::vector<T>& host) const {
    Buffer<T> buffer(stream_, host.size());
    write(stream_, buffer, host);
    return buffer;
  }

  Stream stream_;
  Module module_;
};

}  // namespace duet::test
