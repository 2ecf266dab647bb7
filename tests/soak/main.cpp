// duet_soak [--minutes N] [--seed S] [--programs N]: random programs over the whole API against a
// sequential run on the host. Prints the seed of a program that fails, crashes or hangs, and the
// smallest program that still does. Programs run in child processes; this one does not use duet.

#include <sys/mman.h>

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <string>

#include "shrinking.hpp"

namespace {

using duet::soak::Program;
using duet::soak::Progress;
using Clock = std::chrono::steady_clock;

struct Options {
  double minutes = 1;
  std::uint64_t seed = std::random_device()();
  std::uint64_t programs = ~std::uint64_t{0};
};

int report(std::uint64_t seed, Progress& progress) {
  std::printf("seed %llu fails: %s\n", static_cast<unsigned long long>(seed), progress.text);
  std::fflush(stdout);
  const Program small = duet::soak::shrunk(duet::soak::random_program(seed), progress,
                                           Clock::now() + std::chrono::minutes(2));
  std::printf("the smallest program that fails (%s):\n",
              progress.text[0] != '\0' ? progress.text : "not every time");
  for (const duet::soak::Step& step : small) {
    std::printf("  %s\n", duet::soak::text_of(step).c_str());
  }
  return 1;
}

[[noreturn]] void fail_usage() {
  std::fputs("usage: duet_soak [--minutes N] [--seed S] [--programs N]\n", stderr);
  std::exit(2);
}

Options parse(int count, char** arguments) {
  Options options;
  for (int i = 1; i < count; i += 2) {
    const std::string name = arguments[i];
    if (i + 1 == count) fail_usage();
    const char* const value = arguments[i + 1];
    if (name == "--minutes") {
      options.minutes = std::strtod(value, nullptr);
    } else if (name == "--seed") {
      options.seed = std::strtoull(value, nullptr, 10);
    } else if (name == "--programs") {
      options.programs = std::strtoull(value, nullptr, 10);
    } else {
      fail_usage();
    }
  }
  return options;
}

}  // namespace

int main(int count, char** arguments) {
  const Options options = parse(count, arguments);
  void* const shared =
      mmap(nullptr, sizeof(Progress), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (shared == MAP_FAILED) return 2;
  Progress& progress = *static_cast<Progress*>(shared);
  const auto end = Clock::now() + std::chrono::duration<double>(options.minutes * 60);
  std::printf("seed %llu\n", static_cast<unsigned long long>(options.seed));
  const bool well = duet::soak::runs_well(progress, [&] {
    while (progress.programs < options.programs && Clock::now() < end) {
      const Program program = duet::soak::random_program(options.seed + progress.programs);
      duet::soak::run_with_limit(program);
      progress.programs = progress.programs + 1;
      progress.steps = progress.steps + program.size();
    }
  });
  if (!well) return report(options.seed + progress.programs, progress);
  std::printf("%llu programs of %llu steps, none failed\n",
              static_cast<unsigned long long>(progress.programs),
              static_cast<unsigned long long>(progress.steps));
  return 0;
}
