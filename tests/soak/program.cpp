#include "program.hpp"

#include <array>
#include <numeric>
#include <random>

namespace duet::soak {

namespace {

constexpr const char* names[kinds] = {
    "launch",       "fill",      "copy",       "upload",   "check",   "graph",
    "graph_update", "capture",   "encode",     "prepared", "jit",     "host_function",
    "threads",      "in_thread", "fork",       "renew",    "refused", "wait",
    "forget",       "managed",   "registered", "window",   "pool",    "ranks"};

}  // namespace

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

}  // namespace duet::soak
