#include <algorithm>
#include <array>
#include <chrono>
#include <filesystem>
#include <memory>
#include <new>
#include <set>
#include <stdexcept>
#include <string>
#include <variant>
#include <vector>

#include <fmt/format.h>

#include <duet/duet.hpp>

#include "commands.hpp"
#include "options/argument_spec.hpp"
#include "options/compile_flags.hpp"
#include "options/launch_spec.hpp"
#include "sanitizer.hpp"
#include "support/exit_status.hpp"
#include "support/file.hpp"
#include "support/npy.hpp"
#include "support/usage_error.hpp"

namespace duet::tool {
namespace {

struct Options {
  std::string file{};
  std::string kernel{};
  std::string grid{};
  std::string block{};
  std::size_t shared_bytes = 0;
  int device = 0;
  int repeat = 0;
  std::string sanitizer{};
  std::vector<std::string> arguments{};
  CompileFlags flags{};
};

/// An array argument on the host and on the device.
struct LoadedArray {
  std::string output;
  NpyArray host;
  Buffer<std::byte> buffer{};
};

using LoadedArgument = std::variant<ScalarArgument, LoadedArray>;

/// Reads the input files. Called first, so that bad files are reported before the compilation.
std::vector<LoadedArgument> load_arguments(const std::vector<std::string>& texts) {
  std::vector<LoadedArgument> arguments;
  std::set<std::string> outputs;
  for (const std::string& text : texts) {
    ArgumentSpec spec = parse_argument(text);
    if (auto* scalar = std::get_if<ScalarArgument>(&spec)) {
      arguments.emplace_back(std::move(*scalar));
      continue;
    }
    auto& array = std::get<ArrayArgument>(spec);
    if (!array.output.empty() && !outputs.insert(array.output).second)
      throw UsageError("two arguments would write '" + array.output + "'");
    NpyArray host{array.type, array.shape, false, {}};
    try {
      if (array.input.empty())
        host.bytes.resize(array_bytes(host.type, host.shape));
      else
        host = read_npy(array.input);
    } catch (const std::bad_alloc&) {
      throw std::runtime_error(fmt::format("argument '{}': not enough host memory", text));
    }
    if (host.fortran_order && host.shape.size() > 1)
      throw UsageError("'" + array.input +
                       "' is in Fortran order, which a kernel would read transposed; save it after "
                       "numpy.ascontiguousarray");
    arguments.emplace_back(LoadedArray{array.output, std::move(host), {}});
  }
  return arguments;
}

bool is_precompiled(const std::string& file) {
  const std::string extension = std::filesystem::path(file).extension().string();
  constexpr std::array known{".cubin", ".ptx", ".fatbin", ".hsaco", ".co", ".so"};
  return std::find(known.begin(), known.end(), extension) != known.end();
}

double milliseconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start)
      .count();
}

Module load(const Device& device, const Options& options) {
  const bool precompiled = is_precompiled(options.file);
  Code code;
  if (precompiled) {
    regular_file_size(options.file);
  } else {
    CompileFlags flags = options.flags;
    flags.kernels = {options.kernel};
    code = compile(flags.program(options.file), device);
    fmt::print("compile  {:.3f} ms\n", code.milliseconds);
    if (!code.log.empty()) fmt::print("{}{}", code.log, code.log.ends_with('\n') ? "" : "\n");
  }
  const auto start = std::chrono::steady_clock::now();
  Module module = precompiled ? Module::from_file(device, options.file) : Module(device, code);
  fmt::print("load     {:.3f} ms\n", milliseconds_since(start));
  return module;
}

/// Copies the arrays to the device. Called before every run, since a kernel may change its input.
void upload(const Stream& stream, const std::vector<LoadedArgument>& arguments) {
  for (const LoadedArgument& argument : arguments)
    if (const auto* array = std::get_if<LoadedArray>(&argument); array && array->buffer.size() > 0)
      copy(stream, array->buffer, array->host.bytes);
}

float timed_run(const Stream& stream, const Kernel& kernel, const LaunchShape& shape,
                const Arguments& arguments) {
  const Event start(stream.device());
  const Event stop(stream.device());
  start.record(stream);
  launch(stream, kernel, shape, arguments);
  stop.record(stream);
  stream.synchronize();
  return elapsed_ms(start, stop);
}

void write_outputs(const Stream& stream, std::vector<LoadedArgument>& arguments) {
  for (LoadedArgument& argument : arguments) {
    auto* array = std::get_if<LoadedArray>(&argument);
    if (array == nullptr || array->output.empty()) continue;
    if (array->buffer.size() > 0) copy(stream, array->host.bytes, array->buffer);
  }
  stream.synchronize();
  for (const LoadedArgument& argument : arguments) {
    const auto* array = std::get_if<LoadedArray>(&argument);
    if (array == nullptr || array->output.empty()) continue;
    write_npy(array->output, array->host);
    fmt::print("wrote    {} {} {}\n", array->output, name_of(array->host.type),
               format_shape(array->host.shape));
  }
}

int run(const Options& options) {
  const LaunchShape shape = parse_launch_shape(options.grid, options.block, options.shared_bytes);
  regular_file_size(options.file);
  if (!options.sanitizer.empty()) {
    if (is_precompiled(options.file))
      throw UsageError("--sanitize needs a kernel source, but '" + options.file +
                       "' is compiled code");
    require_sanitizer(options.sanitizer);
  }
  std::vector<LoadedArgument> inputs = load_arguments(options.arguments);

  const Device device(options.device);
  fmt::print("device   {}: {} ({})\n", device.ordinal(), device.info().name,
             device.info().architecture);
  const Kernel kernel = load(device, options).kernel(options.kernel);
  const Stream stream(device);
  Arguments arguments;
  for (LoadedArgument& input : inputs) {
    if (auto* array = std::get_if<LoadedArray>(&input)) {
      array->buffer = Buffer<std::byte>(device, array->host.bytes.size());
      arguments.add(array->buffer);
    } else {
      const auto& bytes = std::get<ScalarArgument>(input).bytes;
      arguments.add_bytes(bytes.data(), bytes.size(), bytes.size());
    }
  }

  // The first run is a warm-up: drivers finish loading code in it.
  std::vector<float> times;
  for (int i = 0; i <= options.repeat; ++i) {
    upload(stream, inputs);
    const float time = timed_run(stream, kernel, shape, arguments);
    if (i > 0 || options.repeat == 0) times.push_back(time);
  }
  std::sort(times.begin(), times.end());
  if (options.repeat == 0)
    fmt::print("run      {:.4f} ms\n", times.front());
  else
    fmt::print("run      median {:.4f} ms, min {:.4f} ms, max {:.4f} ms of {} after a warm-up\n",
               times[times.size() / 2], times.front(), times.back(), times.size());
  write_outputs(stream, inputs);
  return exit_success;
}

}  // namespace

void add_run_command(CLI::App& app, int& status) {
  CLI::App* command = app.add_subcommand("run", "Run one kernel on arrays in .npy files");
  const auto options = std::make_shared<Options>();
  command->add_option("FILE", options->file, "Kernel source, or compiled code")->required();
  command->add_option("ARG", options->arguments,
                      "The arguments of the kernel, in order; see below");
  command
      ->add_option("-k,--kernel", options->kernel,
                   "Name of the kernel, or its name expression such as 'scale<float>'")
      ->required();
  command
      ->add_option("--grid", options->grid,
                   "Number of blocks: X[,Y[,Z]], or cover:N[,M[,K]] for one thread per element")
      ->required();
  command->add_option("--block", options->block, "Threads per block: X[,Y[,Z]]")->required();
  command->add_option("--shared", options->shared_bytes,
                      "Dynamic shared memory per block, in bytes");
  command->add_option("--device", options->device, "Number of the device (default 0)")
      ->check(CLI::NonNegativeNumber);
  command
      ->add_option("--repeat", options->repeat,
                   "Run this many times after a warm-up and print the times")
      ->check(CLI::PositiveNumber);
  command
      ->add_option("--sanitize", options->sanitizer,
                   "Report memory errors or data races of the kernel (CPU backend only)")
      ->check(CLI::IsMember({"address", "thread"}));
  options->flags.add_to(*command);
  command->footer(argument_help());
  command->callback([options, &status] { status = run(*options); });
}

}  // namespace duet::tool
