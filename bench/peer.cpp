// Copies from one device to another: duet::copy and the vendor's peer call, in batches that
// alternate, first without and then with peer access. Figures are GB/s, medians over the rounds.

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <duet/duet.hpp>
#include <string>

#include "comparison.hpp"
#include "raw/peer.hpp"

namespace {

constexpr std::size_t most_bytes = std::size_t{256} << 20;

class Bench {
 public:
  Bench(int from, int to, int rounds)
      : from_(from),
        to_(to),
        rounds_(rounds),
        stream_(from_),
        x_(from_, most_bytes),
        y_(to_, most_bytes),
        raw_(duet::bench::open_raw_peer_copy(to, from)) {
    duet::fill(stream_, x_, 1);
    stream_.synchronize();
  }

  void table(const char* title) {
    fmt::print("{:<40}{:>12}{:>12}{:>8}\n", title, "raw, GB/s", "duet, GB/s", "ratio");
    for (std::size_t bytes = std::size_t{64} << 10; bytes <= most_bytes; bytes *= 16) row(bytes);
  }

  /// Whether the copies have arrived.
  bool is_right() const {
    const duet::Stream stream(to_);
    for (const char byte : y_.to_vector(stream)) {
      if (byte != 1) return false;
    }
    return true;
  }

  const duet::Device& from() const { return from_; }
  const duet::Device& to() const { return to_; }

 private:
  void row(std::size_t bytes) {
    const duet::DeviceSpan<const char> source = x_.subspan(0, bytes);
    const duet::DeviceSpan<char> target = y_.subspan(0, bytes);
    const duet::bench::Row row{
        .name = fmt::format("{} KiB", bytes >> 10),
        .batch = 20,
        .raw = [&](int count) { raw_->copy(y_.data(), x_.data(), bytes, count); },
        .duet =
            [&](int count) {
              for (int i = 0; i < count; ++i) {
                duet::copy(stream_, target, source);
              }
              stream_.synchronize();
            }};
    const duet::bench::Result result = duet::bench::measure(row, rounds_, [] {});
    const double size = static_cast<double>(bytes);  // bytes a nanosecond are GB/s
    fmt::print("{:<40}{:>12.1f}{:>12.1f}{:>8.2f}\n", row.name, size / result.raw,
               size / result.duet, result.raw / result.duet);
  }

  duet::Device from_;
  duet::Device to_;
  int rounds_;
  duet::Stream stream_;
  duet::Buffer<char> x_;
  duet::Buffer<char> y_;
  std::unique_ptr<duet::bench::RawPeerCopy> raw_;
};

}  // namespace

int main(int argc, char** argv) {
  CLI::App app("Compares copies between devices with the vendor's peer call");
  int from = 0;
  int to = 1;
  int rounds = 21;
  app.add_option("--from", from, "Number of the device that has the source");
  app.add_option("--to", to, "Number of the device that gets the copy");
  app.add_option("--rounds", rounds, "Rounds of 20 copies; the median counts");
  CLI11_PARSE(app, argc, argv);
  try {
    if (duet::Device::count() < 2) throw std::runtime_error("needs two devices");
    Bench bench(from, to, rounds);
    fmt::print("{} to {}\n", bench.from().info().name, bench.to().info().name);
    bench.table("without peer access");
    if (bench.from().can_access(bench.to())) {
      bench.from().enable_peer_access(bench.to());
      bench.to().enable_peer_access(bench.from());
      bench.table("with peer access");
    } else {
      fmt::print("the devices cannot access each other\n");
    }
    if (!bench.is_right()) throw std::runtime_error("a copy gave wrong bytes");
  } catch (const std::exception& error) {
    fmt::print(stderr, "{}\n", error.what());
    return 1;
  }
}
