#include "kernel_check.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <optional>
#include <string_view>

#include <fmt/format.h>

#include "options/argument_spec.hpp"
#include "support/child_command.hpp"
#include "support/exit_status.hpp"
#include "support/json_output.hpp"
#include "temporary_folder.hpp"

namespace duet::tool {
namespace {

namespace fs = std::filesystem;

using Words = std::vector<std::string>;

constexpr std::array<const char*, 2> wave_sizes{"32", "64"};

void append(Words& words, const Words& more) {
  words.insert(words.end(), more.begin(), more.end());
}

/// Messages of a command without the command's name.
std::string readable(std::string text) {
  for (const std::string_view prefix : {"duet: error: ", "duet: warning: "}) {
    while (text.find(prefix) != std::string::npos) text.erase(text.find(prefix), prefix.size());
  }
  return text.substr(0, text.find_last_not_of('\n') + 1);
}

/// Runs a check of one request.
class KernelCheck {
 public:
  KernelCheck(const CheckRequest& request, const std::function<void(const TargetResult&)>& report)
      : request_(request), report_(report) {}

  void compile(const BackendCommand& command) {
    const bool is_cpu = command.backend == "CPU";
    const bool uses_named = !request_.architectures.empty();
    for (const std::string& architecture :
         uses_named ? request_.architectures : usual_architectures(command)) {
      const auto& known = command.architectures;
      const std::string name = architecture.substr(0, architecture.find(':'));
      if (uses_named && std::find(known.begin(), known.end(), name) == known.end()) continue;
      if (!is_cpu) compile_target(command, architecture, {});
      for (const char* wave_size : wave_sizes)
        if (is_cpu) compile_target(command, architecture, wave_size);
    }
  }

  /// Runs with waves of 32, then with waves of 64 and the first run's outputs as expected ones.
  void run(const BackendCommand& command) {
    Words expected;
    for (const char* wave_size : wave_sizes) {
      Words words{command.path, "run", request_.file, "--json", "--no-cache"};
      append(words, request_.compile_words);
      append(words, request_.launch_words);
      append(words, {"--wave-size", wave_size});
      for (const std::string& kernel : request_.kernels) append(words, {"-k", kernel});
      for (const std::string& file : expected) append(words, {"--expect", file});
      expected.clear();
      const auto next_file = [&] {
        const std::string name = fmt::format("{}.{}.npy", wave_size, expected.size() + 1);
        return expected.emplace_back(folder_.path() / name);
      };
      for (const std::string& argument : request_.arguments)
        words.push_back(with_output_files(argument, next_file));
      for (const std::string& variable : request_.variables) {
        const std::size_t value = variable.find('=') + 1;
        append(words, {"--variable", variable.substr(0, value) +
                                         with_output_files(variable.substr(value), next_file)});
      }
      TargetResult result{command.backend, fmt::format("waves of {}", wave_size), false, {}, {}};
      const bool is_first = wave_size == wave_sizes.front();
      if (!explain_run(run_child(words), is_first, result)) return;
    }
  }

 private:
  void compile_target(const BackendCommand& command, const std::string& architecture,
                      const std::string& wave_size) {
    Words words{command.path, "compile",      request_.file, "--json",
                "-o",         folder_.path(), "--arch",      architecture};
    append(words, request_.compile_words);
    if (!wave_size.empty()) append(words, {"--wave-size", wave_size});
    for (const std::string& kernel : request_.kernels) append(words, {"-k", kernel});
    const ChildResult child = run_child(words);
    TargetResult result{command.backend, architecture, child.status == exit_success, "compiles",
                        readable(child.errors)};
    if (!wave_size.empty()) result.target += fmt::format(", waves of {}", wave_size);
    if (!result.is_passed) result.text = "does not compile";
    report_(result);
  }

  /// @returns whether the outputs can be compared with those of another run
  bool explain_run(const ChildResult& child, bool is_first, TargetResult& result) {
    result.is_passed = child.status == exit_success;
    result.text = is_first ? "runs" : "runs, with the results of waves of 32";
    if (!result.is_passed) {
      const Json json = Json::parse(child.output, nullptr, false);
      result.text = json.is_object() ? "runs, with other results than waves of 32" : "does not run";
      result.details = readable(child.errors);
      for (const Json& output : json.is_object() ? json.value("expected", Json::array()) : Json()) {
        if (output.value("equal", true)) continue;
        const Json& name = output.contains("variable") ? output["variable"] : output["argument"];
        result.details +=
            fmt::format("{} {} ({}): {}\n", output.contains("variable") ? "variable" : "argument",
                        name.is_string() ? name.get<std::string>() : name.dump(),
                        output["spec"].get<std::string>(), output["text"].get<std::string>());
      }
    }
    report_(result);
    return result.is_passed;
  }

  const CheckRequest& request_;
  const std::function<void(const TargetResult&)>& report_;
  TemporaryFolder folder_{};
};

}  // namespace

std::vector<std::string> usual_architectures(const BackendCommand& command) {
  const Words& known = command.architectures;
  if (command.backend == "CPU") return {known.back()};
  if (command.backend == "CUDA") {
    if (known.size() == 1) return known;
    return {known.front(), known.back()};
  }
  Words chosen;
  for (const char* name : {"gfx90a", "gfx942", "gfx1030", "gfx1100", "gfx1201"})
    if (std::find(known.begin(), known.end(), name) != known.end()) chosen.emplace_back(name);
  return chosen.empty() ? Words{known.back()} : chosen;
}

void check_kernel(const CheckRequest& request, const std::vector<BackendCommand>& commands,
                  const std::function<void(const TargetResult&)>& report) {
  KernelCheck check(request, report);
  for (const BackendCommand& command : commands) check.compile(command);
  const auto cpu = std::find_if(commands.begin(), commands.end(),
                                [](const auto& command) { return command.backend == "CPU"; });
  if (!request.launch_words.empty() && cpu != commands.end()) check.run(*cpu);
}

}  // namespace duet::tool
