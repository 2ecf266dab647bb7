// Compares the device time of duet's block reductions and scans with CUB's, in kernels of the same
// shape, on a grid that fills the device several times. A figure is the time in nanoseconds of one
// operation of all blocks. The kernels repeat the operation in a loop, so that memory accesses and
// launches do not count. The results of both are compared, too.

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <block_cub_kernels.hpp>
#include <block_duet_kernels.hpp>
#include <cstdio>
#include <duet/duet.hpp>
#include <stdexcept>
#include <string>
#include <vector>

#include "comparison.hpp"

namespace {

using duet::bench::Result;
using duet::bench::Row;

/// Repetitions of the operation in a kernel.
constexpr int rounds_inside = 500;

/// The kernels of duet and CUB for values of type T.
template <typename T>
class Bench {
 public:
  Bench(const duet::Device& device, std::string type)
      : stream_(device),
        type_(std::move(type)),
        cub_(duet::load(device, block_cub_kernels())),
        duet_(duet::load(device, block_duet_kernels())),
        threads_(4 * static_cast<std::size_t>(device.info().multiprocessors) *
                 static_cast<std::size_t>(device.info().max_threads_per_multiprocessor)),
        in_(device, threads_),
        cub_out_(device, threads_),
        duet_out_(device, threads_) {}

  void run(int rounds, std::vector<Result>& results) {
    for (const unsigned block : {256u, 1024u}) {
      compare("reduce", "reduce", block, false, rounds, results);
      compare("reduce", "reduce", block, true, rounds, results);
      compare("reduce", "reduce_for_all", block, false, rounds, results);
      compare("scan", "scan", block, false, rounds, results);
      compare("scan", "scan", block, true, rounds, results);
    }
  }

 private:
  /// @param any_size  duet's kernel is compiled without knowing the block size
  void compare(const std::string& theirs, const std::string& ours, unsigned block, bool any_size,
               int rounds, std::vector<Result>& results) {
    const auto launcher = [&](const duet::Module& module, const std::string& name, unsigned size,
                              const duet::Buffer<T>& out) {
      const duet::Kernel kernel = module.kernel(fmt::format("{}<{}, {}>", name, type_, size));
      const duet::LaunchShape shape{{static_cast<unsigned>(threads_ / block)}, {block}};
      return [this, kernel, shape, &out](int inside, int count) {
        for (int i = 0; i < count; ++i) duet::launch(stream_, kernel, shape, in_, out, inside);
        stream_.synchronize();
      };
    };
    const auto cub = launcher(cub_, theirs, block, cub_out_);
    const auto duet = launcher(duet_, ours, any_size ? 0 : block, duet_out_);
    const std::string name =
        fmt::format("{}, {}, {}{}", ours, type_, block, any_size ? ", size unknown" : "");
    check(name, cub, duet, theirs == "scan" ? 1 : block);
    Result result = duet::bench::measure({name, 2, [&](int count) { cub(rounds_inside, count); },
                                          [&](int count) { duet(rounds_inside, count); }},
                                         rounds, [] {});
    for (double* figure : {&result.raw, &result.duet, &result.difference}) {
      *figure /= rounds_inside;
    }
    results.push_back(result);
  }

  /// Runs one operation of both on ones and compares the results.
  /// @param step  compares every `step`-th thread
  template <typename Cub, typename Duet>
  void check(const std::string& name, const Cub& cub, const Duet& duet, std::size_t step) {
    duet::fill(stream_, in_, T{1});
    cub(1, 1);
    duet(1, 1);
    std::vector<T> expected(threads_);
    std::vector<T> found(threads_);
    duet::copy(stream_, expected, cub_out_);
    duet::copy(stream_, found, duet_out_);
    duet::fill(stream_, in_, T{0});
    stream_.synchronize();
    for (std::size_t i = 0; i < threads_; i += step) {
      if (found[i] != expected[i]) throw std::runtime_error(name + ": the results differ");
    }
  }

  duet::Stream stream_;
  std::string type_;
  duet::Module cub_;
  duet::Module duet_;
  std::size_t threads_;
  duet::Buffer<T> in_;
  duet::Buffer<T> cub_out_;
  duet::Buffer<T> duet_out_;
};

}  // namespace

int main(int argc, char** argv) try {
  CLI::App app("Device time of a block's reductions and scans against CUB's");
  int rounds = 50;
  int ordinal = 0;
  bool json = false;
  app.add_option("--rounds", rounds, "Measurements per row, of duet and of CUB")
      ->check(CLI::Range(1, 100000));
  app.add_option("--device", ordinal, "Number of the device (default 0)");
  app.add_flag("--json", json, "Print JSON instead of a table");
  CLI11_PARSE(app, argc, argv);

  const duet::Device device(ordinal);
  std::vector<Result> results;
  Bench<float>(device, "float").run(rounds, results);
  Bench<int>(device, "int").run(rounds, results);
  if (json) {
    duet::bench::print_json(device, rounds, results);
  } else {
    fmt::print("{} on {}: ns per operation of all blocks, medians of {} rounds; raw is CUB\n",
               duet::backend_name(), device.info().name, rounds);
    duet::bench::print_table(results);
  }
  return 0;
} catch (const std::exception& error) {
  fmt::print(stderr, "{}\n", error.what());
  return 1;
}
