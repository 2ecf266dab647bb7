#include "reference.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace duet::soak {

namespace {

void apply(std::vector<int>& buffer, unsigned factor, unsigned summand) {
  for (int& x : buffer) x = stepped(x, factor, summand);
}

/// Both ranks of a collective.
void combine(const Step& step, std::vector<int>& own, std::vector<int>& other) {
  const bool is_root = step.buffer % 2 == step.count % 2;
  for (unsigned i = 0; i < cells; ++i) {
    int &a = own[i], &b = other[i];
    switch (step.value % 4) {
      case 0: a = b = static_cast<int>(static_cast<unsigned>(a) + static_cast<unsigned>(b)); break;
      case 1: a = b = std::max(a, b); break;
      case 2: a = b = is_root ? a : b; break;
      default: std::swap(a, b);
    }
  }
}

}  // namespace

int stepped(int x, unsigned factor, unsigned summand) {
  return static_cast<int>(static_cast<unsigned>(x) * (factor % 7 + 1) + summand);
}

void run_here(const Step& step, Memory& memory) {
  std::vector<int>& x = memory[step.buffer];
  switch (step.kind) {
    case Kind::launch:
    case Kind::prepared:
    case Kind::in_thread:
    case Kind::managed:
    case Kind::registered:
    case Kind::window:
    case Kind::pool:
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
    case Kind::ranks: return combine(step, x, memory[step_of_other_rank(step).buffer]);
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
