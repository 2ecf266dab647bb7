// Parts of neural networks, and clustering.

#include <algorithm>
#include <limits>

#include "gallery/framework/run.hpp"

namespace gallery {
namespace {

void rotary(Run& run) {
  constexpr std::size_t positions = 6, heads = 2, pairs = 32;
  const auto x = numbers<duet::half>(positions * heads * pairs * 2, -1, 1);
  const auto data = run.input(x);
  run.launch("rotary", {{positions, heads}, {32}}, data, static_cast<int>(heads),
             static_cast<int>(pairs), 10000.0f);
  std::vector<duet::half> expected;
  for (std::size_t i = 0; i < x.size(); i += 2) {
    const std::size_t place = i / 2 / pairs;
    const std::size_t position = place / heads;
    const double angle = static_cast<double>(position) *
                         std::pow(10000.0, -static_cast<double>(i / 2 % pairs) / pairs);
    const double a = static_cast<float>(x[i]), b = static_cast<float>(x[i + 1]);
    expected.emplace_back(a * std::cos(angle) - b * std::sin(angle));
    expected.emplace_back(a * std::sin(angle) + b * std::cos(angle));
  }
  run.expect_near(run.read(data), expected, 2e-3);
}

void attention(Run& run) {
  constexpr std::size_t n = 70, d = 16;
  const auto q = numbers<float>(n * d, -2, 2), k = numbers<float>(n * d, -2, 2, 2),
             v = numbers<float>(n * d, -1, 1, 3);
  const auto a = run.input(q), b = run.input(k), c = run.input(v);
  const auto out = run.output<float>(n * d);
  run.launch("attention<16, 16>", {{2}, {64}}, a, b, c, out, static_cast<int>(n), 0.25f, true);
  std::vector<float> expected;
  for (std::size_t i = 0; i < n; ++i) {
    std::vector<double> sum(d);
    double total = 0;
    for (std::size_t j = 0; j <= i; ++j) {
      double dot = 0;
      for (std::size_t e = 0; e < d; ++e) dot += 0.25 * q[i * d + e] * k[j * d + e];
      total += std::exp(dot);
      for (std::size_t e = 0; e < d; ++e) sum[e] += std::exp(dot) * v[j * d + e];
    }
    for (const double s : sum) expected.push_back(static_cast<float>(s / total));
  }
  run.expect_near(run.read(out), expected, 1e-4);
}

void kmeans(Run& run) {
  constexpr std::size_t n = 1000, k = 7;
  const auto points = numbers<float>(2 * n, 0, 1), centres = numbers<float>(2 * k, 0, 1, 2);
  const auto p = run.input(points), c = run.input(centres);
  const auto label = run.output<int>(n), counts = run.output<int>(k);
  const auto sums = run.output<float>(2 * k);
  run.launch("assign", {{4}, {256}, k * 8}, p, static_cast<int>(n), c, static_cast<int>(k), label);
  run.launch("update", {{4}, {256}}, p, static_cast<int>(n), label, sums, counts);
  std::vector<int> labels, sizes(k);
  std::vector<float> expected(2 * k);
  for (std::size_t i = 0; i < n; ++i) {
    float best = std::numeric_limits<float>::max();
    std::size_t nearest = 0;
    for (std::size_t j = 0; j < k; ++j) {
      const float dx = points[2 * i] - centres[2 * j], dy = points[2 * i + 1] - centres[2 * j + 1];
      const float distance =
          static_cast<float>(double{dx} * dx) + static_cast<float>(double{dy} * dy);
      if (distance >= best) continue;
      best = distance;
      nearest = j;
    }
    labels.push_back(static_cast<int>(nearest));
    ++sizes[nearest];
    expected[2 * nearest] += points[2 * i];
    expected[2 * nearest + 1] += points[2 * i + 1];
  }
  run.expect_equal(run.read(label), labels);
  run.expect_equal(run.read(counts), sizes);
  run.expect_near(run.read(sums), expected, 1e-4);
}

template <typename T>
void bias_gelu(Run& run, const std::string& kernel, double tolerance) {
  const auto x = numbers<T>(1000, -3, 3), bias = numbers<T>(40, -1, 1, 2);
  const auto data = run.input(x), b = run.input(bias);
  run.launch(kernel, {{2}, {128}}, data, b, 1000, 40);
  std::vector<T> expected;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double v =
        static_cast<double>(static_cast<float>(x[i])) + static_cast<float>(bias[i % 40]);
    expected.push_back(
        static_cast<T>(0.5 * v * (1 + std::tanh(0.7978845608 * (v + 0.044715 * v * v * v)))));
  }
  run.expect_near(run.read(data), expected, tolerance);
}

void gelu(Run& run) {
  bias_gelu<float>(run, "bias_gelu<float>", 1e-5);
  bias_gelu<duet::bfloat16>(run, "bias_gelu<__nv_bfloat16>", 1e-2);
}

struct AdamParams {
  float lr, beta1, beta2, eps, weight_decay;
  int step;
};

void adam(Run& run) {
  const auto p = numbers<float>(500, -1, 1), g = numbers<float>(500, -1, 1, 2),
             m = numbers<float>(500, -1, 1, 3), v = numbers<float>(500, 0, 1, 4);
  const auto parameters = run.input(p), gradients = run.input(g), first = run.input(m),
             second = run.input(v);
  run.launch("adamw", {{2}, {128}}, parameters, gradients, first, second, 500ll,
             AdamParams{0.01f, 0.9f, 0.99f, 1e-8f, 0.1f, 3});
  std::vector<float> expected;
  for (std::size_t i = 0; i < p.size(); ++i) {
    const double mean = 0.9 * m[i] + 0.1 * g[i], square = 0.99 * v[i] + 0.01 * g[i] * g[i];
    const double step =
        (mean / (1 - std::pow(0.9, 3))) / (std::sqrt(square / (1 - std::pow(0.99, 3))) + 1e-8);
    expected.push_back(static_cast<float>(p[i] - 0.01 * (step + 0.1 * p[i])));
  }
  run.expect_near(run.read(parameters), expected, 1e-5);
}

void cross_entropy(Run& run) {
  constexpr std::size_t rows = 7, classes = 300;
  const auto x = numbers<float>(rows * classes, -4, 4);
  const auto target = numbers<long long>(rows, 0, classes, 2);
  const auto logits = run.input(x);
  const auto labels = run.input(target);
  const auto loss = run.output<float>(rows), grad = run.output<float>(x.size());
  run.launch("cross_entropy<128>", {{rows}, {128}}, logits, labels, loss, grad,
             static_cast<int>(classes));
  std::vector<float> losses, gradients;
  for (std::size_t row = 0; row < rows; ++row) {
    double sum = 0;
    for (std::size_t c = 0; c < classes; ++c) sum += std::exp(double{x[row * classes + c]});
    const auto right = static_cast<std::size_t>(target[row]);
    losses.push_back(static_cast<float>(std::log(sum) - x[row * classes + right]));
    for (std::size_t c = 0; c < classes; ++c) {
      const double p = std::exp(double{x[row * classes + c]}) / sum;
      gradients.push_back(static_cast<float>(p - (c == right ? 1 : 0)));
    }
  }
  run.expect_near(run.read(loss), losses, 1e-5);
  run.expect_near(run.read(grad), gradients, 1e-5);
}

void dropout(Run& run) {
  const std::vector<float> x(4000, 2.0f);
  const auto in = run.input(x);
  const auto out = run.output<float>(x.size());
  run.launch("dropout", {{8}, {128}}, in, out, 0.8f, 7ull, 1000);
  const auto found = run.read(out);
  const auto kept = std::count(found.begin(), found.end(), 2.0f * (1.0f / 0.8f));
  const auto dropped = std::count(found.begin(), found.end(), 0.0f);
  run.expect_equal<long>({kept + dropped}, {4000});
  run.expect_near<double>({static_cast<double>(kept) / 4000}, {0.8}, 0.03);
}

}  // namespace

std::vector<Case> learning_cases() {
  return {{"learning/rotary.cu", {"rotary"}, rotary},
          {"learning/attention.cu", {"attention<16, 16>"}, attention},
          {"learning/kmeans.cu", {"assign", "update"}, kmeans},
          {"learning/gelu.cu", {"bias_gelu<float>", "bias_gelu<__nv_bfloat16>"}, gelu},
          {"learning/adam.cu", {"adamw"}, adam},
          {"learning/cross_entropy.cu", {"cross_entropy<128>"}, cross_entropy},
          {"learning/dropout.cu", {"dropout"}, dropout}};
}

}  // namespace gallery
