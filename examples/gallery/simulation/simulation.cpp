// Particles, random numbers, waves and grids.

#include <algorithm>
#include <array>
#include <complex>
#include <numbers>

#include "gallery/framework/run.hpp"

namespace gallery {
namespace {

void nbody(Run& run) {
  constexpr std::size_t n = 256;
  const auto x = numbers<float>(n * 4, -1, 1);
  const auto in = run.input(x);
  const auto out = run.output<float>(n * 4);
  run.launch("nbody", {{4}, {64}, std::size_t{64} * 16}, in, out, static_cast<int>(n), 0.01f);
  std::vector<float> expected;
  for (std::size_t i = 0; i < n; ++i) {
    std::array<double, 3> sum{};
    for (std::size_t j = 0; j < n; ++j) {
      std::array<double, 3> r{};
      double square = 0.01;
      for (std::size_t k = 0; k < 3; ++k) {
        r[k] = double{x[j * 4 + k]} - x[i * 4 + k];
        square += r[k] * r[k];
      }
      for (std::size_t k = 0; k < 3; ++k) sum[k] += r[k] * x[j * 4 + 3] / std::pow(square, 1.5);
    }
    for (const double s : sum) expected.push_back(static_cast<float>(s));
    expected.push_back(0);
  }
  run.expect_near(run.read(out), expected, 3e-4);
}

void monte_carlo_pi(Run& run) {
  const auto hits = run.output<unsigned>(1);
  run.launch("monte_carlo_pi", {{4}, {64}}, 1234ull, hits, 200);
  const double draws = 256 * 200, pi = 4 * run.read(hits)[0] / draws;
  // Four standard deviations.
  run.expect_near<double>({pi}, {std::numbers::pi}, 4 * 1.64 / std::sqrt(draws) / 3.14);
}

void random_walk(Run& run) {
  constexpr std::size_t walkers = 512;
  constexpr int steps = 20;
  const auto states = run.output<std::array<char, 64>>(walkers);
  const auto ends = run.output<float>(2 * walkers);
  run.launch("setup", {{4}, {128}}, states, 42ull);
  run.launch("walk", {{4}, {128}}, states, ends, steps);
  const auto found = run.read(ends);
  std::array<double, 2> mean{}, square{};
  for (std::size_t i = 0; i < found.size(); ++i) {
    mean[i % 2] += double{found[i]} / walkers;
    square[i % 2] += double{found[i]} * found[i] / walkers;
  }
  for (const std::size_t axis : {0u, 1u}) {
    run.expect_near<double>({mean[axis] / std::sqrt(steps / double{walkers})}, {0}, 4);
    run.expect_near<double>({square[axis] / steps}, {1}, 4 * std::sqrt(2.0 / walkers));
  }
}

void fft(Run& run) {
  const auto x = numbers<float>(2 * 2 * 512, -1, 1);
  const auto data = run.input(x);
  run.launch("fft512", {{2}, {256}}, data);
  std::vector<float> expected;
  for (std::size_t block = 0; block < 2; ++block) {
    for (std::size_t k = 0; k < 512; ++k) {
      std::complex<double> sum;
      for (std::size_t i = 0; i < 512; ++i) {
        const std::size_t at = 2 * (block * 512 + i);
        sum += std::complex<double>(x[at], x[at + 1]) *
               std::polar(1.0, -2 * std::numbers::pi * static_cast<double>(i * k % 512) / 512);
      }
      expected.insert(expected.end(),
                      {static_cast<float>(sum.real()), static_cast<float>(sum.imag())});
    }
  }
  run.expect_near(run.read(data), expected, 1e-3);
}

void life(Run& run) {
  constexpr std::size_t width = 50, height = 30;
  auto cells = numbers<unsigned char>(width * height, 0, 2);
  const auto in = run.input(cells);
  const auto out = run.output<unsigned char>(cells.size());
  run.launch("life", {{3}, {128}}, in, 50u, 30u, out);
  std::vector<unsigned char> expected;
  for (std::size_t y = 0; y < height; ++y) {
    for (std::size_t x = 0; x < width; ++x) {
      int alive = 0;
      for (const std::size_t dy : {height - 1, std::size_t{0}, std::size_t{1}}) {
        for (const std::size_t dx : {width - 1, std::size_t{0}, std::size_t{1}}) {
          if (dx == 0 && dy == 0) continue;
          alive += cells[(y + dy) % height * width + (x + dx) % width];
        }
      }
      expected.push_back(alive == 3 || (alive == 2 && cells[y * width + x] != 0) ? 1 : 0);
    }
  }
  run.expect_equal(run.read(out), expected);
}

void heat(Run& run) {
  constexpr int nx = 45, ny = 37;
  const auto x = numbers<double>(nx * ny, 0, 1);
  const auto in = run.input(x);
  const auto out = run.output<double>(x.size());
  run.launch("heat_step<double, 16, 8>", {{3, 5}, {16, 8}}, in, out, nx, ny, 0.2);
  const auto at = [&](int i, int j) {
    return x[index(std::clamp(j, 0, ny - 1) * nx + std::clamp(i, 0, nx - 1))];
  };
  std::vector<double> expected;
  for (int j = 0; j < ny; ++j) {
    for (int i = 0; i < nx; ++i) {
      expected.push_back(at(i, j) + 0.2 * (at(i - 1, j) + at(i + 1, j) + at(i, j - 1) +
                                           at(i, j + 1) - 4 * at(i, j)));
    }
  }
  run.expect_near(run.read(out), expected, 1e-12);
}

void black_scholes(Run& run) {
  constexpr std::size_t n = 300;
  const auto stock = numbers<float>(n, 5, 30), strike = numbers<float>(n, 1, 100, 2),
             years = numbers<float>(n, 0.25, 10, 3);
  const auto s = run.input(stock), x = run.input(strike), t = run.input(years);
  const auto call = run.output<float>(n), put = run.output<float>(n);
  run.launch("BlackScholesGPU", {{2}, {128}}, call, put, s, x, t, 0.02f, 0.3f, static_cast<int>(n));
  std::vector<float> calls, puts;
  for (std::size_t i = 0; i < n; ++i) {
    const double root = std::sqrt(years[i]);
    const double d1 =
        (std::log(double{stock[i]} / strike[i]) + (0.02 + 0.045) * years[i]) / (0.3 * root);
    const auto normal = [](double d) { return 0.5 * std::erfc(-d / std::numbers::sqrt2); };
    const double paid = strike[i] * std::exp(-0.02 * years[i]);
    const double value = stock[i] * normal(d1) - paid * normal(d1 - 0.3 * root);
    calls.push_back(static_cast<float>(value));
    puts.push_back(static_cast<float>(value + paid - stock[i]));
  }
  run.expect_near(run.read(call), calls, 2e-4);
  run.expect_near(run.read(put), puts, 2e-4);
}

}  // namespace

std::vector<Case> simulation_cases() {
  return {{"simulation/nbody.cu", {"nbody"}, nbody},
          {"simulation/monte_carlo_pi.cu", {"monte_carlo_pi"}, monte_carlo_pi},
          {"simulation/random_walk.cu", {"setup", "walk"}, random_walk},
          {"simulation/fft.cu", {"fft512"}, fft},
          {"simulation/life.cu", {"life"}, life},
          {"simulation/heat.cu", {"heat_step<double, 16, 8>"}, heat},
          {"simulation/black_scholes.cu", {"BlackScholesGPU"}, black_scholes}};
}

}  // namespace gallery
