#include "compile_flags.hpp"

#include <filesystem>

#include "options/local_headers.hpp"
#include "options/validators.hpp"
#include "support/file.hpp"
#include "support/usage_error.hpp"

namespace duet::tool {

void CompileFlags::add_to(CLI::App& command) {
  // One value per option; else a list would also take the positional arguments after it.
  const auto list = [&](const char* name, std::vector<std::string>& values, const char* help) {
    command.add_option(name, values, help)->expected(1)->allow_extra_args(false)->take_all();
  };
  list("-I,--include", options.include_dirs, "Search this folder for headers");
  list("-D,--define", options.defines, "Define a macro: NAME or NAME=VALUE");
  list("--header", headers, "Add a header under another name: NAME=FILE");
  list("-X,--extra", options.extra, "Pass an option to the compiler unchanged: --extra=-option");
  command.add_option("--std", options.standard, "C++ standard (default 17)")
      ->transform([](std::string value) {
        for (const char* prefix : {"c++", "gnu++"})
          if (value.starts_with(prefix)) return value.substr(std::string_view(prefix).size());
        return value;
      })
      ->check(one_of({"11", "14", "17", "20"}));
  command
      .add_option("--contract", contract,
                  "Fuse multiplications and additions: on or off (default: the compiler's choice)")
      ->check(one_of({"on", "off"}));
  command
      .add_option("--wave-size", options.wave_size,
                  "Lanes of a wave, 32 or 64, if the target supports it (default: the target's)")
      ->check(integer_from(1));
  command.add_flag("--fast-math", options.fast_math,
                   "Approximate functions; infinities and NaN may give wrong results");
  command.add_flag("--toolkit-headers", options.toolkit_headers,
                   "Allow headers of the vendor's toolkit (CUB, cuda_fp16.h, hip/…)");
  command.add_flag(
      "--cuda-headers", options.cuda_headers,
      "The kernels are written in CUDA's spelling: provide CUDA's headers and built-in "
      "functions, and warps of 32 lanes, on every backend");
  command.add_flag("--debug", options.debug, "Add debug information and turn optimisation off");
  command.add_flag("--line-info", options.line_info, "Add source lines for profilers");
}

std::vector<std::string> CompileFlags::words() const {
  std::vector<std::string> words;
  const auto add_all = [&](const char* name, const std::vector<std::string>& values) {
    for (const std::string& value : values) words.push_back(std::string(name) + "=" + value);
  };
  const auto add_flag = [&](const char* name, bool is_set) {
    if (is_set) words.emplace_back(name);
  };
  add_all("--include", options.include_dirs);
  add_all("--define", options.defines);
  add_all("--header", headers);
  add_all("--extra", options.extra);
  words.push_back("--std=" + std::to_string(options.standard));
  if (!contract.empty()) words.push_back("--contract=" + contract);
  add_flag("--fast-math", options.fast_math);
  add_flag("--toolkit-headers", options.toolkit_headers);
  add_flag("--cuda-headers", options.cuda_headers);
  add_flag("--debug", options.debug);
  add_flag("--line-info", options.line_info);
  return words;
}

Program CompileFlags::program(const std::string& file) const {
  Program program;
  const bool is_input = file == "-";
  program.name = is_input ? "<stdin>" : file;
  program.source = is_input ? read_standard_input() : read_text(file);
  program.kernels = kernels;
  program.options = options;
  for (const std::string& header : headers) {
    const std::size_t equals = header.find('=');
    if (equals == std::string::npos)
      throw UsageError("--header needs NAME=FILE, not '" + header + "'");
    program.headers.push_back({header.substr(0, equals), read_text(header.substr(equals + 1))});
  }
  if (!contract.empty()) program.options.contract = contract == "on";
  // The present folder is searched for the headers of a source from the standard input.
  const std::string folder = is_input ? "" : std::filesystem::path(file).parent_path().string();
  auto& folders = program.options.include_dirs;
  folders.insert(folders.begin(), folder.empty() ? "." : folder);
  if (options.cuda_headers) add_local_headers(program, folder);
  return program;
}

void add_architectures(CLI::App& command, std::vector<std::string>& architectures) {
  command
      .add_option("--arch", architectures,
                  "Compile for this architecture; may be repeated (default: the device's, else the "
                  "newest supported one)")
      ->expected(1)
      ->allow_extra_args(false)
      ->take_all();
}

}  // namespace duet::tool
