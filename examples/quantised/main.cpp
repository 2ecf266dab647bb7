// A layer of a network with 8-bit weights on a device: y = x * transposed(w), from floats to
// halves. Rows of x and w are quantised by quantise.cu, MatrixProduct multiplies the bytes exactly,
// and its epilogue applies the scales. One row is a product of a matrix and a vector.

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <exception>
#include <fstream>
#include <iterator>
#include <random>
#include <stdexcept>
#include <string>

#include <duet/duet.hpp>

#include "reference.hpp"

namespace {

std::string read_kernel() {
  std::ifstream file(DUET_QUANTISE_KERNEL);
  if (!file) throw std::runtime_error("cannot read " DUET_QUANTISE_KERNEL);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// half(sum * scale of the row * scale of the column)
duet::Fusion apply_scales() {
  using duet::DataType;
  duet::Fusion epilogue("scales");
  const auto sum = epilogue.cast(epilogue.input(DataType::i32), DataType::f32);
  const auto of_row = epilogue.input(DataType::f32), of_column = epilogue.input(DataType::f32);
  epilogue.output(epilogue.cast(sum * (of_row * of_column), DataType::f16));
  return epilogue;
}

/// A matrix on the device, quantised by rows.
struct DeviceMatrix {
  duet::Buffer<std::int8_t> values;
  duet::Buffer<float> scales;
};

class Layer {
 public:
  Layer(const duet::Device& device, const LayerShape& shape)
      : shape_(shape), device_(device), stream_(device), product_(device, apply_scales()) {
    kernel_ =
        duet::jit(device, {.name = "quantise.cu", .source = read_kernel()}).kernel("quantise");
  }

  Deviations run(int repetitions, double& seconds) {
    std::mt19937 generator(1);
    const std::vector<float> x = random_numbers(shape_.rows, generator);
    const std::vector<float> w = random_numbers(shape_.columns, generator);
    const DeviceMatrix of_x = quantise(x, shape_.rows), of_w = quantise(w, shape_.columns);
    const std::int64_t m = shape_.rows, n = shape_.columns, k = shape_.depth;
    const duet::Buffer<duet::half> y(device_, static_cast<std::size_t>(m * n));
    const duet::MatrixProductCall call{
        .a = {of_x.values, {m, k}},
        .b = duet::ArrayView(of_w.values, {n, k}).transposed(),
        .d = {y, {m, n}},
        .inputs = {duet::ArrayView(of_x.scales, {m, 1}), duet::ArrayView(of_w.scales, {n})}};
    product_.launch(stream_, call);
    std::vector<float> result;
    for (const duet::half value : y.to_vector(stream_)) {
      result.push_back(static_cast<float>(value));
    }
    if (repetitions > 0) seconds = time(call, repetitions);
    fmt::print("{}\n", to_string(product_.plan(call)));
    return compare(shape_, on_host(x, of_x), on_host(w, of_w), result);
  }

 private:
  std::vector<float> random_numbers(int rows, std::mt19937& generator) const {
    std::normal_distribution<float> normal;
    std::vector<float> numbers(static_cast<std::size_t>(rows) *
                               static_cast<std::size_t>(shape_.depth));
    for (float& number : numbers) number = normal(generator);
    return numbers;
  }

  DeviceMatrix quantise(const std::vector<float>& numbers, int rows) const {
    const duet::Buffer<float> from(stream_, numbers);
    DeviceMatrix matrix{duet::Buffer<std::int8_t>(device_, numbers.size()),
                        duet::Buffer<float>(device_, static_cast<std::size_t>(rows))};
    const duet::LaunchShape launch{.grid = {static_cast<unsigned>(rows)}, .block = {256}};
    duet::launch(stream_, kernel_, launch, from, matrix.values, matrix.scales, shape_.depth);
    stream_.synchronize();
    return matrix;
  }

  QuantisedMatrix on_host(const std::vector<float>& numbers, const DeviceMatrix& matrix) const {
    return {numbers, matrix.values.to_vector(stream_), matrix.scales.to_vector(stream_)};
  }

  double time(const duet::MatrixProductCall& call, int repetitions) const {
    const duet::Event begin(device_), end(device_);
    begin.record(stream_);
    for (int i = 0; i < repetitions; ++i) product_.launch(stream_, call);
    end.record(stream_);
    stream_.synchronize();
    return double{duet::elapsed_ms(begin, end)} * 1e-3 / repetitions;
  }

  LayerShape shape_;
  duet::Device device_;
  duet::Stream stream_;
  duet::MatrixProduct product_;
  duet::Kernel kernel_{};
};

}  // namespace

int main(int argc, char** argv) try {
  CLI::App app("A layer with 8-bit weights, y = x * transposed(w), on a device");
  LayerShape shape{1, 200, 256};
  int ordinal = 0, repetitions = 0;
  app.add_option("--rows", shape.rows, "Rows of x: 1 for a vector")->check(CLI::Range(1, 1 << 20));
  app.add_option("--columns", shape.columns, "Rows of w")->check(CLI::Range(1, 1 << 20));
  // Sums of more products of bytes do not fit 32 bits.
  app.add_option("--depth", shape.depth, "Columns of x and w")->check(CLI::Range(1, 1 << 17));
  app.add_option("--repeat", repetitions, "Launches for a measured time; 0: none")
      ->check(CLI::Range(0, 1 << 20));
  app.add_option("--device", ordinal, "Number of the device (default 0)");
  CLI11_PARSE(app, argc, argv);

  const duet::Device device(ordinal);
  fmt::print("{} on {}: {} x {} x {}\n", duet::backend_name(), device.info().name, shape.rows,
             shape.columns, shape.depth);
  double seconds = 0;
  const Deviations deviations = Layer(device, shape).run(repetitions, seconds);
  if (repetitions > 0) {
    const double operations = 2.0 * shape.rows * shape.columns * shape.depth;
    fmt::print("{:.3f} ms, {:.1f} TOP/s\n", seconds * 1e3, operations / seconds * 1e-12);
  }
  fmt::print(
      "deviations as parts of their bounds: {:.2f} from the quantised product, {:.2f} from "
      "that of the numbers\n",
      deviations.from_quantised, deviations.from_numbers);
  if (deviations.from_quantised <= 1 && deviations.from_numbers <= 1) return 0;
  fmt::print(stderr, "error: a deviation exceeds its bound\n");
  return 1;
} catch (const std::exception& error) {
  fmt::print(stderr, "{}\n", error.what());
  return 1;
}
