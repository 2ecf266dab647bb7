// Matrix products of duet beside those of the vendor's libraries, in one run and with rounds that
// alternate: squares, and the layers of a transformer with 7 billion parameters. Operands are
// random and, where they are small, many, so that they come from memory.

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <duet/duet.hpp>
#include <duet/native.hpp>
#include <exception>
#include <functional>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "comparison.hpp"
#include "raw/matrix_product.hpp"

namespace duet::bench {
namespace {

struct Options {
  int rounds = 7;
  std::vector<std::string> types{"bf16", "f16"};
  std::string shapes = "all";
  std::string method = "automatic";
  bool fused = false;
  bool tuned = false;
};

/// The operands' type by its name.
ProductShape type_of(const std::string& name) {
  if (name == "tf32") return {DataType::f32, OperandFormat::tf32};
  if (name == "e4m3") return {DataType::u8, OperandFormat::e4m3};
  for (const DataType type :
       {DataType::f16, DataType::bf16, DataType::f32, DataType::f64, DataType::i8}) {
    if (name == name_of(type)) return {type};
  }
  throw std::invalid_argument("no type " + name);
}

const char* name_of(const ProductShape& shape) {
  switch (shape.format) {
    case OperandFormat::tf32: return "tf32";
    case OperandFormat::e4m3: return "e4m3";
    default: return name_of(shape.type);
  }
}

std::vector<ProductShape> shapes_of(const ProductShape& of_type, const std::string& which) {
  std::vector<ProductShape> shapes;
  const auto add = [&](int rows, int columns, int depth) {
    shapes.push_back({of_type.type, of_type.format, rows, columns, depth});
  };
  if (which == "all" || which == "squares") {
    for (const int n : {1024, 2048, 4096, 8192}) add(n, n, n);
  }
  if (which == "squares") return shapes;
  constexpr std::pair<int, int> layers[] = {
      {4096, 4096}, {11008, 4096}, {4096, 11008}, {14336, 4096}, {4096, 14336}};
  const std::vector<int> batches =
      which == "batches" ? std::vector{16, 32, 64, 128, 256, 1024} : std::vector{1, 8, 512, 4096};
  for (const int batch : batches) {
    for (const auto& [columns, depth] : layers) add(batch, columns, depth);
  }
  return shapes;
}

/// gelu(sum + bias), with the approximation by tanh: x / (1 + exp(-2 u)).
Fusion gelu_epilogue(DataType type) {
  Fusion fusion("bias_gelu");
  const FusionValue sum = fusion.input(DataType::f32);
  const FusionValue x = sum + fusion.cast(fusion.input(type), DataType::f32);
  const FusionValue u = x * (0.7978845608f + 0.0356774081f * x * x);
  fusion.output(fusion.cast(x / (1.0f + fusion.apply("Exp", u * -2.0f)), type));
  return fusion;
}

DataType result_type(DataType operand) {
  switch (operand) {
    case DataType::i8: return DataType::i32;
    case DataType::u8: return DataType::bf16;
    default: return operand;
  }
}

/// Sets of operands that are used in turn.
class Operands {
 public:
  Operands(const Device& device, StreamRef stream, const ProductShape& shape) {
    constexpr std::size_t wanted = 300'000'000;  // larger than the last-level cache
    const std::size_t size = size_of(shape.type);
    const auto elements = [](int a, int b) { return std::size_t(a) * std::size_t(b); };
    const std::size_t a = elements(shape.rows, shape.depth) * size;
    const std::size_t b = elements(shape.columns, shape.depth) * size;
    const std::size_t copies = std::clamp<std::size_t>(wanted / (a + b), 1, 16);
    for (std::size_t i = 0; i < copies; ++i) {
      a_.push_back(random_bytes(device, stream, shape.type, a));
      b_.push_back(random_bytes(device, stream, shape.type, b));
    }
    bias_ = random_bytes(device, stream, shape.type, std::size_t(shape.columns) * size);
    d_ = Buffer<std::byte>(device,
                           elements(shape.rows, shape.columns) * std::max<std::size_t>(size, 4));
    stream.synchronize();
  }

  void* a(int i) const { return a_[std::size_t(i) % a_.size()].data(); }
  void* b(int i) const { return b_[std::size_t(i) % b_.size()].data(); }
  void* bias() const { return bias_.data(); }
  void* d() const { return d_.data(); }

 private:
  template <typename T>
  static void fill_normal(std::vector<std::byte>& bytes) {
    static std::mt19937 random(1);
    std::normal_distribution<float> normal;
    T* const values = reinterpret_cast<T*>(bytes.data());
    for (std::size_t i = 0; i < bytes.size() / sizeof(T); ++i) {
      if constexpr (std::is_integral_v<T>) {
        values[i] = static_cast<T>(random());
      } else {
        values[i] = T(normal(random));
      }
    }
  }
  /// Numbers of e4m3 less than 2.
  static void fill_float8(std::vector<std::byte>& bytes) {
    static std::mt19937 random(1);
    for (std::byte& byte : bytes) byte = static_cast<std::byte>(random() & 0xbf);
  }
  /// A block of random values, repeated.
  static Buffer<std::byte> random_bytes(const Device& device, StreamRef stream, DataType type,
                                        std::size_t bytes) {
    std::vector<std::byte> block(std::min<std::size_t>(bytes, 1 << 22));
    switch (type) {
      case DataType::f16: fill_normal<half>(block); break;
      case DataType::bf16: fill_normal<bfloat16>(block); break;
      case DataType::f64: fill_normal<double>(block); break;
      case DataType::i8: fill_normal<std::int8_t>(block); break;
      case DataType::u8: fill_float8(block); break;
      default: fill_normal<float>(block); break;
    }
    Buffer<std::byte> buffer(device, bytes);
    for (std::size_t at = 0; at < bytes; at += block.size()) {
      const std::size_t count = std::min(block.size(), bytes - at);
      copy(stream, buffer.subspan(at, count), std::span<const std::byte>(block).first(count));
      stream.synchronize();
    }
    return buffer;
  }

  std::vector<Buffer<std::byte>> a_{}, b_{};
  Buffer<std::byte> bias_{}, d_{};
};

/// The mean time of a call in microseconds, measured on the device.
double time_calls(StreamRef stream, int count, const std::function<void(int)>& call) {
  const Event start(stream.device()), stop(stream.device());
  call(0);
  start.record(stream);
  for (int i = 0; i < count; ++i) call(i);
  stop.record(stream);
  stop.synchronize();
  return 1e3 * double{elapsed_ms(start, stop)} / count;
}

class Comparison {
 public:
  Comparison(const Device& device, Options options)
      : device_(device),
        stream_(device),
        options_(std::move(options)),
        workspace_(device, std::size_t{64} << 20) {
    make_current(device_);
    raw_ = open_raw_matrix_product(workspace_.data(), workspace_.size());
  }

  /// @returns the ratio of the libraries' time to duet's
  double measure(const ProductShape& shape, const MatrixProduct& product) {
    const Operands operands(device_, stream_, shape);
    const std::int64_t m = shape.rows, n = shape.columns, k = shape.depth;
    const DataType out = result_type(shape.type);
    const auto call = [&](int i) {
      MatrixProductCall made{.a = ArrayView(operands.a(i), shape.type, {m, k}),
                             .b = ArrayView(operands.b(i), shape.type, {n, k}).transposed(),
                             .d = ArrayView(operands.d(), out, {m, n})};
      if (options_.fused) made.inputs = {ArrayView(operands.bias(), shape.type, {n})};
      return made;
    };
    if (options_.tuned) product.tune(stream_, call(0));
    const auto of_duet = [&](int i) { product.launch(stream_, call(i)); };
    const auto of_raw = [&](int i) {
      if (options_.fused) {
        raw_->multiply_with_gelu(native(stream_), shape, operands.a(i), operands.b(i),
                                 operands.bias(), operands.d());
      } else {
        raw_->multiply(native(stream_), shape, operands.a(i), operands.b(i), operands.d());
      }
    };
    const double operations =
        2.0 * static_cast<double>(m) * static_cast<double>(n) * static_cast<double>(k);
    const int count = std::clamp(int(5e3 / std::max(operations / 6e8, 10.0)), 3, 200);
    std::vector<double> duet, raw;
    for (int round = -1; round < options_.rounds; ++round) {
      const double r = time_calls(stream_, count, of_raw), d = time_calls(stream_, count, of_duet);
      if (round < 0) continue;
      raw.push_back(r);
      duet.push_back(d);
    }
    const double r = median(raw), d = median(duet);
    fmt::print("{:<5}{:>6} x{:>6} x{:>6}{:>10.1f}{:>9.0f}{:>10.1f}{:>9.0f}{:>8.3f}  {}\n",
               name_of(shape), m, n, k, r, operations / r * 1e-6, d, operations / d * 1e-6, r / d,
               to_string(product.plan(call(0))));
    std::fflush(stdout);
    return r / d;
  }

  void run() {
    fmt::print("{:<5}{:>22}{:>10}{:>9}{:>10}{:>9}{:>8}  {}\n", "", "rows x columns x depth",
               "raw us", "TFLOP/s", "duet us", "TFLOP/s", "ratio", "plan");
    for (const std::string& name : options_.types) run(type_of(name));
  }

 private:
  void run(const ProductShape& of_type) {
    MatrixProductOptions options{.format = of_type.format};
    if (options_.method == "arithmetic") options.method = ProductMethod::arithmetic;
    if (options_.method == "waves") options.method = ProductMethod::waves;
    if (options_.fused) options.compile.fast_math = true;  // as the library's epilogue
    const MatrixProduct product = options_.fused
                                      ? MatrixProduct(device_, gelu_epilogue(of_type.type), options)
                                      : MatrixProduct(device_, options);
    double sum = 0, least = 1e9;
    int count = 0;
    for (const ProductShape& shape : shapes_of(of_type, options_.shapes)) {
      const double ratio = measure(shape, product);
      if (shape.columns < 2048) continue;
      sum += std::log(ratio);
      least = std::min(least, ratio);
      ++count;
    }
    fmt::print("{}{} from 2048 on: geometric mean {:.3f}, least {:.3f}\n", name_of(of_type),
               options_.fused ? " with bias and GELU" : "", std::exp(sum / std::max(count, 1)),
               least);
  }

  Device device_;
  Stream stream_;
  Options options_;
  Buffer<std::byte> workspace_;
  std::unique_ptr<RawMatrixProduct> raw_{};
};

int run(int argc, char** argv) {
  Options options;
  CLI::App app("Matrix products beside the vendor's libraries");
  app.add_option("--rounds", options.rounds, "measured rounds")->check(CLI::Range(1, 1000));
  app.add_option("--types", options.types, "bf16, f16, f32, f64, i8, tf32, e4m3");
  app.add_option("--shapes", options.shapes, "all (squares and layers), squares, layers or batches")
      ->check(CLI::IsMember({"all", "squares", "layers", "batches"}));
  app.add_option("--method", options.method, "automatic, arithmetic or waves");
  app.add_flag("--fused", options.fused, "with bias and GELU");
  app.add_flag("--tuned", options.tuned, "with the plans that are the fastest when measured");
  CLI11_PARSE(app, argc, argv);
  const Device device(0);
  fmt::print("{}\n", device.info().name);
  Comparison(device, options).run();
  return 0;
}

}  // namespace
}  // namespace duet::bench

int main(int argc, char** argv) {
  try {
    return duet::bench::run(argc, argv);
  } catch (const std::exception& error) {
    fmt::print(stderr, "{}\n", error.what());
    return 1;
  }
}
