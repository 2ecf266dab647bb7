// Reductions: sums, norms, softmax.

#include <algorithm>
#include <numeric>

#include "gallery/framework/run.hpp"

namespace gallery {
namespace {

void sum_shuffle(Run& run) {
  const auto x = numbers<float>(10000, -1, 1);
  const auto in = run.input(x);
  const auto out = run.output<float>(1);
  run.launch("sum_shuffle", {{4}, {256}}, in, out, 10000);
  run.expect_near(run.read(out), {std::accumulate(x.begin(), x.end(), 0.0f)}, 1e-4);
}

void sum_cub(Run& run) {
  const auto x = numbers<int>(5000, -100, 100);
  const auto in = run.input(x);
  const auto out = run.output<int>(10);
  run.launch("sum_cub<128, 4>", {{10}, {128}}, in, out, 5000);
  std::vector<int> expected(10);
  for (std::size_t i = 0; i < x.size(); ++i) expected[i / 512] += x[i];
  run.expect_equal(run.read(out), expected);
}

void dot_groups(Run& run) {
  const auto a = numbers<float>(3000, -1, 1), b = numbers<float>(3000, -1, 1, 2);
  const auto x = run.input(a), y = run.input(b);
  const auto out = run.output<float>(1);
  run.launch("dot_groups", {{3}, {128}}, x, y, out, 3000);
  run.expect_near(run.read(out), {std::inner_product(a.begin(), a.end(), b.begin(), 0.0f)}, 1e-4);
}

void softmax(Run& run) {
  constexpr std::size_t rows = 37, cols = 100;
  const auto x = numbers<float>(rows * cols, -5, 5);
  const auto in = run.input(x);
  const auto out = run.output<float>(x.size());
  run.launch("softmax", {{10}, {128}}, in, out, static_cast<int>(rows), static_cast<int>(cols));
  std::vector<float> expected(x.size());
  for (std::size_t row = 0; row < rows; ++row) {
    double sum = 0;
    for (std::size_t i = 0; i < cols; ++i) sum += std::exp(double{x[row * cols + i]});
    for (std::size_t i = 0; i < cols; ++i) {
      expected[row * cols + i] = static_cast<float>(std::exp(double{x[row * cols + i]}) / sum);
    }
  }
  run.expect_near(run.read(out), expected, 1e-5);
}

void layer_norm(Run& run) {
  constexpr std::size_t rows = 5, cols = 768;
  const auto x = numbers<float>(rows * cols, -3, 4), gamma = numbers<float>(cols, 0.5, 1.5, 2),
             beta = numbers<float>(cols, -1, 1, 3);
  const auto in = run.input(x), g = run.input(gamma), b = run.input(beta);
  const auto out = run.output<float>(x.size());
  run.launch("layer_norm", {{rows}, {128}}, in, g, b, out, static_cast<int>(cols), 1e-5f);
  std::vector<float> expected(x.size());
  for (std::size_t row = 0; row < rows; ++row) {
    double mean = 0, square = 0;
    for (std::size_t i = 0; i < cols; ++i) mean += double{x[row * cols + i]} / cols;
    for (std::size_t i = 0; i < cols; ++i) {
      square += std::pow(x[row * cols + i] - mean, 2) / cols;
    }
    for (std::size_t i = 0; i < cols; ++i) {
      const double normal = (x[row * cols + i] - mean) / std::sqrt(square + 1e-5);
      expected[row * cols + i] = static_cast<float>(normal * gamma[i] + beta[i]);
    }
  }
  run.expect_near(run.read(out), expected, 1e-4);
}

void rms_norm(Run& run) {
  constexpr std::size_t rows = 4, cols = 512;
  const auto x = numbers<duet::half>(rows * cols, -2, 2),
             weight = numbers<duet::half>(cols, 0, 2, 2);
  const auto in = run.input(x), w = run.input(weight);
  const auto out = run.output<duet::half>(x.size());
  run.launch("rms_norm<128>", {{rows}, {128}}, in, w, out, static_cast<int>(cols / 2), 1e-6f);
  std::vector<duet::half> expected(x.size());
  for (std::size_t row = 0; row < rows; ++row) {
    double square = 0;
    for (std::size_t i = 0; i < cols; ++i) {
      square += std::pow(static_cast<double>(static_cast<float>(x[row * cols + i])), 2) / cols;
    }
    for (std::size_t i = 0; i < cols; ++i) {
      const double scaled = static_cast<float>(x[row * cols + i]) / std::sqrt(square + 1e-6);
      expected[row * cols + i] = duet::half(scaled * static_cast<float>(weight[i]));
    }
  }
  run.expect_near(run.read(out), expected, 3e-3);
}

void argmax_rows(Run& run) {
  constexpr std::size_t rows = 6, cols = 1000;
  auto x = numbers<float>(rows * cols, -1, 1);
  for (float& value : x) value = std::round(value * 50);  // Several equal maxima: the first counts.
  const auto in = run.input(x);
  const auto index = run.output<int>(rows);
  const auto value = run.output<float>(rows);
  run.launch("argmax_rows<128>", {{rows}, {128}}, in, index, value, static_cast<int>(cols));
  std::vector<int> indices;
  std::vector<float> values;
  for (std::size_t row = 0; row < rows; ++row) {
    const auto begin = x.begin() + static_cast<std::ptrdiff_t>(row * cols);
    const auto best = std::max_element(begin, begin + cols);
    indices.push_back(static_cast<int>(best - begin));
    values.push_back(*best);
  }
  run.expect_equal(run.read(index), indices);
  run.expect_equal(run.read(value), values);
}

void norm_grid(Run& run) {
  auto x = numbers<float>(4000, -1, 1);
  const auto data = run.input(x);
  const auto sum = run.output<double>(1);
  run.launch("normalize", {.grid = {4}, .block = {128}, .cooperative = true}, data, sum, 4000);
  double square = 0;
  for (const float v : x) square += double{v} * v;
  for (float& v : x) v = static_cast<float>(v / std::sqrt(square));
  run.expect_near(run.read(data), x, 1e-6);
}

}  // namespace

std::vector<Case> reduce_cases() {
  return {{"reduce/sum_shuffle.cu", {"sum_shuffle"}, sum_shuffle},
          {"reduce/sum_cub.cu", {"sum_cub<128, 4>"}, sum_cub},
          {"reduce/dot_groups.cu", {"dot_groups"}, dot_groups},
          {"reduce/softmax.cu", {"softmax"}, softmax},
          {"reduce/layer_norm.cu", {"layer_norm"}, layer_norm},
          {"reduce/rms_norm_half.cu", {"rms_norm<128>"}, rms_norm},
          {"reduce/argmax_rows.cu", {"argmax_rows<128>"}, argmax_rows},
          {"reduce/norm_grid.cu", {"normalize"}, norm_grid, true}};
}

}  // namespace gallery
