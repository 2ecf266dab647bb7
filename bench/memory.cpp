// The host time of an allocation and its release in stream order, with a launch that uses the
// memory between them, less the time of the launch alone: duet's pool and the driver's, in the same
// run. Figures are nanoseconds a pair. The sizes are mixed, from 256 bytes to 16 MiB.

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <duet/duet.hpp>
#include <random>
#include <string>
#include <thread>
#include <vector>

namespace {

constexpr std::size_t pairs = 1000;

std::vector<std::size_t> mixed_sizes() {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> exponent(8, 24);
  std::vector<std::size_t> sizes;
  for (std::size_t i = 0; i < pairs; ++i) {
    sizes.push_back(static_cast<std::size_t>(std::exp2(exponent(random))));
  }
  return sizes;
}

double nanoseconds(std::chrono::steady_clock::duration time) {
  return std::chrono::duration<double, std::nano>(time).count();
}

class Bench {
 public:
  explicit Bench(int ordinal)
      : device_(ordinal),
        kernel_(
            duet::jit(device_, {.name = "memory",
                                .source = "extern \"C\" __global__ void empty(char* memory) {}"})
                .kernel("empty")) {}

  const duet::Device& device() const { return device_; }

  /// The median over `rounds` of the time of a pair in nanoseconds; with a null resource that of
  /// the launch alone.
  double time(const duet::Stream& stream, duet::MemoryResource* resource, int rounds,
              bool launches) {
    const duet::LaunchShape shape{.grid = {1}, .block = {32}};
    const duet::Buffer<char> kept(device_, 256);
    std::vector<double> times;
    for (int round = 0; round < rounds; ++round) {
      const auto start = std::chrono::steady_clock::now();
      for (const std::size_t size : sizes_) {
        if (resource == nullptr) {
          duet::launch(stream, kernel_, shape, kept);
          continue;
        }
        const duet::Buffer<char> buffer(*resource, stream, size);
        if (launches) duet::launch(stream, kernel_, shape, buffer);
      }
      times.push_back(nanoseconds(std::chrono::steady_clock::now() - start) / pairs);
      stream.synchronize();
    }
    std::ranges::nth_element(times, times.begin() + rounds / 2);
    return times[static_cast<std::size_t>(rounds / 2)];
  }

  /// The same on a stream of each of several threads at once, without launches: the mean.
  double time_of_threads(duet::MemoryResource& resource, int threads, int rounds) {
    std::vector<double> times(static_cast<std::size_t>(threads));
    std::vector<std::thread> running;
    for (double& time : times) {
      running.emplace_back([&] {
        const duet::Stream stream(device_);
        time = this->time(stream, &resource, rounds, false);
      });
    }
    double sum = 0;
    for (std::size_t i = 0; i < times.size(); ++i) {
      running[i].join();
      sum += times[i];
    }
    return sum / threads;
  }

 private:
  duet::Device device_;
  duet::Kernel kernel_;
  std::vector<std::size_t> sizes_ = mixed_sizes();
};

}  // namespace

int main(int argc, char** argv) {
  CLI::App app("Compares the pools of stream-ordered memory");
  int ordinal = 0;
  int rounds = 51;
  int threads = static_cast<int>(std::min(16U, std::thread::hardware_concurrency()));
  app.add_option("--device", ordinal, "Number of the device");
  app.add_option("--rounds", rounds, "Rounds of 1,000 pairs; the median counts");
  app.add_option("--threads", threads, "Threads, each with a stream of its own");
  CLI11_PARSE(app, argc, argv);
  try {
    Bench bench(ordinal);
    const duet::Stream stream(bench.device());
    duet::MemoryPool pool(bench.device());
    duet::MemoryResource& driver = duet::driver_pool_resource(bench.device());
    fmt::print("{}\n{:<42}{:>10}{:>10}\n", bench.device().info().name,
               "nanoseconds of an allocation and release", "duet", "driver");
    const auto row = [](const std::string& name, double duet, double driver) {
      fmt::print("{:<42}{:>10.0f}{:>10.0f}\n", name, duet, driver);
    };
    const auto alone = [&](duet::MemoryResource& resource) {
      return bench.time(stream, &resource, rounds, false);
    };
    row("alone", alone(pool), alone(driver));
    const auto around_launch = [&](duet::MemoryResource& resource) {
      const double with = bench.time(stream, &resource, rounds, true);
      return with - bench.time(stream, nullptr, rounds, true);
    };
    row("around a launch", around_launch(pool), around_launch(driver));
    row(fmt::format("in {} threads on {} streams", threads, threads),
        bench.time_of_threads(pool, threads, rounds),
        bench.time_of_threads(driver, threads, rounds));
    const duet::PoolStatistics numbers = pool.statistics();
    fmt::print("duet's pool: {} bytes reserved, {} at most in use, {} growths\n",
               numbers.reserved_bytes, numbers.peak_used_bytes, numbers.growths);
  } catch (const std::exception& error) {
    fmt::print(stderr, "{}\n", error.what());
    return 1;
  }
}
