#include "kernels.hpp"

#include <fmt/format.h>

namespace arrays {

namespace {

/// Combines the values of a row: each thread those of its columns, then the block.
std::string reduction(const std::string& result, const std::string& first,
                      const std::string& element, const std::string& operation) {
  return fmt::format(R"(
  float {0} = {1};
  for (int i = threadIdx.x; i < columns; i += blockDim.x) {0} = {3}()({0}, {2});
  {0} = duet::block_reduce<{4}>({0}, {3}());)",
                     result, first, element, operation, Kernels::row_block);
}

std::string row_source(const std::string& name) {
  constexpr const char* lowest = "-duet::limits<float>::infinity()";
  const std::string maximum = reduction("top", lowest, "x[i]", "duet::ops::Maximum");
  std::string body;
  if (name == "row_sum") {
    body = reduction("sum", "0", "x[i]", "duet::ops::Add") +
           "\n  if (threadIdx.x == 0) y[blockIdx.x] = sum;";
  } else if (name == "row_maximum") {
    body = maximum + "\n  if (threadIdx.x == 0) y[blockIdx.x] = top;";
  } else {
    body = maximum + reduction("sum", "0", "duet::exp(x[i] - top)", "duet::ops::Add") + R"(
  y += blockIdx.x * size_t(columns);
  for (int i = threadIdx.x; i < columns; i += blockDim.x) y[i] = duet::exp(x[i] - top) / sum;)";
  }
  return fmt::format(R"(#include <duet/device/block_reduce.hpp>
#include <duet/device/kernel.hpp>
#include <duet/device/limits.hpp>
#include <duet/device/math.hpp>
#include <duet/device/ops/arithmetic.hpp>
#include <duet/device/ops/binary.hpp>

extern "C" __global__ void {}(const float* x, float* y, int columns) {{
  x += blockIdx.x * size_t(columns);{}
}}
)",
                     name, body);
}

std::string random_source(const std::string& name) {
  const bool is_normal = name == "normal";
  return fmt::format(R"(#include <duet/device/kernel.hpp>
#include <duet/device/random.hpp>

extern "C" __global__ void {}(float* x, duet::uint64_t seed, int count) {{
  const int i = 2 * int(blockIdx.x * blockDim.x + threadIdx.x);
  if (i >= count) return;
  duet::Philox random(seed, duet::uint64_t(i));
  {}
  x[i] = pair[0];
  if (i + 1 < count) x[i + 1] = pair[1];
}}
)",
                     name,
                     is_normal ? "const duet::array<float, 2> pair = random.normal();"
                               : "const float pair[] = {random.uniform(), random.uniform()};");
}

}  // namespace

const duet::Kernel& Kernels::find(const std::string& name,
                                  std::string (*source)(const std::string&)) {
  const auto found = kernels_.find(name);
  if (found != kernels_.end()) return found->second;
  const duet::Module module = duet::jit(device_, {.name = name, .source = source(name)});
  return kernels_.emplace(name, module.kernel(name)).first->second;
}

const duet::Kernel& Kernels::of_rows(const std::string& name) { return find(name, row_source); }
const duet::Kernel& Kernels::random(const std::string& name) { return find(name, random_source); }

}  // namespace arrays
