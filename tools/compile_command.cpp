#include <cctype>
#include <filesystem>
#include <memory>
#include <set>
#include <string>
#include <system_error>
#include <vector>

#include <fmt/format.h>

#include <duet/compile.hpp>
#include <duet/device.hpp>
#include <duet/error.hpp>
#include <duet/kernel.hpp>

#include "commands.hpp"
#include "options/compile_flags.hpp"
#include "run/kernel_choice.hpp"
#include "support/exit_status.hpp"
#include "support/file.hpp"
#include "support/json_output.hpp"
#include "support/output_file.hpp"
#include "support/progress.hpp"
#include "support/usage_error.hpp"

namespace duet::tool {
namespace {

namespace fs = std::filesystem;

struct Options {
  std::string file{};
  std::vector<std::string> architectures{};
  std::string folder = ".";
  bool json = false;
  CompileFlags flags{};
};

/// The architectures to compile for. An empty name stands for the best one for device 0.
std::vector<std::string> chosen_architectures(const Options& options) {
  if (!options.architectures.empty()) return options.architectures;
  if (Device::count() > 0) return {""};
  const auto supported = supported_architectures();
  if (supported.empty())
    throw std::runtime_error("the compiler reports no architecture; pass --arch");
  return {supported.back()};
}

/// The name of the output file. Replaces the colons before features, which some file systems
/// refuse.
std::string file_name(const std::string& source, const Code& code) {
  std::string architecture = code.architecture;
  for (char& c : architecture)
    if (std::isalnum(static_cast<unsigned char>(c)) == 0 && c != '_' && c != '-' && c != '+')
      c = '_';
  return fmt::format("{}.{}.{}", fs::path(source).stem().string(), architecture,
                     extension_of(code.format));
}

template <typename T>
Json optional_json(const std::optional<T>& value) {
  return value ? Json(*value) : Json(nullptr);
}

Json kernel_json(const KernelInfo& kernel, const Code& code) {
  Json json;
  json["expressions"] = Json::array();
  for (const auto& [expression, lowered] : code.lowered_names)
    if (lowered == kernel.name) json["expressions"].push_back(expression);
  json["name"] = kernel.name;
  json["readable_name"] = readable_name(kernel.name);
  json["architecture"] = kernel.architecture;
  json["wave_size"] = optional_json(kernel.wave_size);
  json["registers"] = optional_json(kernel.registers);
  json["shared_bytes"] = optional_json(kernel.shared_bytes);
  json["local_bytes"] = optional_json(kernel.local_bytes);
  json["constant_bytes"] = optional_json(kernel.constant_bytes);
  json["max_threads"] = optional_json(kernel.max_threads);
  if (!kernel.form.empty()) json["form"] = kernel.form;
  json["parameter_bytes"] = optional_json(kernel.parameter_bytes);
  return json;
}

Code compile_for(const Program& program, const std::string& architecture) {
  return architecture.empty() ? compile(program, Device(0)) : compile(program, architecture);
}

/// Compiles all kernels that are no templates if none is named.
Code compile_kernels(const Program& program, const std::string& architecture) {
  Code code = compile_for(program, architecture);
  if (!program.kernels.empty() || !read_kernels(code.bytes).empty()) return code;
  Program named = program;
  named.kernels = plain_kernels(program);
  if (named.kernels.empty()) {
    fmt::print(stderr,
               "duet: warning: '{}' declares templates of kernels only, so the code has no kernel; "
               "name them with -k, such as -k 'name<float>'\n",
               program.name);
    return code;
  }
  try {
    return compile_for(named, architecture);
  } catch (const CompileError& error) {
    if (error.code() != ErrorCode::unknown_kernel) throw;
  }
  fmt::print(stderr,
             "duet: warning: '{}' declares kernels that #if or #ifdef leaves out ({}); -D defines "
             "macros\n",
             program.name, fmt::join(named.kernels, ", "));
  return code;
}

/// Compiles for one architecture and writes the file. @returns the description to print
Json compile_one(const Program& program, const std::string& architecture, const Options& options,
                 std::set<std::string>& written) {
  const Code code = compile_kernels(program, architecture);
  const fs::path path = fs::path(options.folder) / file_name(options.file, code);
  if (!written.insert(path.string()).second)
    throw UsageError("two architectures would write '" + path.string() +
                     "'; pass each with one --arch only");
  const auto kernels = read_kernels(code.bytes);
  write_bytes(path, code.bytes);

  Json json;
  json["architecture"] = code.architecture;
  json["format"] = name_of(code.format);
  json["file"] = path.string();
  json["bytes"] = code.bytes.size();
  json["milliseconds"] = code.milliseconds;
  json["log"] = code.log;
  json["kernels"] = Json::array();
  for (const KernelInfo& kernel : kernels) json["kernels"].push_back(kernel_json(kernel, code));
  return json;
}

std::string to_text(const Json& value) {
  if (value.is_null()) return "unknown";
  if (value.is_array())
    return fmt::format("{}", fmt::join(value.get<std::vector<std::size_t>>(), " "));
  return value.dump();
}

void print(const Json& result) {
  fmt::print("{}: {} for {}, {} bytes, compiled in {:.1f} ms\n", result["file"].get<std::string>(),
             result["format"].get<std::string>(), result["architecture"].get<std::string>(),
             result["bytes"].get<std::size_t>(), result["milliseconds"].get<double>());
  for (const Json& kernel : result["kernels"]) {
    const auto name = kernel["name"].get<std::string>();
    const auto expressions = kernel["expressions"].get<std::vector<std::string>>();
    fmt::print("  kernel {}\n",
               expressions.empty() ? name : fmt::format("{}", fmt::join(expressions, ", ")));
    if (const auto readable = kernel["readable_name"].get<std::string>(); readable != name)
      fmt::print("    {:<16}{}\n", "readable name", readable);
    fmt::print("    {:<16}{}\n", "lowered name", name);
    constexpr std::pair<const char*, const char*> fields[] = {
        {"registers", "registers"},
        {"shared bytes", "shared_bytes"},
        {"local bytes", "local_bytes"},
        {"constant bytes", "constant_bytes"},
        {"max threads", "max_threads"},
        {"wave size", "wave_size"},
        {"parameter bytes", "parameter_bytes"}};
    for (const auto& [label, key] : fields)
      fmt::print("    {:<16}{}\n", label, to_text(kernel[key]));
    if (kernel.contains("form"))
      fmt::print("    {:<16}{}\n", "threads", kernel["form"].get<std::string>());
  }
  if (const auto log = result["log"].get<std::string>(); !log.empty())
    fmt::print("  compiler log:\n{}{}", log, log.ends_with('\n') ? "" : "\n");
}

int run(const Options& options) {
  const Program program = options.flags.program(options.file);
  std::error_code error;
  fs::create_directories(options.folder, error);
  if (!fs::is_directory(options.folder))
    throw UsageError("'" + options.folder + "' is not a folder and cannot be created");

  Json all = Json::array();
  std::set<std::string> written;
  int status = exit_success;
  std::size_t done = 0;
  const std::vector<std::string> architectures = chosen_architectures(options);
  for (const std::string& architecture : architectures) {
    // If one architecture fails, the others are still compiled.
    status =
        std::max(status, run_guarded("duet", [&] {
                   Progress progress;
                   progress.show(done++, architectures.size(), options.file + " " + architecture);
                   all.push_back(compile_one(program, architecture, options, written));
                   progress.hide();
                   if (!options.json) print(all.back());
                   return exit_success;
                 }));
  }
  if (options.json) print_json(all);
  return status;
}

}  // namespace

void add_compile_command(CLI::App& app, int& status) {
  CLI::App* command =
      app.add_subcommand("compile", "Compile a kernel source to files and show their kernels");
  const auto options = std::make_shared<Options>();
  command->add_option("FILE", options->file, "The kernel source")->required();
  command
      ->add_option(
          "-k,--kernel", options->flags.kernels,
          "Name expression of a kernel, such as 'scale<float>'; may be repeated. Default: all "
          "kernels that are no templates")
      ->expected(1)
      ->allow_extra_args(false)
      ->take_all();
  add_architectures(*command, options->architectures);
  command->add_option("-o,--output", options->folder,
                      "Folder for the files (default: the current one)");
  command->add_flag("--json", options->json, "Print JSON");
  options->flags.add_to(*command);
  command->callback([options, &status] { status = run(*options); });
}

}  // namespace duet::tool
