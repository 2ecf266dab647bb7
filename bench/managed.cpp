// Managed memory with and without prefetches, and device memory with copies: the time from the
// host's last write to the end of the work, and to the host's first reads. Figures are
// milliseconds, medians over the rounds. Then copies of registered memory.

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <duet/duet.hpp>
#include <functional>
#include <string>
#include <vector>

namespace {

constexpr const char* source = R"(
extern "C" __global__ void touch(float* x, unsigned long long n, unsigned long long stride) {
  unsigned long long i = (blockIdx.x * (unsigned long long)blockDim.x + threadIdx.x) * stride;
  if (i < n) x[i] += 1.0f;
})";

class Bench {
 public:
  Bench(int ordinal, std::size_t bytes, int rounds)
      : device_(ordinal),
        stream_(device_),
        kernel_(duet::jit(device_, {.name = "managed", .source = source}).kernel("touch")),
        count_(bytes / sizeof(float)),
        rounds_(rounds),
        managed_(duet::HostBuffer<float>::managed(device_, count_)),
        pinned_(duet::HostBuffer<float>::pinned(device_, count_)),
        x_(device_, count_) {}

  /// A kernel reads and writes one element of each `stride`.
  void touch(float* x, std::size_t stride) {
    duet::launch(stream_, kernel_, duet::cover((count_ + stride - 1) / stride), x,
                 static_cast<unsigned long long>(count_), static_cast<unsigned long long>(stride));
  }

  /// The median time of an operation after the host has written all of the memory.
  double time(const duet::HostBuffer<float>& host, const std::function<void()>& run) {
    std::vector<double> times;
    for (int round = 0; round <= rounds_; ++round) {
      std::fill(host.begin(), host.end(), 1.0F);
      const auto start = std::chrono::steady_clock::now();
      run();
      stream_.synchronize();
      const std::chrono::duration<double, std::milli> taken =
          std::chrono::steady_clock::now() - start;
      if (round > 0) times.push_back(taken.count());
    }
    std::ranges::nth_element(times, times.begin() + rounds_ / 2);
    return times[static_cast<std::size_t>(rounds_ / 2)];
  }

  /// @param kernels   launches one after the other
  /// @param stride    how far apart the elements are that they use
  /// @param readers   elements that the host reads afterwards, evenly spread
  void row(const std::string& name, int kernels, std::size_t stride, std::size_t readers) {
    const auto read = [&](const duet::HostBuffer<float>& host) {
      stream_.synchronize();
      for (std::size_t i = 0; i < readers; ++i) sum_ += host[i * (count_ / readers)];
    };
    const auto managed = [&](bool there, bool back) {
      return time(managed_, [=, this] {
        if (there) prefetch(stream_, managed_, device_);
        for (int i = 0; i < kernels; ++i) touch(managed_.data(), stride);
        if (back) prefetch(stream_, managed_, duet::MemoryPlace::host());
        read(managed_);
      });
    };
    const double copied = time(pinned_, [&] {
      copy(stream_, x_, pinned_);
      for (int i = 0; i < kernels; ++i) touch(x_.data(), stride);
      if (readers != 0) copy(stream_, pinned_, x_);
      read(pinned_);
    });
    fmt::print("{:<58}{:>10.2f}{:>10.2f}{:>10.2f}{:>10.2f}\n", name, managed(false, false),
               managed(true, false), managed(true, true), copied);
  }

  /// Copies of a vector, before and after it is registered: the times of a call and of a copy.
  void registration() {
    std::vector<char> host(std::size_t{64} << 20, 1);
    const duet::Buffer<char> to(device_, host.size());
    const auto now = [] { return std::chrono::steady_clock::now(); };
    const auto ms = [](auto time, int count) {
      return std::chrono::duration<double, std::milli>(time).count() / count;
    };
    const auto copies = [&](const char* name) {
      constexpr int count = 10;
      copy(stream_, to, host);
      stream_.synchronize();
      const auto start = now();
      for (int i = 0; i < count; ++i) copy(stream_, to, host);
      const auto submitted = now();
      stream_.synchronize();
      fmt::print("{:<58}{:>10.3f}{:>10.3f}\n", name, ms(submitted - start, count),
                 ms(now() - start, count));
    };
    fmt::print("{:<58}{:>10}{:>10}\n", "milliseconds, 64 MiB", "call", "copy");
    copies("from a vector");
    const auto start = now();
    const duet::RegisteredMemory registered(device_, host);
    const auto end = now();
    copies("from a registered vector");
    fmt::print("{:<58}{:>10.3f}\n", "registering it", ms(end - start, 1));
  }

  const duet::Device& device() const { return device_; }
  std::size_t count() const { return count_; }
  float sum() const { return sum_; }

 private:
  duet::Device device_;
  duet::Stream stream_;
  duet::Kernel kernel_;
  std::size_t count_;
  int rounds_;
  duet::HostBuffer<float> managed_;
  duet::HostBuffer<float> pinned_;
  duet::Buffer<float> x_;
  float sum_ = 0;  // of what the host has read, so that it is read
};

}  // namespace

int main(int argc, char** argv) {
  CLI::App app("Compares managed memory with and without prefetches, and device memory");
  int ordinal = 0;
  int rounds = 11;
  std::size_t mebibytes = 256;
  app.add_option("--device", ordinal, "Number of the device");
  app.add_option("--rounds", rounds, "Rounds; the median counts");
  app.add_option("--mebibytes", mebibytes, "Size of the array");
  CLI11_PARSE(app, argc, argv);
  try {
    Bench bench(ordinal, mebibytes << 20, rounds);
    const duet::DeviceInfo& info = bench.device().info();
    fmt::print("{}, {} MiB, prefetches {}\n", info.name, mebibytes,
               info.managed_prefetch ? "have an effect" : "have no effect");
    fmt::print("{:<58}{:>10}{:>10}{:>10}{:>10}\n", "milliseconds", "none", "there", "and back",
               "copied");
    constexpr std::size_t page = std::size_t{64} << 10;
    bench.row("one kernel that uses each element", 1, 1, 0);
    bench.row("ten kernels that use each element", 10, 1, 0);
    bench.row("one kernel that uses 16 elements", 1, bench.count() / 16, 0);
    bench.row("one kernel, each element; the host reads 16", 1, 1, 16);
    bench.row("one kernel, one element of 64 KiB; the host reads one of 4 KiB", 1,
              page / sizeof(float), bench.count() / 1024);
    bench.registration();
    if (bench.sum() < 0) return 1;
  } catch (const std::exception& error) {
    fmt::print(stderr, "{}\n", error.what());
    return 1;
  }
}
