#include "program.hpp"

#include <numeric>
#include <random>

namespace duet::soak {

namespace {

constexpr const char* names[kinds] = {"launch", "fill",          "copy",    "upload",    "check",
                                      "graph",  "graph_update",  "capture", "encode",    "prepared",
                                      "jit",    "host_function", "threads", "in_thread", "fork",
                                      "renew",  "refused",       "wait",    "forget"};

void apply(std::vector<int>& buffer, unsigned factor, unsigned summand) {
  for (int& x : buffer) x = stepped(x, factor, summand);
}

}  // namespace

int stepped(int x, unsigned factor, unsigned summand) {
  return static_cast<int>(static_cast<unsigned>(x) * (factor % 7 + 1) + summand);
}

Program random_program(std::uint64_t seed) {
  std::mt19937_64 random(seed);
  const auto below = [&](unsigned end) { return static_cast<unsigned>(random() % end); };
  // Frequent kinds differ between programs.
  std::array<unsigned, kinds> weights{};
  for (unsigned& weight : weights) weight = 1 + below(8);
  weights[static_cast<unsigned>(Kind::fork)] = below(2);
  weights[static_cast<unsigned>(Kind::forget)] = below(2);
  const unsigned sum = std::accumulate(weights.begin(), weights.end(), 0u);
  Program program(10 + below(120));
  for (Step& step : program) {
    unsigned left = below(sum);
    unsigned kind = 0;
    for (; left >= weights[kind]; ++kind) left -= weights[kind];
    step = {static_cast<Kind>(kind), below(streams), below(buffers),
            below(buffers),          below(1000),    1 + below(4)};
  }
  return program;
}

std::string text_of(const Step& step) {
  return std::string(names[static_cast<unsigned>(step.kind)]) + " stream " +
         std::to_string(step.stream) + ", buffers " + std::to_string(step.buffer) + " and " +
         std::to_string(step.other) + ", value " + std::to_string(step.value) + ", count " +
         std::to_string(step.count);
}

void run_here(const Step& step, Memory& memory) {
  std::vector<int>& x = memory[step.buffer];
  switch (step.kind) {
    case Kind::launch:
    case Kind::prepared:
    case Kind::in_thread:
    case Kind::jit: return apply(x, step.count, step.value);
    case Kind::capture:
      for (unsigned i = 0; i < step.count; ++i) apply(x, i, step.value);
      return;
    case Kind::fill: x.assign(cells, static_cast<int>(step.value)); return;
    case Kind::upload: std::iota(x.begin(), x.end(), static_cast<int>(step.value)); return;
    case Kind::copy: x = memory[step.other]; return;
    case Kind::graph:
    case Kind::graph_update:
      x.assign(cells, static_cast<int>(step.value));
      for (unsigned i = 0; i < 2; ++i) apply(x, i + step.value, step.value);
      return;
    case Kind::encode:
      for (unsigned i = 0; i < step.count; ++i) {
        apply(x, i, step.value);
        memory[partner(step)] = x;
        apply(memory[partner(step)], i, 1);
      }
      return;
    case Kind::host_function:
      for (int& value : x) value = stepped(value, 0, step.value);
      return;
    case Kind::threads:
      for (std::vector<int>& buffer : memory) {
        for (unsigned i = 0; i < step.count; ++i) apply(buffer, i, step.value);
      }
      return;
    case Kind::check:
    case Kind::fork:
    case Kind::renew:
    case Kind::refused:
    case Kind::wait:
    case Kind::forget:
    case Kind::end: return;
  }
}

}  // namespace duet::soak
