#include <algorithm>
#include <filesystem>
#include <memory>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "check/backend_command.hpp"
#include "check/kernel_check.hpp"
#include "commands.hpp"
#include "options/argument_spec.hpp"
#include "options/compile_flags.hpp"
#include "options/launch_spec.hpp"
#include "options/spec_text.hpp"
#include "options/validators.hpp"
#include "options/variable_option.hpp"
#include "support/exit_status.hpp"
#include "support/file.hpp"
#include "support/json_output.hpp"
#include "support/progress.hpp"
#include "support/usage_error.hpp"

namespace duet::tool {
namespace {

struct Options {
  std::vector<std::string> words{};  ///< files and arguments
  std::vector<std::string> commands{};
  std::vector<std::string> architectures{};
  std::vector<std::string> variables{};
  std::string grid{};
  std::string block{};
  std::size_t shared_bytes = 0;
  std::uint64_t seed = 0;
  bool json = false;
  CompileFlags flags{};
};

/// Arguments of a kernel have a colon or are null. Files are the other words.
bool is_argument(const std::string& word) {
  return word == "null" || split_composite(word) ||
         (word.find(':') != std::string::npos && !std::filesystem::exists(word));
}

std::vector<std::string> launch_words(const Options& options) {
  if (options.grid.empty() != options.block.empty())
    throw UsageError("a run needs both --grid and --block");
  if (options.grid.empty()) return {};
  (void)parse_launch_shape(options.grid, options.block, options.shared_bytes);
  return {"--grid=" + options.grid, "--block=" + options.block,
          fmt::format("--shared={}", options.shared_bytes), fmt::format("--seed={}", options.seed)};
}

/// The request that all files share.
CheckRequest request_of(const Options& options) {
  CheckRequest request;
  request.compile_words = options.flags.words();
  request.kernels = options.flags.kernels;
  request.architectures = options.architectures;
  request.launch_words = launch_words(options);
  std::copy_if(options.words.begin(), options.words.end(), std::back_inserter(request.arguments),
               is_argument);
  for (const std::string& argument : request.arguments) (void)parse_argument(argument);
  request.variables = options.variables;
  if (!(request.arguments.empty() && request.variables.empty()) && request.launch_words.empty())
    throw UsageError("the arguments are for a run, which needs --grid and --block");
  return request;
}

std::vector<std::string> files_of(const Options& options) {
  std::vector<std::string> files;
  std::remove_copy_if(options.words.begin(), options.words.end(), std::back_inserter(files),
                      is_argument);
  if (files.empty()) throw UsageError("'duet check' needs FILE (see duet check --help)");
  if (files.size() > 1 && !options.grid.empty())
    throw UsageError("only one file at a time can be run; leave out --grid for several files");
  for (const std::string& file : files) (void)read_text(file);
  return files;
}

bool supports(const BackendCommand& command, const std::string& architecture) {
  const auto& known = command.architectures;
  return std::find(known.begin(), known.end(), architecture.substr(0, architecture.find(':'))) !=
         known.end();
}

void require_architectures(const Options& options, const std::vector<BackendCommand>& commands) {
  for (const std::string& wanted : options.architectures) {
    const bool is_known = std::any_of(commands.begin(), commands.end(), [&](const auto& command) {
      return supports(command, wanted);
    });
    if (!is_known) throw UsageError(fmt::format("no compiler here supports --arch '{}'", wanted));
  }
}

Json to_json(const TargetResult& result) {
  return {{"backend", result.backend},
          {"target", result.target},
          {"passed", result.is_passed},
          {"result", result.text},
          {"details", result.details}};
}

/// The details without the lines that name the target.
std::string without_target(const TargetResult& result) {
  std::istringstream lines(result.details);
  std::string text;
  const std::string name = result.target.substr(0, result.target.find(','));
  for (std::string line; std::getline(lines, line);)
    if (line.find(name) == std::string::npos) text += line + '\n';
  return text;
}

/// @param previous  the result printed before, for the same file
void print(const TargetResult& result, const TargetResult& previous) {
  const std::string text = result.is_passed ? result.text : "FAILED: " + result.text;
  const bool is_repeated = !result.details.empty() && result.backend == previous.backend &&
                           without_target(result) == without_target(previous);
  fmt::print("  {:<5} {:<24} {}{}\n", result.backend, result.target, text,
             is_repeated ? ", as for " + previous.target : "");
  if (is_repeated) return;
  std::string_view rest = result.details;
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find('\n'), rest.size() - 1) + 1;
    fmt::print("      {}", rest.substr(0, end));
    rest.remove_prefix(end);
  }
  if (!result.details.empty() && !result.details.ends_with('\n')) fmt::print("\n");
}

/// Prints which backends were not checked, and why.
void note_missing(const Options& options, const std::vector<BackendCommand>& commands) {
  std::string missing;
  std::string unnamed;
  const auto add = [](std::string& list, const char* backend) {
    list += (list.empty() ? "" : ", ") + std::string(backend);
  };
  const auto& wanted = options.architectures;
  for (const char* backend : {"CPU", "CUDA", "HIP"}) {
    const auto found = std::find_if(commands.begin(), commands.end(), [&](const auto& command) {
      return command.backend == backend;
    });
    if (found == commands.end()) {
      add(missing, backend);
    } else if (!wanted.empty() && std::none_of(wanted.begin(), wanted.end(), [&](const auto& name) {
                 return supports(*found, name);
               })) {
      add(unnamed, backend);
    }
  }
  if (!missing.empty()) {
    fmt::print(stderr,
               "duet: note: not checked for {}: no duet command with a compiler was found for it; "
               "name one by --with PATH or in DUET_COMMANDS\n",
               missing);
  }
  if (!unnamed.empty()) {
    fmt::print(stderr, "duet: note: not checked for {}: --arch names none of its targets\n",
               unnamed);
  }
}

int run(const Options& options) {
  CheckRequest request = request_of(options);
  const std::vector<std::string> files = files_of(options);
  const auto commands = find_backend_commands(options.commands, DUET_TOOL_VERSION);
  if (commands.empty()) throw std::runtime_error("there is no compiler on this machine");
  require_architectures(options, commands);
  int status = exit_success;
  Json all{{"files", Json::array()}, {"commands", Json::array()}};
  for (const BackendCommand& command : commands)
    all["commands"].push_back({{"backend", command.backend}, {"path", command.path}});
  for (const std::string& file : files) {
    Progress progress;
    progress.show(all["files"].size(), files.size(), file);
    request.file = file;
    Json results = Json::array();
    TargetResult previous;
    if (!options.json) fmt::print("{}\n", file);
    check_kernel(request, commands, [&](const TargetResult& result) {
      if (!result.is_passed) status = exit_failure;
      results.push_back(to_json(result));
      progress.hide();
      if (!options.json) print(result, previous);
      previous = result;
    });
    all["files"].push_back({{"file", file}, {"results", std::move(results)}});
  }
  note_missing(options, commands);
  if (options.json) print_json(all);
  return status;
}

}  // namespace

void add_check_command(CLI::App& app, int& status) {
  CLI::App* command = app.add_subcommand(
      "check", "Compile kernel files for all targets, run them on the CPU and compare");
  const auto options = std::make_shared<Options>();
  command
      ->add_option("FILE", options->words,
                   "Kernel sources; then, for a run, the arguments of the kernel as for duet run")
      ->required();
  command
      ->add_option("-k,--kernel", options->flags.kernels,
                   "Name expression of a kernel, such as 'scale<float>'; may be repeated. Default: "
                   "all kernels that are no templates")
      ->expected(1)
      ->allow_extra_args(false)
      ->take_all();
  command
      ->add_option("--arch", options->architectures,
                   "Compile for this architecture; may be repeated (default: the oldest and newest "
                   "NVIDIA GPUs, AMD GPUs with waves of 64 and 32, this CPU)")
      ->expected(1)
      ->allow_extra_args(false)
      ->take_all();
  command
      ->add_option("--with", options->commands,
                   "The duet command of another backend; may be repeated (default: those in "
                   "DUET_COMMANDS, beside this command's folder and in PATH)")
      ->expected(1)
      ->allow_extra_args(false)
      ->take_all();
  command->add_option("--grid", options->grid, "Run with this grid, as for duet run");
  command->add_option("--block", options->block, "Threads per block of the run: X[,Y[,Z]]");
  command
      ->add_option("--shared", options->shared_bytes,
                   "Dynamic shared memory per block of the run, in bytes")
      ->check(long_integer_from(0));
  add_variable_option(*command, options->variables);
  command->add_option("--seed", options->seed, "Seed of random arrays (default 0)")
      ->check(long_integer_from(0));
  command->add_flag("--json", options->json, "Print JSON");
  options->flags.add_to(*command);
  command->footer(argument_help());
  command->callback([options, &status] { status = run(*options); });
}

}  // namespace duet::tool
