#pragma once

// Runs `duet run` with kernels, arrays and a cache of the test's own.

#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>

#include "command_fixture.hpp"
#include "support/npy.hpp"

class RunTest : public CommandTest {
 protected:
  RunTest() {
    setenv("DUET_CACHE_DIR", (folder_ / "cache").c_str(), 1);
    setenv("DUET_CACHE", "on", 1);
    write("scale.cu", R"(
      extern "C" __global__ void scale(const float* x, float* y, int n, float a) {
        int i = blockIdx.x * blockDim.x + threadIdx.x;
        if (i < n) y[i] = a * x[i];
      })");
    write_array<float>("x.npy", duet::tool::ElementType::f32, {1, 2, 3, 4});
  }
  ~RunTest() override {
    unsetenv("DUET_CACHE_DIR");
    unsetenv("DUET_CACHE");
  }

  template <typename T>
  void write_array(const std::string& name, duet::tool::ElementType type,
                   const std::vector<T>& values) const {
    const auto bytes = std::as_bytes(std::span(values));
    duet::tool::write_npy(folder_ / name,
                          {type, {values.size()}, false, {bytes.begin(), bytes.end()}});
  }
  template <typename T>
  std::vector<T> read(const std::string& name) const {
    const duet::tool::NpyArray array = duet::tool::read_npy(folder_ / name);
    std::vector<T> values(array.bytes.size() / sizeof(T));
    std::memcpy(values.data(), array.bytes.data(), array.bytes.size());
    return values;
  }

  /// Runs a kernel file with one block of 8 threads.
  Result run_file(const std::string& file, std::vector<std::string> more) const {
    more.insert(more.begin(), {"run", file, "--grid", "1", "--block", "8"});
    return duet(more);
  }
  Result scale(const std::vector<std::string>& more) const { return run_file("scale.cu", more); }
};
