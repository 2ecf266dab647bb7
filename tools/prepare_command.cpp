#include <algorithm>
#include <cstdio>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include <fmt/format.h>

#include <duet/cache.hpp>
#include <duet/jit.hpp>

#include "commands.hpp"
#include "options/compile_flags.hpp"
#include "options/validators.hpp"
#include "support/colour.hpp"
#include "support/exit_status.hpp"
#include "support/json_output.hpp"
#include "support/progress.hpp"
#include "support/usage_error.hpp"

namespace duet::tool {
namespace {

struct Options {
  std::vector<std::string> files{};
  int device = 0;
  unsigned threads = 0;
  bool json = false;
  CompileFlags flags{};
};

/// Collects what the cache warns of: failures of its folder, damaged files that were replaced.
class CacheWarnings {
 public:
  CacheWarnings() {
    CacheOptions options = cache_options();
    if (options.mode != CacheMode::on)
      throw UsageError("prepare fills the cache, but DUET_CACHE is 'off' or 'read'; unset it");
    options.warn = [this](std::string_view text) {
      const std::lock_guard lock(mutex_);
      if (std::ranges::find(texts_, text) == texts_.end()) texts_.emplace_back(text);
    };
    set_cache_options(options);
  }
  ~CacheWarnings() { set_cache_options(before_); }
  CacheWarnings(const CacheWarnings&) = delete;
  CacheWarnings& operator=(const CacheWarnings&) = delete;

  const std::vector<std::string>& texts() const noexcept { return texts_; }

 private:
  CacheOptions before_ = cache_options();
  std::mutex mutex_{};
  std::vector<std::string> texts_{};
};

struct Counts {
  std::size_t compiled;
  std::size_t cached;
  std::size_t failed;
};

Counts count(std::size_t programs, std::size_t failed) {
  const CacheStatistics statistics = cache_statistics();
  const std::size_t cached =
      std::min(programs - failed, statistics.disk_hits + statistics.memory_hits);
  return {programs - failed - cached, cached, failed};
}

Json to_json(const std::vector<Program>& programs, const std::vector<PrepareFailure>& failures,
             const Counts& counts, const std::vector<std::string>& warnings) {
  Json json;
  json["directory"] = cache_options().directory.string();
  json["programs"] = Json::array();
  for (const Program& program : programs)
    json["programs"].push_back({{"file", program.name}, {"error", nullptr}});
  for (const PrepareFailure& failure : failures)
    json["programs"][failure.index]["error"] = failure.error.what();
  json["compiled"] = counts.compiled;
  json["cached"] = counts.cached;
  json["failed"] = counts.failed;
  json["cache_warnings"] = warnings;
  return json;
}

int run(const Options& options) {
  if (options.files.size() > 1 && !options.flags.kernels.empty()) {
    throw UsageError("--kernel needs exactly one FILE, since it names kernels of that file");
  }
  std::vector<Program> programs;
  for (const std::string& file : options.files) programs.push_back(options.flags.program(file));
  const CacheWarnings warnings;
  Progress progress;
  progress.show(0, programs.size(), programs.front().name);
  const std::vector<PrepareFailure> failures =
      prepare(Device(options.device), programs, options.threads,
              [&](const PrepareProgress& now) { progress.show(now.done, now.total, now.name); });
  progress.hide();
  for (const PrepareFailure& failure : failures)
    fmt::print(stderr, "duet: {} {}\n", tinted(stderr, Tint::bad, "error:"), failure.error.what());
  for (const std::string& text : warnings.texts())
    fmt::print(stderr, "duet: {} {}\n", tinted(stderr, Tint::warning, "warning:"), text);

  const Counts counts = count(programs.size(), failures.size());
  if (options.json) {
    print_json(to_json(programs, failures, counts, warnings.texts()));
  } else {
    fmt::print("{} programs: {} compiled, {} already in the cache, {} failed\n", programs.size(),
               counts.compiled, counts.cached, counts.failed);
  }
  const CacheStatistics statistics = cache_statistics();
  const bool is_stored = statistics.stored == statistics.misses && statistics.failures == 0;
  return failures.empty() && is_stored ? exit_success : exit_failure;
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
  command->add_option("--device", options->device, "Number of the device (default 0)")
      ->check(integer_from(0));
  command
      ->add_option("-j,--threads", options->threads,
                   "Parallel compilations (default: one for each core)")
      ->check(integer_from(1));
  command->add_flag("--json", options->json, "Print JSON");
  options->flags.add_to(*command);
  command->callback([options, &status] { status = run(*options); });
}

}  // namespace duet::tool
