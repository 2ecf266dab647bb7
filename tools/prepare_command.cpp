#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <unistd.h>

#include <duet/jit.hpp>

#include "commands.hpp"
#include "options/compile_flags.hpp"
#include "support/exit_status.hpp"
#include "support/usage_error.hpp"

namespace duet::tool {
namespace {

struct Options {
  std::vector<std::string> files{};
  int device = 0;
  unsigned threads = 0;
  CompileFlags flags{};
};

/// Shows a progress bar in one line. No-op unless standard error is a terminal.
void show_progress(const PrepareProgress& progress) {
  if (isatty(STDERR_FILENO) == 0) return;
  constexpr std::size_t width = 30;
  const std::size_t full = width * progress.done / progress.total;
  fmt::print(stderr, "\r[{:<{}}] {}/{} {:<40.40}", std::string(full, '#'), width, progress.done,
             progress.total, progress.name);
  if (progress.done == progress.total) fmt::print(stderr, "\n");
  (void)std::fflush(stderr);
}

int run(const Options& options) {
  if (options.files.size() > 1 && !options.flags.kernels.empty()) {
    throw UsageError("--kernel needs exactly one FILE, since it names kernels of that file");
  }
  std::vector<Program> programs;
  for (const std::string& file : options.files) programs.push_back(options.flags.program(file));
  const std::vector<PrepareFailure> failures =
      prepare(Device(options.device), programs, options.threads, show_progress);
  for (const PrepareFailure& failure : failures) {
    fmt::print(stderr, "duet: {}\n", failure.error.what());
  }
  const CacheStatistics statistics = cache_statistics();
  fmt::print("{} programs: {} compiled, {} already in the cache, {} failed\n", programs.size(),
             statistics.misses - failures.size(), statistics.disk_hits + statistics.memory_hits,
             failures.size());
  return failures.empty() ? exit_success : exit_failure;
}

}  // namespace

void add_prepare_command(CLI::App& app, int& status) {
  CLI::App* command = app.add_subcommand(
      "prepare", "Compile kernel sources for a device, in parallel, into the cache of jit()");
  const auto options = std::make_shared<Options>();
  command->add_option("FILE", options->files, "Kernel sources")->required();
  command
      ->add_option("-k,--kernel", options->flags.kernels,
                   "Name expression of a kernel, such as 'scale<float>'; may be repeated")
      ->expected(1)
      ->allow_extra_args(false)
      ->take_all();
  command->add_option("--device", options->device, "Number of the device (default 0)");
  command->add_option("-j,--threads", options->threads,
                      "Parallel compilations (default: one for each core)");
  options->flags.add_to(*command);
  command->callback([options, &status] { status = run(*options); });
}

}  // namespace duet::tool
