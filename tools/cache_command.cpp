#include <chrono>
#include <cmath>
#include <ctime>
#include <memory>
#include <string>
#include <vector>

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <duet/cache.hpp>
#include <duet/error.hpp>

#include "commands.hpp"
#include "support/colour.hpp"
#include "support/exit_status.hpp"
#include "support/json_output.hpp"
#include "support/progress.hpp"

namespace duet::tool {
namespace {

std::string time_text(std::chrono::system_clock::time_point time) {
  return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}",
                     fmt::gmtime(std::chrono::system_clock::to_time_t(time)));
}

Json to_json(const CachedProgram& program) {
  Json json;
  json["file"] = program.file;
  json["name"] = program.name;
  json["architecture"] = program.architecture;
  json["kernels"] = program.kernels;
  json["bytes"] = program.bytes;
  json["used"] = time_text(program.used);
  json["milliseconds"] = program.milliseconds;
  json["problem"] = program.problem;
  return json;
}

Json to_json(const std::vector<CachedProgram>& programs) {
  Json json;
  json["directory"] = cache_options().directory.string();
  json["programs"] = Json::array();
  for (const CachedProgram& program : programs) json["programs"].push_back(to_json(program));
  return json;
}

int show_path(bool json) {
  const CacheOptions options = cache_options();
  if (options.directory.empty()) {
    throw Error(ErrorCode::io,
                "there is no folder for the kernel cache: neither DUET_CACHE_DIR nor an absolute "
                "XDG_CACHE_HOME or HOME is set; set DUET_CACHE_DIR");
  }
  constexpr const char* modes[] = {"off", "read", "on"};
  const char* mode = modes[static_cast<int>(options.mode)];
  if (json) {
    print_json({{"directory", options.directory.string()},
                {"mode", mode},
                {"max_bytes", options.max_bytes}});
  } else {
    fmt::print("{}\n", options.directory.string());
  }
  return exit_success;
}

std::vector<CachedProgram> read_programs() {
  Progress progress;
  return list_cache([&](std::size_t done, std::size_t total) {
    progress.show(done, total, "programs of the cache");
  });
}

int list(bool json) {
  const std::vector<CachedProgram> programs = read_programs();
  if (json) {
    print_json(to_json(programs));
    return exit_success;
  }
  std::uint64_t bytes = 0;
  for (const CachedProgram& program : programs) {
    bytes += program.bytes;
    fmt::print("{}  {:>9} bytes  {:>8.1f} ms  {:<16} {}: {}\n", time_text(program.used),
               program.bytes, program.milliseconds, program.architecture, program.name,
               program.problem.empty()
                   ? fmt::format("{}", fmt::join(program.kernels, ", "))
                   : tinted(stdout, Tint::bad, "DAMAGED") + ", " + program.problem);
  }
  fmt::print("{} programs, {} bytes in {}\n", programs.size(), bytes,
             cache_options().directory.string());
  return exit_success;
}

/// Checks every entry. Damaged entries are harmless, since `jit` compiles again; many of them hint
/// at a bad disk.
int verify(bool json) {
  std::vector<CachedProgram> programs = read_programs();
  const std::size_t all = programs.size();
  std::erase_if(programs, [](const CachedProgram& program) { return program.problem.empty(); });
  if (json) {
    Json result = to_json(programs);
    result["checked"] = all;
    print_json(result);
  } else {
    for (const CachedProgram& program : programs) {
      fmt::print("{}: {}\n", program.file, program.problem);
    }
    fmt::print("{} of {} programs are damaged\n", programs.size(), all);
  }
  return programs.empty() ? exit_success : exit_failure;
}

int clear(bool json) {
  const std::uint64_t removed = clear_cache();
  if (json) {
    print_json({{"removed", removed}});
  } else {
    fmt::print("{} programs removed\n", removed);
  }
  return exit_success;
}

}  // namespace

void add_cache_command(CLI::App& app, int& status) {
  CLI::App* command =
      app.add_subcommand("cache", "Show, check or clear the folder of kernels that jit() compiled");
  command->require_subcommand(1);
  struct Action {
    const char* name;
    const char* help;
    int (*run)(bool json);
  };
  constexpr Action actions[] = {
      {"path", "Print the folder", show_path},
      {"list", "List the programs, the most recently used first", list},
      {"verify", "Check every file; the exit status is 1 if one is damaged", verify},
      {"clear", "Remove all programs", clear}};
  for (const Action& action : actions) {
    CLI::App* sub = command->add_subcommand(action.name, action.help);
    const auto json = std::make_shared<bool>(false);
    sub->add_flag("--json", *json, "Print JSON");
    sub->callback([&status, run = action.run, json] { status = run(*json); });
  }
}

}  // namespace duet::tool
