#include "data_parallel.hpp"

#include <algorithm>
#include <cstddef>

namespace {

constexpr const char* source = R"(
#include <duet/device/kernel.hpp>

// The residual of each example of this rank.
extern "C" __global__ void judge(const float* inputs, const float* labels, const float* weights,
                                 float* residuals, int examples, int features) {
  const int example = blockIdx.x * blockDim.x + threadIdx.x;
  if (example >= examples) return;
  float logit = 0;
  for (int j = 0; j < features; ++j) logit += inputs[example * features + j] * weights[j];
  residuals[example] = 1.0f / (1.0f + expf(-logit)) - labels[example];
}

// The part of the gradient that the examples of this rank contribute, for `count` features.
extern "C" __global__ void derive(const float* inputs, const float* residuals, float* gradient,
                                  int examples, int features, int first, int count) {
  const int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (j >= count) return;
  float sum = 0;
  for (int i = 0; i < examples; ++i) sum += inputs[i * features + first + j] * residuals[i];
  gradient[j] = sum;
}

extern "C" __global__ void descend(float* weights, const float* gradient, float rate, int features) {
  const int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (j < features) weights[j] -= rate * gradient[j];
}
)";

constexpr int block = 64;
constexpr int parts = 4;  // of the gradient, reduced one by one while the next is computed

duet::Module load(const duet::Device& device) {
  return duet::jit(
      device,
      {.name = "data_parallel", .source = source, .kernels = {"judge", "derive", "descend"}});
}

}  // namespace

std::vector<float> train(duet::Communicator& communicator, const Problem& problem, float rate,
                         int iterations) {
  using duet::in, duet::out, duet::inout, duet::cover;
  const auto rank = static_cast<std::size_t>(communicator.rank());
  const auto size = static_cast<std::size_t>(communicator.size());
  const std::size_t first = problem.examples * rank / size;
  const std::size_t last = problem.examples * (rank + 1) / size;
  const std::size_t features = problem.features;
  const auto row = [&](std::size_t i) {
    return problem.inputs.begin() + static_cast<std::ptrdiff_t>(i * features);
  };
  const auto label = [&](std::size_t i) {
    return problem.labels.begin() + static_cast<std::ptrdiff_t>(i);
  };

  const duet::Module module = load(communicator.device());
  const duet::Kernel judge = module.kernel("judge"), derive = module.kernel("derive"),
                     descend = module.kernel("descend");
  duet::Stream stream(communicator.device());
  const duet::Buffer<float> inputs(stream, std::vector<float>(row(first), row(last)));
  const duet::Buffer<float> labels(stream, std::vector<float>(label(first), label(last)));
  const duet::Buffer<float> weights(stream, problem.weights);
  const duet::Buffer<float> residuals(stream, last - first), gradient(stream, features);

  const int n = static_cast<int>(last - first), m = static_cast<int>(features);
  const float step = rate / static_cast<float>(problem.examples);
  duet::CommandEncoder encoder(stream);
  duet::AllReduceBuckets buckets(communicator, encoder, duet::Reduction::sum, 0);
  for (int iteration = 0; iteration < iterations; ++iteration) {
    encoder.launch(judge, cover(n, block), in(inputs), in(labels), in(weights), out(residuals), n,
                   m);
    for (int part = 0; part < parts; ++part) {
      const int begin = m * part / parts, count = m * (part + 1) / parts - begin;
      if (count == 0) continue;
      const duet::DeviceSpan<float> values =
          gradient.subspan(static_cast<std::size_t>(begin), static_cast<std::size_t>(count));
      encoder.launch(derive, cover(count, block), in(inputs), in(residuals), out(values), n, m,
                     begin, count);
      buckets.add(values);
    }
    buckets.flush();
    encoder.launch(descend, cover(m, block), inout(weights), in(gradient), step, m);
    encoder.commit();
  }
  encoder.commit();
  communicator.synchronize(stream);  // has a timeout
  return weights.to_vector(stream);
}
