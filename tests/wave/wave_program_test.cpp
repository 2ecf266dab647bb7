// Random programs of wave operations, barriers and atomics. A kernel interprets them, one program
// per block, and the results are compared with a sequential interpreter on the host.
//   DUET_TEST_PROGRAMS=50000   number of programs for each wave size (default 2000)
//   DUET_TEST_SEED=…           seed, to repeat a failed run (each run prints it)

#include <array>
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <random>

#include "wave_run.hpp"

namespace duet::test {
namespace {

enum Kind : unsigned {
  mix,
  shuffle_any,
  shuffle_up,
  shuffle_down,
  shuffle_xor,
  shuffle_wide,
  shuffle_whole,
  ballot,
  any_all,
  match,
  wave_barrier,
  add_shared,
  read_shared,
  leave,
  kinds
};

/// An operation. Lanes outside `lanes` skip it and may run ahead of the others.
struct Step {
  Mask lanes;
  unsigned kind;
  unsigned number;
};

constexpr unsigned steps = 20;
constexpr unsigned cells = 4;
using Steps = std::array<Step, steps>;

const char* const interpreter = R"(
  #include <duet/device/kernel.hpp>
  struct Step { duet::uint64_t lanes; unsigned kind, number; };
  struct Wide { unsigned a; double b; };
  __global__ void run(const Step* steps, int count, unsigned* results) {
    __shared__ unsigned cells[4];
    const unsigned t = duet::thread_in_block(), own = duet::lane(), threads = duet::block_threads();
    const unsigned size = duet::wave_size, first = t - own;
    const unsigned there = threads - first < size ? threads - first : size;
    duet::uint64_t alive = there == 64 ? ~duet::uint64_t(0) : (duet::uint64_t(1) << there) - 1;
    for (unsigned cell = t; cell < 4; cell += threads) cells[cell] = 0;
    duet::barrier();
    unsigned x = t * 2654435761u + unsigned(blockIdx.x);
    steps += blockIdx.x * count;
    for (int i = 0; i < count; ++i) {
      const Step step = steps[i];
      const duet::lane_mask lanes = duet::lane_mask(step.lanes);
      const unsigned n = step.number;
      // Values of lanes that do not take part must not be used.
      const duet::uint64_t here = step.lanes & alive;
      const auto is_here = [&](unsigned lane) { return lane < size && (here >> lane & 1) != 0; };
      const bool takes_part = is_here(own);
      if (step.kind == 13) {
        if (takes_part) {
          results[duet::thread_in_grid()] = x;
          return;
        }
        alive &= ~step.lanes;
      } else if (step.kind == 12) {
        duet::barrier();
        x += cells[n % 4];
        duet::barrier();
      } else if (step.kind == 6) {
        const unsigned y = duet::shuffle_xor(x, int(n % size));
        if (alive >> (own ^ n % size) & 1) x ^= y * 3;
      } else if (takes_part) {
        switch (step.kind) {
          case 0: x = x * 1664525u + n; break;
          case 1: {
            const unsigned source = (own * (n | 1) + n / 64) % size;
            const unsigned y = duet::shuffle(lanes, x, int(source));
            if (is_here(source)) x += y;
          } break;
          case 2: {
            const unsigned y = duet::shuffle_up<16>(lanes, x, n % 16);
            if (own % 16 < n % 16 || is_here(own - n % 16)) x = x * 3 + y;
          } break;
          case 3: {
            const unsigned y = duet::shuffle_down(lanes, x, n % size);
            if (own + n % size >= size || is_here(own + n % size)) x = x * 5 + y;
          } break;
          case 4: {
            const unsigned y = duet::shuffle_xor<8>(lanes, x, int(n % 8));
            if (is_here(own ^ n % 8)) x = x * 7 + y;
          } break;
          case 5: {
            const unsigned source = n % size;
            const Wide y = duet::shuffle(lanes, Wide{x, x * 0.5}, int(source));
            if (is_here(source)) x = y.a + unsigned(duet::int64_t(y.b * 2)) * 11;
          } break;
          case 7: {
            const duet::uint64_t y = duet::ballot(lanes, (x >> n % 32 & 1) != 0);
            x ^= unsigned(y) + unsigned(y >> 32) * 13;
          } break;
          case 8:
            x += duet::any(lanes, x % 16 == n % 16) + 2u * duet::all(lanes, x % 16 != n % 16);
            break;
          case 9: {
            const duet::uint64_t y = duet::match_any(lanes, x % (n % 5 + 1));
            x ^= unsigned(y) + unsigned(y >> 32) * 17;
          } break;
          case 10: duet::wave_barrier(lanes); break;
          case 11: duet::atomic_add(&cells[n % 4], x); break;
        }
      }
    }
    results[duet::thread_in_grid()] = x;
  })";

/// Interprets a program sequentially.
class Model {
 public:
  Model(unsigned block, unsigned threads, unsigned wave_size) : size_(wave_size), x_(threads) {
    for (unsigned t = 0; t < threads; ++t) x_[t] = t * 2654435761u + block;
    for (unsigned first = 0; first < threads; first += size_) {
      alive_.push_back(first_lanes(std::min(size_, threads - first)));
    }
  }

  std::vector<unsigned> run(const Steps& program) {
    for (const Step& step : program) {
      if (step.kind == read_shared) {
        for_all([&](unsigned& x) { x += cells_[step.number % cells]; });
        continue;
      }
      for (std::size_t wave = 0; wave < alive_.size(); ++wave) run(step, wave);
    }
    return x_;
  }

 private:
  template <typename Action>
  void for_all(Action action) {
    for (std::size_t t = 0; t < x_.size(); ++t) {
      if ((alive_[t / size_] >> t % size_ & 1) != 0) action(x_[t]);
    }
  }

  void run(const Step& step, std::size_t wave) {
    if (step.kind == leave) {
      alive_[wave] &= ~step.lanes;
      return;
    }
    const Mask here = step.kind == shuffle_whole ? alive_[wave] : step.lanes & alive_[wave];
    std::array<unsigned, 64> old{};
    unsigned* const x = x_.data() + wave * size_;
    for (unsigned i = 0; i < size_; ++i) {
      if ((here >> i & 1) != 0) old[i] = x[i];
    }
    for (unsigned i = 0; i < size_; ++i) {
      if ((here >> i & 1) != 0) x[i] = result(step, here, old, i);
    }
  }

  Mask lanes_with(Mask here, const std::array<unsigned, 64>& old, auto predicate) const {
    Mask lanes = 0;
    for (unsigned i = 0; i < size_; ++i) {
      if ((here >> i & 1) != 0 && predicate(old[i])) lanes |= Mask{1} << i;
    }
    return lanes;
  }
  static unsigned folded(Mask lanes, unsigned factor) {
    return static_cast<unsigned>(lanes) + static_cast<unsigned>(lanes >> 32) * factor;
  }

  unsigned result(const Step& step, Mask here, const std::array<unsigned, 64>& old, unsigned lane) {
    const unsigned n = step.number;
    const unsigned x = old[lane];
    const auto is_here = [&](unsigned i) { return i < size_ && (here >> i & 1) != 0; };
    switch (step.kind) {
      case mix: return x * 1664525u + n;
      case shuffle_any: {
        const unsigned source = (lane * (n | 1) + n / 64) % size_;
        return is_here(source) ? x + old[source] : x;
      }
      case shuffle_up: {
        const unsigned source = lane % 16 < n % 16 ? lane : lane - n % 16;
        return is_here(source) ? x * 3 + old[source] : x;
      }
      case shuffle_down: {
        const unsigned source = lane + n % size_ >= size_ ? lane : lane + n % size_;
        return is_here(source) ? x * 5 + old[source] : x;
      }
      case shuffle_xor: return is_here(lane ^ n % 8) ? x * 7 + old[lane ^ n % 8] : x;
      case shuffle_wide: return is_here(n % size_) ? old[n % size_] * 12 : x;
      case shuffle_whole: return is_here(lane ^ n % size_) ? x ^ old[lane ^ n % size_] * 3 : x;
      case ballot:
        return x ^ folded(lanes_with(here, old, [&](unsigned y) { return (y >> n % 32 & 1) != 0; }),
                          13);
      case any_all: {
        const Mask equal = lanes_with(here, old, [&](unsigned y) { return y % 16 == n % 16; });
        return x + (equal != 0 ? 1u : 0u) + (equal == 0 ? 2u : 0u);
      }
      case match: {
        const unsigned by = n % 5 + 1;
        return x ^ folded(lanes_with(here, old, [&](unsigned y) { return y % by == x % by; }), 17);
      }
      case add_shared: cells_[n % cells] += x; return x;
      default: return x;
    }
  }

  unsigned size_;
  std::vector<unsigned> x_;
  std::vector<Mask> alive_{};
  std::array<unsigned, cells> cells_{};
};

class Generator {
 public:
  explicit Generator(std::uint64_t seed) : random_(seed) {}

  Steps program() {
    Steps result{};
    for (Step& step : result) step = {lanes(), kind(), number(1u << 16)};
    return result;
  }
  LaunchShape shape(unsigned programs) {
    const std::array<Dim3, 10> blocks{Dim3{1},     Dim3{31},    Dim3{32}, Dim3{33},      Dim3{64},
                                      Dim3{65, 1}, Dim3{16, 5}, Dim3{96}, Dim3{4, 5, 6}, Dim3{128}};
    return {.grid = {programs}, .block = blocks[number(blocks.size())]};
  }

 private:
  unsigned number(std::size_t below) {
    return static_cast<unsigned>(std::uniform_int_distribution<std::size_t>(0, below - 1)(random_));
  }
  unsigned kind() {
    const unsigned chosen = number(kinds + 1);
    // Exits are rare, so that most lanes stay.
    return chosen < leave || (chosen == leave && number(4) == 0) ? chosen : mix;
  }
  Mask lanes() {
    switch (number(5)) {
      case 0: return ~Mask{0};
      case 1: return Mask{0x5555555555555555} << number(2);
      case 2: return Mask{0xff} << 8 * number(8) | Mask{0xff} << 8 * number(8);
      case 3: return Mask{1} << number(64) | Mask{1} << number(32);
      default: return random_();
    }
  }

  std::mt19937_64 random_;
};

std::uint64_t setting(const char* name, std::uint64_t otherwise) {
  const char* text = std::getenv(name);
  return text == nullptr ? otherwise : std::strtoull(text, nullptr, 0);
}

void run_programs(const Device& device, unsigned wave_size, std::uint64_t count,
                  std::uint64_t seed) {
  const Stream stream(device);
  CompileOptions options{.wave_size = static_cast<int>(wave_size)};
  if (const char* option = std::getenv("DUET_TEST_OPTION")) options.extra = {option};
  const Code code = compile(
      {.name = "interpreter", .source = interpreter, .kernels = {"run"}, .options = options},
      device);
  const Kernel kernel = Module(device, code).kernel("run");
  Generator generator(seed);
  for (std::uint64_t done = 0; done < count;) {
    const auto programs = static_cast<unsigned>(std::min<std::uint64_t>(500, count - done));
    std::vector<Step> code_of_all;
    std::vector<Steps> all;
    for (unsigned i = 0; i < programs; ++i) {
      all.push_back(generator.program());
      code_of_all.insert(code_of_all.end(), all.back().begin(), all.back().end());
    }
    const LaunchShape shape = generator.shape(programs);
    const auto threads = static_cast<unsigned>(shape.block.volume());
    const Buffer<Step> device_steps(device, code_of_all.size());
    const Buffer<unsigned> results(device, std::size_t{programs} * threads);
    write(stream, device_steps, code_of_all);
    launch(stream, kernel, shape, device_steps, static_cast<int>(steps), results);
    const std::vector<unsigned> got = read(stream, results);
    for (unsigned i = 0; i < programs; ++i) {
      const std::vector<unsigned> expected = Model(i, threads, wave_size).run(all[i]);
      for (unsigned t = 0; t < threads; ++t) {
        ASSERT_EQ(got[std::size_t{i} * threads + t], expected[t])
            << "wave size " << wave_size << ", DUET_TEST_SEED=" << seed << ", program " << done + i
            << ", " << threads << " threads, thread " << t;
      }
    }
    done += programs;
  }
}

using WaveProgramTest = DeviceTest;

TEST_F(WaveProgramTest, RandomProgramsGiveSequentialResults) {
  const std::uint64_t seed = setting("DUET_TEST_SEED", std::random_device()());
  const std::uint64_t count = setting("DUET_TEST_PROGRAMS", 2000);
  std::cout << "DUET_TEST_SEED=" << seed << " DUET_TEST_PROGRAMS=" << count << '\n';
  int sizes = 0;
  for (const unsigned wave_size : {32u, 64u}) {
    try {
      run_programs(device(), wave_size, count, seed);
      ++sizes;
    } catch (const Error& error) {
      ASSERT_TRUE(lacks_wave_size(error)) << error.what();
    }
  }
  EXPECT_GE(sizes, 1);
}

}  // namespace
}  // namespace duet::test
