#include "cases/gallery.hpp"

#include <cstdint>
#include <cstring>
#include <span>

namespace duet::tool {
namespace {

template <typename T>
CaseArray array(ElementType type, const std::vector<T>& values) {
  const auto bytes = std::as_bytes(std::span(values));
  return {.array = NpyArray{type, {values.size()}, false, {bytes.begin(), bytes.end()}},
          .type = type};
}

CaseArray zeroes(ElementType type, std::size_t count) {
  return {.array = NpyArray{type, {count}, false, std::vector<std::byte>(count * size_of(type))},
          .type = type};
}

Program program(const std::string& name, const std::string& kernel, std::string source) {
  return {.name = name + ".cu", .source = std::move(source), .kernels = {kernel}};
}

/// Pseudo-random numbers, the same in every run (linear congruential generator of Numerical
/// Recipes).
std::vector<std::uint32_t> random_numbers(std::size_t count) {
  std::vector<std::uint32_t> numbers(count);
  std::uint32_t state = 1;
  for (std::uint32_t& number : numbers) number = state = state * 1664525u + 1013904223u;
  return numbers;
}

/// Numbers from -8 to 8 that every type represents exactly.
template <typename T>
std::vector<T> random_reals(std::size_t count) {
  std::vector<T> values;
  for (const std::uint32_t number : random_numbers(count))
    values.push_back(static_cast<T>(static_cast<int>(number >> 20) - 2048) / T(256));
  return values;
}

constexpr std::size_t some = 1000;  // not a multiple of the block size
CaseScalar some_count() { return case_scalar("i32:1000"); }

Case integers() {
  return {
      .name = "integers",
      .about = "shifts, products, quotients and remainders of 32 and 64 bits",
      .program = program("integers", "integers", R"(
extern "C" __global__ void integers(const unsigned* x, unsigned long long* out, unsigned salt,
                                    int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  unsigned h = x[i] ^ salt;
  h = (h ^ (h >> 16)) * 0x7feb352du;
  h = (h ^ (h >> 15)) * 0x846ca68bu;
  h ^= h >> 16;
  long long wide = (long long)(int)h * -1234567891ll;
  unsigned long long rest = (unsigned long long)(wide / 1000003 + wide % 97);
  out[i] = (rest << 7) ^ (rest >> 11) ^ (h / (x[i] % 1000u + 1u)) ^ (unsigned)((int)h >> 5);
}
)"),
      .kernel = "integers",
      .shape = cover(some, 128),
      .arguments = {array(ElementType::u32, random_numbers(some)), zeroes(ElementType::u64, some),
                    case_scalar("u32:0x9e3779b9"), some_count()}};
}

Case saxpy() {
  return {.name = "saxpy",
          .about = "an instance of a template; a product and a sum, fused or not",
          .program = program("saxpy", "saxpy<float>", R"(
template <typename T>
__global__ void saxpy(T a, const T* x, T* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] += a * x[i];
}
)"),
          .kernel = "saxpy<float>",
          .shape = cover(some, 256),
          .arguments = {case_scalar("f32:1.7"), array(ElementType::f32, random_reals<float>(some)),
                        array(ElementType::f32, std::vector<float>(some, 0.3f)), some_count()},
          .tolerance = {.absolute = 1e-5, .relative = 1e-6}};
}

Case functions() {
  return {.name = "functions",
          .about = "mathematical functions of float",
          .program = program("functions", "functions", R"(
extern "C" __global__ void functions(const float* x, float* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = sinf(x[i]) + expf(-fabsf(x[i])) * sqrtf(x[i] * x[i] + 1.0f) + floorf(x[i]);
}
)"),
          .kernel = "functions",
          .shape = cover(some, 64),
          .arguments = {array(ElementType::f32, random_reals<float>(some)),
                        zeroes(ElementType::f32, some), some_count()},
          .tolerance = {.absolute = 1e-5, .relative = 1e-5}};
}

Case doubles() {
  return {.name = "doubles",
          .about = "a polynomial of double; some results are infinite or NaN",
          .program = program("doubles", "doubles", R"(
extern "C" __global__ void doubles(const double* x, double* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  double v = x[i];
  double sum = ((0.25 * v - 1.5) * v + 3.0) * v - 7.0;
  y[i] = i % 100 == 0 ? v / 0.0 : i % 100 == 1 ? sqrt(-1.0 - v * v) : sum / (1.0 + v * v);
}
)"),
          .kernel = "doubles",
          .shape = cover(some, 32),
          .arguments = {array(ElementType::f64, random_reals<double>(some)),
                        zeroes(ElementType::f64, some), some_count()},
          .tolerance = {.absolute = 1e-12, .relative = 1e-12}};
}

Case block_sums() {
  constexpr unsigned blocks = 12;
  constexpr unsigned threads = 256;
  return {.name = "block_sums",
          .about = "dynamic shared memory and barriers",
          .program = program("block_sums", "block_sums", R"(
extern "C" __global__ void block_sums(const unsigned* x, unsigned* sums) {
  extern __shared__ unsigned values[];
  unsigned t = threadIdx.x;
  values[t] = x[blockIdx.x * blockDim.x + t];
  __syncthreads();
  for (unsigned half = blockDim.x / 2; half > 0; half /= 2) {
    if (t < half) values[t] += values[t + half];
    __syncthreads();
  }
  if (t == 0) sums[blockIdx.x] = values[0];
}
)"),
          .kernel = "block_sums",
          .shape = {.grid = {blocks},
                    .block = {threads},
                    .shared_bytes = threads * sizeof(std::uint32_t)},
          .arguments = {array(ElementType::u32, random_numbers(std::size_t{blocks} * threads)),
                        zeroes(ElementType::u32, blocks)}};
}

Case transpose() {
  constexpr unsigned width = 96;
  constexpr unsigned height = 64;
  constexpr unsigned tile = 16;
  return {.name = "transpose",
          .about = "static shared memory, grids and blocks of two dimensions",
          .program = program("transpose", "transpose", R"(
extern "C" __global__ void transpose(const float* x, float* y, int width, int height) {
  __shared__ float tile[16][17];
  int column = blockIdx.x * 16 + threadIdx.x;
  int row = blockIdx.y * 16 + threadIdx.y;
  tile[threadIdx.y][threadIdx.x] = x[row * width + column];
  __syncthreads();
  int to_column = blockIdx.y * 16 + threadIdx.x;
  int to_row = blockIdx.x * 16 + threadIdx.y;
  y[to_row * height + to_column] = tile[threadIdx.x][threadIdx.y];
}
)"),
          .kernel = "transpose",
          .shape = {.grid = {width / tile, height / tile}, .block = {tile, tile}},
          .arguments = {array(ElementType::f32, random_reals<float>(std::size_t{width} * height)),
                        zeroes(ElementType::f32, std::size_t{width} * height),
                        case_scalar("i32:96"), case_scalar("i32:64")}};
}

Case wave_sums() {
  constexpr unsigned blocks = 5;
  constexpr unsigned threads = 192;
  return {.name = "wave_sums",
          .about = "shuffles between lanes: sums of 32 threads, in waves of 32 or 64",
          .program = program("wave_sums", "wave_sums", R"(
#include <duet/device/wave.hpp>
extern "C" __global__ void wave_sums(const unsigned* x, unsigned* sums) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned sum = x[i];
  for (int distance = 16; distance > 0; distance /= 2) sum += duet::shuffle_xor(sum, distance);
  sums[i] = sum;
}
)"),
          .kernel = "wave_sums",
          .shape = {.grid = {blocks}, .block = {threads}},
          .arguments = {array(ElementType::u32, random_numbers(std::size_t{blocks} * threads)),
                        zeroes(ElementType::u32, std::size_t{blocks} * threads)}};
}

Case histogram() {
  constexpr unsigned bins = 32;
  constexpr unsigned count = 4096;
  return {
      .name = "histogram",
      .about = "atomic sums in shared and global memory, smallest and largest values",
      .program = program("histogram", "histogram", R"(
#include <duet/device/kernel.hpp>
extern "C" __global__ void histogram(const unsigned* x, unsigned* bins, int* bounds, int n) {
  __shared__ unsigned own[32];
  if (threadIdx.x < 32) own[threadIdx.x] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    atomicAdd(&own[x[i] >> 27], 1u);
    atomicMin(&bounds[0], (int)x[i]);
    atomicMax(&bounds[1], (int)x[i]);
  }
  __syncthreads();
  if (threadIdx.x < 32) atomicAdd(&bins[threadIdx.x], own[threadIdx.x]);
}
)"),
      .kernel = "histogram",
      .shape = {.grid = {6}, .block = {128}},
      .arguments = {array(ElementType::u32, random_numbers(count)), zeroes(ElementType::u32, bins),
                    zeroes(ElementType::i32, 2), case_scalar("i32:4096")}};
}

}  // namespace

std::vector<Case> case_gallery() {
  return {integers(),   saxpy(),     functions(), doubles(),
          block_sums(), transpose(), wave_sums(), histogram()};
}

}  // namespace duet::tool
