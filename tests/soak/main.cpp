// duet_soak [--minutes N] [--seed S] [--programs N]: random programs over the whole API against a
// sequential run on the host. Prints the seed of a program that fails, crashes or hangs, and the
// smallest program that still does. Programs run in child processes; this one does not use duet.

#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <random>
#include <string>

#include "program.hpp"

namespace {

using duet::soak::Program;
using Clock = std::chrono::steady_clock;

struct Options {
  double minutes = 1;
  std::uint64_t seed = std::random_device()();
  std::uint64_t programs = ~std::uint64_t{0};
};

/// What the child tells, in shared memory.
struct Progress {
  volatile std::uint64_t programs;
  volatile std::uint64_t steps;
  char text[1000];
};

constexpr unsigned longest_program = 60;  // seconds

/// Runs a function in a child process. @returns whether it ended well
template <typename Work>
bool runs_well(Progress& progress, Work work) {
  progress.text[0] = '\0';
  std::fflush(nullptr);
  const pid_t child = fork();
  if (child == 0) {
    try {
      work();
      std::exit(0);
    } catch (const std::exception& error) {
      std::strncpy(progress.text, error.what(), sizeof(progress.text) - 1);
      _exit(1);
    }
  }
  int status = 0;
  if (child < 0 || waitpid(child, &status, 0) != child) return false;
  if (WIFSIGNALED(status)) {
    std::snprintf(progress.text, sizeof(progress.text), "%s",
                  WTERMSIG(status) == SIGALRM ? "it hangs" : strsignal(WTERMSIG(status)));
  }
  return status == 0;
}

void run_program(const Program& program) {
  alarm(longest_program);
  duet::soak::run(program);
  alarm(0);
}

/// Removes steps as long as the program still fails.
Program shrunk(Program program, Progress& progress, Clock::time_point end) {
  for (std::size_t part = program.size() / 2; part != 0; part /= 2) {
    for (std::size_t at = 0; at < program.size() && Clock::now() < end;) {
      Program less = program;
      const auto first = less.begin() + static_cast<std::ptrdiff_t>(at);
      less.erase(first, first + static_cast<std::ptrdiff_t>(std::min(part, less.size() - at)));
      if (runs_well(progress, [&] { run_program(less); })) {
        at += part;
      } else {
        program = less;
      }
    }
  }
  (void)runs_well(progress, [&] { run_program(program); });
  return program;
}

int report(std::uint64_t seed, Progress& progress) {
  std::printf("seed %llu fails: %s\n", static_cast<unsigned long long>(seed), progress.text);
  std::fflush(stdout);
  const Program small =
      shrunk(duet::soak::random_program(seed), progress, Clock::now() + std::chrono::minutes(2));
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
  const bool well = runs_well(progress, [&] {
    while (progress.programs < options.programs && Clock::now() < end) {
      const Program program = duet::soak::random_program(options.seed + progress.programs);
      run_program(program);
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
