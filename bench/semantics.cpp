// Measures the cost of a GPU's semantics on the CPU backend and compares kernels with plain C++
// loops in the same run.
//
// The model: threads that never wait for each other run as a loop, which the host compiler
// vectorises like a plain one; a launch adds some hundred nanoseconds. Threads that wait are fibers
// of one OS thread. At a barrier each fiber switches to the next one. The switch is inlined into
// the kernel: about thirty instructions, which touch one cache line of the fiber's record and the
// stack that the kernel uses. A shuffle costs a switch for each lane and a call of the runtime; the
// last lane copies all values. Start and end of a thread cost as much as four barriers. So a block
// of T threads with B barriers needs T * (B + 4) switches. Shared memory is as fast as other
// memory.
//
// Each row has the wall time and the CPU time of the process. On a quiet machine use the wall time.
// If other programs use the cores, half of the CPU time estimates the wall time on two quiet cores.
// Rows with one block use one core.

#include <fmt/format.h>
#include <time.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <duet/duet.hpp>
#include <functional>
#include <string>
#include <vector>

namespace {

constexpr const char* source = R"(
#include <duet/device/kernel.hpp>
extern "C" {
__global__ void barriers(int* x, int rounds) {
  for (int i = 0; i < rounds; ++i) duet::barrier();
  if (x[0] == 1) x[1] = 2;
}
__global__ void shuffles(int* x, int rounds) {
  int value = int(threadIdx.x);
  for (int i = 0; i < rounds; ++i) value += duet::shuffle_xor(value, 1);
  if (value == x[0]) x[1] = 2;
}
__global__ void reduce(const float* x, float* sums) {
  __shared__ float s[256];
  const unsigned t = threadIdx.x;
  s[t] = x[blockIdx.x * 256 + t];
  duet::barrier();
#pragma unroll
  for (unsigned half = 128; half > 1; half /= 2) {
    if (t < half) s[t] += s[t + half];
    duet::barrier();
  }
  if (t == 0) sums[blockIdx.x] = s[0] + s[1];
}
__global__ void product(const float* a, const float* b, float* c, int n) {
  __shared__ float s[16][16], t[16][16];
  const int x = threadIdx.x, y = threadIdx.y;
  const int column = blockIdx.x * 16 + x, row = blockIdx.y * 16 + y;
  float sum = 0;
  for (int k = 0; k < n; k += 16) {
    s[y][x] = a[row * n + k + x];
    t[y][x] = b[(k + y) * n + column];
    duet::barrier();
    for (int i = 0; i < 16; ++i) sum += s[y][i] * t[i][x];
    duet::barrier();
  }
  c[row * n + column] = sum;
}
__global__ void meet(duet::GridBarrier* barrier, int rounds) {
  for (int i = 0; i < rounds; ++i) duet::grid_barrier(barrier);
}
})";

// In a program of its own: clang may not vectorise it next to kernels that wait.
constexpr const char* streaming = R"(
extern "C" __global__ void saxpy(float a, const float* x, float* y, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] += a * x[i];
})";

/// Times in nanoseconds.
struct Time {
  double wall = 1e300;
  double cpu = 1e300;  ///< CPU time of all threads of the process

  Time operator/(double divisor) const { return {wall / divisor, cpu / divisor}; }
};

double clock_now(clockid_t clock) {
  timespec time{};
  clock_gettime(clock, &time);
  return static_cast<double>(time.tv_sec) * 1e9 + static_cast<double>(time.tv_nsec);
}

/// The shortest time of several repetitions, since other programs may use the machine.
Time best_time(int repetitions, const std::function<void()>& action) {
  Time best;
  action();
  for (int i = 0; i < repetitions; ++i) {
    const double wall = clock_now(CLOCK_MONOTONIC);
    const double cpu = clock_now(CLOCK_PROCESS_CPUTIME_ID);
    action();
    best.cpu = std::min(best.cpu, clock_now(CLOCK_PROCESS_CPUTIME_ID) - cpu);
    best.wall = std::min(best.wall, clock_now(CLOCK_MONOTONIC) - wall);
  }
  return best;
}

struct Row {
  std::string name;
  Time value;
  std::string unit;
  std::string target;
};

class Bench {
 public:
  explicit Bench(int repetitions) : repetitions_(repetitions) {}

  std::vector<Row> run() {
    std::vector<Row> rows;
    for (const unsigned threads : {64u, 256u, 1024u}) {
      rows.push_back({fmt::format("barrier, block of {}", threads), barrier(threads), "ns/thread",
                      threads == 256 ? "12" : ""});
    }
    for (const unsigned threads : {32u, 256u}) {
      rows.push_back(
          {fmt::format("shuffle, block of {}", threads), shuffle(threads), "ns/lane", ""});
    }
    rows.push_back({"reduction, 256 threads, 8 barriers", reduction(), "us/block", "15"});
    const auto [tiled, plain] = product();
    rows.push_back({"tiled matrix product, N = 512", tiled, "ms", "130"});
    rows.push_back({"  as plain loops, one thread", plain, "ms", ""});
    const auto [kernel, loop] = saxpy();
    rows.push_back({"saxpy of 1 Mi elements", kernel, "us", ""});
    rows.push_back({"  as a plain loop, one thread", loop, "us", ""});
    rows.push_back({"  ratio", {kernel.wall / loop.wall, kernel.cpu / loop.cpu}, "", "2"});
    if (device_.info().cooperative_launch) {
      rows.push_back({"grid barrier, 2 blocks of 64", grid_barrier(2), "us", ""});
      rows.push_back({"grid barrier, 16 blocks of 64", grid_barrier(16), "us", ""});
    }
    return rows;
  }
  const duet::Device& device() const { return device_; }

 private:
  template <typename... A>
  Time time(const char* name, const duet::LaunchShape& shape, const A&... arguments) {
    return time(module_.kernel(name), shape, arguments...);
  }
  template <typename... A>
  Time time(const duet::Kernel& function, const duet::LaunchShape& shape, const A&... arguments) {
    return best_time(repetitions_, [&] {
      duet::launch(stream_, function, shape, arguments...);
      stream_.synchronize();
    });
  }

  Time barrier(unsigned threads) {
    constexpr int rounds = 4000;
    return time("barriers", {{1}, {threads}}, small_, rounds) / threads / rounds;
  }
  Time shuffle(unsigned threads) {
    constexpr int rounds = 4000;
    return time("shuffles", {{1}, {threads}}, small_, rounds) / threads / rounds;
  }
  Time reduction() {
    constexpr unsigned blocks = 2000;
    const duet::Buffer<float> x(device_, std::size_t{blocks} * 256);
    const duet::Buffer<float> sums(device_, blocks);
    duet::fill(stream_, x, 1.0f);
    return time("reduce", {{blocks}, {256}}, x, sums) / blocks / 1e3;
  }
  std::pair<Time, Time> product() {
    constexpr int n = 512;
    std::vector<float> a(std::size_t{n} * n, 0.5f);
    std::vector<float> b(a);
    std::vector<float> c(a.size());
    const duet::Buffer<float> da(device_, a.size());
    const duet::Buffer<float> db(device_, a.size());
    const duet::Buffer<float> dc(device_, a.size());
    duet::fill(stream_, da, 0.5f);
    duet::fill(stream_, db, 0.5f);
    const Time tiled = time("product", {{n / 16, n / 16}, {16, 16}}, da, db, dc, n) / 1e6;
    const Time plain = best_time(std::min(repetitions_, 3), [&] {
      std::ranges::fill(c, 0.0f);
      for (int row = 0; row < n; ++row) {
        for (int k = 0; k < n; ++k) {
          const float factor = a[static_cast<std::size_t>(row * n + k)];
          const float* from = &b[static_cast<std::size_t>(k * n)];
          float* to = &c[static_cast<std::size_t>(row * n)];
          for (int column = 0; column < n; ++column) to[column] += factor * from[column];
        }
      }
    });
    return {tiled, plain / 1e6};
  }
  std::pair<Time, Time> saxpy() {
    constexpr int n = 1 << 20;
    std::vector<float> x(n, 1.0f);
    std::vector<float> y(n, 1.0f);
    const duet::Buffer<float> dx(device_, n);
    const duet::Buffer<float> dy(device_, n);
    duet::fill(stream_, dx, 1.0f);
    duet::fill(stream_, dy, 1.0f);
    volatile float factor = 1e-6f;  // unknown to the compiler
    const float a = factor;
    const Time kernel = time(streaming_.kernel("saxpy"), duet::cover(n), a, dx, dy, n) / 1e3;
    const Time loop = best_time(repetitions_, [&] {
      for (std::size_t i = 0; i < y.size(); ++i) y[i] += a * x[i];
    });
    return {kernel, loop / 1e3};
  }
  Time grid_barrier(unsigned blocks) {
    constexpr int rounds = 1000;
    const duet::Buffer<duet::GridBarrier> barrier = duet::make_grid_barrier(stream_);
    return time("meet", {.grid = {blocks}, .block = {64}, .cooperative = true}, barrier, rounds) /
           rounds / 1e3;
  }

  int repetitions_;
  duet::Device device_{0};
  duet::Stream stream_{device_};
  duet::Module module_{device_, duet::compile({.name = "semantics", .source = source}, device_)};
  duet::Module streaming_{device_,
                          duet::compile({.name = "streaming", .source = streaming}, device_)};
  duet::Buffer<int> small_ = [this] {
    duet::Buffer<int> buffer(device_, 2);
    duet::fill(stream_, buffer, 0);
    return buffer;
  }();
};

}  // namespace

int main(int argc, char** argv) try {
  CLI::App app("Cost of barriers, shuffles, shared memory and streaming on the CPU backend");
  int repetitions = 10;
  app.add_option("--repetitions", repetitions, "Measurements per row; the shortest counts")
      ->check(CLI::Range(1, 1000));
  CLI11_PARSE(app, argc, argv);

  Bench bench(repetitions);
  fmt::print("{} on {}, {} multiprocessors\n", duet::backend_name(), bench.device().info().name,
             bench.device().info().multiprocessors);
  fmt::print("{:<38}{:>10}{:>10}\n", "", "wall", "CPU");
  for (const Row& row : bench.run()) {
    fmt::print("{:<38}{:>10.2f}{:>10.2f} {:<12}{}\n", row.name, row.value.wall, row.value.cpu,
               row.unit, row.target.empty() ? "" : fmt::format("target {}", row.target));
  }
  return 0;
} catch (const std::exception& error) {
  fmt::print(stderr, "{}\n", error.what());
  return 1;
}
