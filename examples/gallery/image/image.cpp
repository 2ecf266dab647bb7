// Images and stencils.

#include <algorithm>
#include <array>
#include <limits>

#include "gallery/framework/run.hpp"

namespace gallery {
namespace {

void convolution_rows(Run& run) {
  constexpr int width = 128, height = 8;
  const auto weights = numbers<float>(17, -1, 1), x = numbers<float>(width * height, 0, 1, 2);
  const auto w = run.input(weights), in = run.input(x);
  const auto out = run.output<float>(x.size());
  run.launch("set_weights", {{1}, {17}}, w);
  run.launch("convolution_rows", {{2, 2}, {16, 4}}, out, in, width, width);
  std::vector<float> expected;
  for (int row = 0; row < height; ++row) {
    for (int i = 0; i < width; ++i) {
      double sum = 0;
      for (int j = -8; j <= 8; ++j) {
        if (i + j < 0 || i + j >= width) continue;
        sum += double{weights[static_cast<std::size_t>(8 - j)]} * x[index(row * width + i + j)];
      }
      expected.push_back(static_cast<float>(sum));
    }
  }
  run.expect_near(run.read(out), expected, 1e-5);
}

void median(Run& run) {
  constexpr int width = 50, height = 33;
  const auto x = numbers<unsigned char>(width * height, 0, 256);
  const auto in = run.input(x);
  const auto out = run.output<unsigned char>(x.size());
  run.launch("median3x3", {{4, 5}, {16, 8}}, in, out, width, height);
  std::vector<unsigned char> expected;
  for (int y = 0; y < height; ++y) {
    for (int i = 0; i < width; ++i) {
      std::array<unsigned char, 9> around{};
      for (int k = 0; k < 9; ++k) {
        const int px = std::clamp(i + k % 3 - 1, 0, width - 1);
        const int py = std::clamp(y + k / 3 - 1, 0, height - 1);
        around[static_cast<std::size_t>(k)] = x[index(py * width + px)];
      }
      std::sort(around.begin(), around.end());
      expected.push_back(around[4]);
    }
  }
  run.expect_equal(run.read(out), expected);
}

void stencil_3d(Run& run) {
  constexpr std::size_t nx = 33, ny = 20, nz = 9;
  const auto x = numbers<float>(nx * ny * nz, -1, 1);
  const auto in = run.input(x);
  const auto out = run.output<float>(x.size());
  run.launch("stencil_3d", {{2, 3}, {32, 8}}, in, out, static_cast<int>(nx), static_cast<int>(ny),
             static_cast<int>(nz), 0.5f, 0.1f);
  std::vector<float> expected(x.size());
  for (std::size_t k = 1; k + 1 < nz; ++k) {
    for (std::size_t j = 1; j + 1 < ny; ++j) {
      for (std::size_t i = 1; i + 1 < nx; ++i) {
        const std::size_t at = (k * ny + j) * nx + i;
        expected[at] = 0.5f * x[at] + 0.1f * (x[at - 1] + x[at + 1] + x[at - nx] + x[at + nx] +
                                              x[at - nx * ny] + x[at + nx * ny]);
      }
    }
  }
  run.expect_near(run.read(out), expected, 1e-6);
}

void mandelbrot(Run& run) {
  constexpr int width = 60, height = 40, limit = 200;
  const auto out = run.output<unsigned short>(width * height);
  run.launch("mandelbrot", {{4, 5}, {16, 8}}, out, width, height, std::array{-2.0, -1.0}, 0.05,
             limit);
  std::vector<unsigned short> expected;
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      // The host must not fuse the operations either.
      volatile double cr = x * 0.05, ci = y * 0.05, product = 0;
      cr = -2.0 + cr;
      ci = -1.0 + ci;
      double zr = 0, zi = 0;
      unsigned short n = 0;
      while (n < limit) {
        volatile double r2 = zr * zr, i2 = zi * zi;
        if (r2 + i2 > 4) break;
        product = 2 * zr * zi;
        zi = product + ci;
        product = r2 - i2;
        zr = product + cr;
        ++n;
      }
      expected.push_back(n);
    }
  }
  // `from + x * step` may be fused: pixels on the border may differ.
  const auto found = run.read(out);
  int different = 0;
  for (std::size_t i = 0; i < found.size(); ++i) different += found[i] != expected[i] ? 1 : 0;
  run.expect_near<int>({different}, {0}, 24);
}

void ray_box(Run& run) {
  constexpr std::size_t n = 300, count = 20;
  const auto rays = numbers<float>(n * 6, -1, 1);
  auto boxes = numbers<float>(count * 6, -4, 4, 2);
  for (std::size_t b = 0; b < count; ++b) {
    for (std::size_t k = 0; k < 3; ++k) boxes[b * 6 + 3 + k] = boxes[b * 6 + k] + 0.8f;
  }
  const auto r = run.input(rays), b = run.input(boxes);
  const auto hit = run.output<int>(n);
  const auto distance = run.output<float>(n);
  run.launch("ray_box", {{3}, {128}}, r, b, static_cast<int>(count), hit, distance,
             static_cast<int>(n));
  std::vector<float> expected;
  std::vector<int> hits;
  for (std::size_t i = 0; i < n; ++i) {
    float best = std::numeric_limits<float>::max();
    int which = -1;
    for (std::size_t box = 0; box < count; ++box) {
      float enter = 0, leave = best;
      for (std::size_t k = 0; k < 3; ++k) {
        const float inverse = 1 / rays[i * 6 + 3 + k], origin = rays[i * 6 + k];
        const float p = (boxes[box * 6 + k] - origin) * inverse;
        const float q = (boxes[box * 6 + 3 + k] - origin) * inverse;
        enter = std::max(enter, std::min(p, q));
        leave = std::min(leave, std::max(p, q));
      }
      if (enter > leave || enter >= best) continue;
      best = enter;
      which = static_cast<int>(box);
    }
    expected.push_back(best);
    hits.push_back(which);
  }
  run.expect_equal(run.read(hit), hits);
  run.expect_near(run.read(distance), expected, 1e-5);
}

void sobel(Run& run) {
  constexpr int width = 40, height = 21;
  const auto x = numbers<unsigned char>(width * height * 4, 0, 256);
  const auto in = run.input(x);
  const auto out = run.output<unsigned char>(width * height);
  run.launch("sobel", {{3, 2}, {16, 16}}, in, out, width, height);
  const auto luma = [&](int i, int j) {
    const auto* const p =
        &x[index((std::clamp(j, 0, height - 1) * width + std::clamp(i, 0, width - 1)) * 4)];
    return 0.299 * p[0] + 0.587 * p[1] + 0.114 * p[2];
  };
  std::vector<unsigned char> expected;
  for (int j = 0; j < height; ++j) {
    for (int i = 0; i < width; ++i) {
      const double gx = luma(i + 1, j - 1) + 2 * luma(i + 1, j) + luma(i + 1, j + 1) -
                        luma(i - 1, j - 1) - 2 * luma(i - 1, j) - luma(i - 1, j + 1);
      const double gy = luma(i - 1, j + 1) + 2 * luma(i, j + 1) + luma(i + 1, j + 1) -
                        luma(i - 1, j - 1) - 2 * luma(i, j - 1) - luma(i + 1, j - 1);
      const double size = std::min(1.0, std::hypot(gx, gy) / 1020);
      expected.push_back(static_cast<unsigned char>(std::nearbyint(255 * size)));
    }
  }
  run.expect_near(run.read(out), expected, 0.02);
}

}  // namespace

std::vector<Case> image_cases() {
  return {{"image/convolution_rows.cu", {"set_weights", "convolution_rows"}, convolution_rows},
          {"image/median.cu", {"median3x3"}, median},
          {"image/stencil_3d.cu", {"stencil_3d"}, stencil_3d},
          {"image/mandelbrot.cu", {"mandelbrot"}, mandelbrot},
          {"image/ray_box.cu", {"ray_box"}, ray_box},
          {"image/sobel.cu", {"sobel"}, sobel}};
}

}  // namespace gallery
