#include "ground.hpp"

namespace duet::test {

namespace {

constexpr int rows = 8, columns = 20, depth = 64, groups = 3;

std::vector<float> digits(int count) {
  std::vector<float> values(static_cast<std::size_t>(count));
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<float>(i % 7);
  return values;
}

/// Matrices of whole numbers: their sums are exact in every order.
struct Matrices {
  explicit Matrices(const Device& device)
      : a(device, digits(rows * depth)),
        b(device, digits(groups * depth * columns)),
        d(device, digits(rows * columns)),
        ends(device, std::vector<std::int32_t>{2, 2, rows}) {}

  /// Adds a product to d.
  MatrixProductCall call() const {
    return {.a = ArrayView(a, {rows, depth}),
            .b = ArrayView(b, {depth, columns}),
            .d = ArrayView(d, {rows, columns}),
            .beta = 1};
  }
  MatrixProductCall grouped() const {
    MatrixProductCall made = call();
    made.b = ArrayView(b, {groups, depth, columns});
    made.group_ends = ArrayView(ends);
    return made;
  }

  Buffer<float> a, b, d;
  Buffer<std::int32_t> ends;
};

/// One kernel, groups of rows, and two kernels with memory between them.
std::vector<std::byte> products(const Ground& ground) {
  const Matrices matrices(ground.device);
  const MatrixProduct product(ground.device), split(ground.device, {.splits = 2});
  product.launch(ground.stream, matrices.call());
  product.launch(ground.stream, matrices.grouped());
  split.launch(ground.stream, matrices.call());
  return content_of(ground.stream, matrices.d);
}

std::vector<std::byte> encoded_products(const Ground& ground) {
  const Matrices matrices(ground.device);
  const MatrixProduct product(ground.device), split(ground.device, {.splits = 2});
  MemoryPool pool(ground.device);
  CommandEncoder encoder(ground.stream, {.temporaries = &pool});
  for (int i = 0; i < 2; ++i) {
    product.launch(encoder, matrices.grouped());
    split.launch(encoder, matrices.call());
    encoder.commit();
  }
  encoder.synchronize();
  return content_of(ground.stream, matrices.d);
}

/// An object whose tuning has failed computes products, and is tuned again.
Results tuning(Attempt& attempt) {
  const Ground ground;
  const Matrices matrices(ground.device);
  const MatrixProduct product(ground.device, {.splits = 1});  // few plans
  const auto values = digits(rows * columns);                 // outlives copies whose wait fails
  const auto result = [&] {
    write(ground.stream, matrices.d, values);
    product.launch(ground.stream, matrices.call());
    return content_of(ground.stream, matrices.d);
  };
  Results results;
  std::vector<std::byte> tuned;
  const bool done = attempt([&] {
    (void)product.tune(ground.stream, matrices.call());
    tuned = result();
  });
  if (done) results["attempt"] = tuned;
  ground.stream.synchronize();
  results["result"] = result();
  (void)product.tune(ground.stream, matrices.call());
  results["tuned"] = result();
  return results;
}

}  // namespace

Scenarios product_scenarios() {
  return {{"Products", repeated(products)},
          {"EncodedProducts", repeated(encoded_products)},
          {"ProductTuning", tuning}};
}

}  // namespace duet::test
