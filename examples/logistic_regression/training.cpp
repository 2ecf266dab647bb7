#include "training.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <string>

namespace {

constexpr unsigned threads = 256;
constexpr unsigned group = 32;  // number of threads that work on one example together

/// Generates the kernels for a problem. Its sizes are constants in the source, so the compiler can
/// optimise for them and they need not be passed as arguments.
std::string kernel_source(const Problem& problem) {
  return fmt::format("constexpr int examples = {}, features = {}, group = {}, threads = {};\n",
                     problem.examples, problem.features, group, threads) +
         R"(
#include <duet/device/kernel.hpp>
#include <duet/device/wave.hpp>

__device__ float sum_of_group(float value) {
  for (int step = group / 2; step > 0; step /= 2) value += duet::shuffle_down<group>(value, step);
  return value;  // valid in the first thread of the group
}

// Computes the residual and the loss of each example. One group of threads works on one example.
extern "C" __global__ void judge(const float* inputs, const float* labels, const float* weights,
                                 float* residuals, float* losses) {
  const int example = (blockIdx.x * threads + threadIdx.x) / group;
  const int lane = threadIdx.x % group;
  float logit = 0;
  if (example < examples) {
    for (int j = lane; j < features; j += group) logit += inputs[example * features + j] * weights[j];
  }
  logit = sum_of_group(logit);
  if (lane == 0 && example < examples) {
    const float label = labels[example];
    residuals[example] = (1.0f / (1.0f + expf(-logit)) - label) / examples;
    losses[example] = (fmaxf(logit, 0.0f) + log1pf(expf(-fabsf(logit))) - label * logit) / examples;
  }
}

// Updates the weights: one block per feature; the last block sums up the loss. `columns` has the
// inputs of each feature one after the other.
extern "C" __global__ void step(const float* columns, const float* residuals, const float* losses,
                                float* weights, float* history, int* iteration, float rate) {
  __shared__ float sums[threads / group];
  const bool is_loss = blockIdx.x == features;
  const float* column = columns + blockIdx.x * examples;
  float sum = 0;
  for (int i = threadIdx.x; i < examples; i += threads) {
    sum += is_loss ? losses[i] : column[i] * residuals[i];
  }
  sum = sum_of_group(sum);
  if (threadIdx.x % group == 0) sums[threadIdx.x / group] = sum;
  __syncthreads();
  if (threadIdx.x != 0) return;
  for (int i = 1; i < threads / group; ++i) sum += sums[i];
  if (is_loss) {
    history[(*iteration)++] = sum;
  } else {
    weights[blockIdx.x] -= rate * sum;
  }
}
)";
}

std::vector<float> columns_of(const Problem& problem) {
  std::vector<float> columns(problem.inputs.size());
  for (std::size_t i = 0; i < problem.examples; ++i) {
    for (std::size_t j = 0; j < problem.features; ++j) {
      columns[j * problem.examples + i] = problem.inputs[i * problem.features + j];
    }
  }
  return columns;
}

class Training {
 public:
  Training(const duet::Device& device, const Problem& problem, std::size_t iterations)
      : stream_(device),
        module_(duet::jit(device, {.name = "logistic_regression",
                                   .source = kernel_source(problem),
                                   .kernels = {"judge", "step"}})),
        judge_(module_.kernel("judge")),
        step_(module_.kernel("step")),
        judges_{{static_cast<unsigned>((problem.examples * group + threads - 1) / threads)},
                {threads}},
        steps_{{static_cast<unsigned>(problem.features + 1)}, {threads}},
        encoder_(stream_, {.max_operations = 1'000'000}),
        inputs_(device, problem.inputs.size()),
        columns_(device, problem.inputs.size()),
        labels_(device, problem.examples),
        weights_(device, problem.features),
        residuals_(device, problem.examples),
        losses_(device, problem.examples),
        history_(device, iterations),
        iteration_(device, 1) {
    const std::vector<float> columns = columns_of(problem);
    encoder_.copy(inputs_, problem.inputs);
    encoder_.copy(columns_, columns);
    encoder_.copy(labels_, problem.labels);
    encoder_.copy(weights_, problem.weights);
    encoder_.fill(iteration_, 0);
    encoder_.synchronize();
  }

  void run(std::size_t iterations, float rate) {
    using duet::in, duet::out, duet::inout;
    for (std::size_t i = 0; i < iterations; ++i) {
      encoder_.launch(judge_, judges_, in(inputs_), in(labels_), in(weights_), out(residuals_),
                      out(losses_));
      encoder_.launch(step_, steps_, in(columns_), in(residuals_), in(losses_), inout(weights_),
                      inout(history_), inout(iteration_), rate);
    }
    encoder_.commit();
  }
  void synchronize() { encoder_.synchronize(); }

  Trained result() {
    Trained trained{std::vector<float>(weights_.size()), std::vector<float>(history_.size())};
    encoder_.copy(trained.weights, weights_);
    encoder_.copy(trained.losses, history_);
    encoder_.synchronize();
    return trained;
  }
  duet::EncoderCounters counters() const { return encoder_.counters(); }

 private:
  duet::Stream stream_;
  duet::Module module_;
  duet::Kernel judge_, step_;
  duet::LaunchShape judges_, steps_;
  duet::CommandEncoder encoder_;
  duet::Buffer<float> inputs_, columns_, labels_, weights_, residuals_, losses_, history_;
  duet::Buffer<int> iteration_;
};

}  // namespace

DeviceRun train_on_device(const duet::Device& device, const Problem& problem, float rate,
                          std::size_t iterations, std::size_t batch) {
  Training training(device, problem, iterations);
  DeviceRun run;
  std::size_t done = 0;
  const auto next = [&] {
    const std::size_t count = std::min(batch, iterations - done);
    training.run(count, rate);
    done += count;
  };
  // The encoder launches the first batch directly and makes a graph of the second. Neither is
  // timed.
  for (int i = 0; i < 2 && done < iterations; ++i) next();
  training.synchronize();
  run.timed_iterations = iterations - done;
  const auto start = std::chrono::steady_clock::now();
  while (done < iterations) next();
  training.synchronize();
  run.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  run.trained = training.result();
  run.counters = training.counters();
  return run;
}
