#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include <duet/duet.hpp>

#include "commands.hpp"
#include "emulation.hpp"
#include "options/argument_spec.hpp"
#include "options/compile_flags.hpp"
#include "options/launch_spec.hpp"
#include "options/validators.hpp"
#include "options/variable_option.hpp"
#include "ranks/ranks.hpp"
#include "run/arguments/argument_check.hpp"
#include "run/arguments/device_arguments.hpp"
#include "run/arguments/loaded_argument.hpp"
#include "run/arguments/parameter.hpp"
#include "run/expectation.hpp"
#include "run/kernel_choice.hpp"
#include "run/loaded_kernel.hpp"
#include "run/output_check.hpp"
#include "run/run_report.hpp"
#include "run/timeout.hpp"
#include "sanitizer.hpp"
#include "support/exit_status.hpp"
#include "support/output_file.hpp"
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
  std::optional<double> timeout{};
  std::uint64_t seed = 0;
  bool no_cache = false;
  bool json = false;
  bool print = false;
  std::string sanitizer{};
  std::optional<std::string> processor{};
  std::vector<std::string> arguments{};
  std::vector<std::string> variables{};
  ExpectOptions expect{};
  RankOptions ranks{};
  CompileFlags flags{};
};

/// The kernel file: compiled code, or a source.
struct KernelFile {
  std::optional<Program> program{};  ///< Empty for compiled code.
  KernelChoice choice{};
};

KernelFile read_kernel_file(const Options& options) {
  if (is_compiled_code(options.file))
    return {{}, choose_compiled_kernel(options.file, options.kernel)};
  KernelFile file{options.flags.program(options.file), {}};
  file.choice = choose_kernel(*file.program, options.kernel);
  file.program->kernels = {file.choice.name};
  if (file.choice.uses_dynamic_shared && options.shared_bytes == 0) {
    throw UsageError(fmt::format(
        "the kernel '{}' uses dynamic shared memory (extern __shared__); write --shared BYTES, the "
        "size for each block, such as --shared 1024",
        file.choice.name));
  }
  return file;
}

LoadedKernel load(const Device& device, const Options& options, const KernelFile& file) {
  if (file.program) return load_program(device, *file.program, !options.no_cache);
  return load_compiled(device, options.file, file.choice.name);
}

/// Checks the arguments against the parameters, if the code tells them.
void check_arguments(const Options& options, const KernelChoice& choice, const Kernel& kernel,
                     std::vector<LoadedArgument>& arguments, RunReport& report) {
  const auto parameters = parameters_of(kernel.info(), choice.parameters);
  report.kernel(options.file, choice.name, parameters.value_or(std::vector<Parameter>()));
  if (!parameters) return;
  for (const std::string& warning : check_arguments(choice.name, *parameters, arguments))
    report.warning(warning);
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

/// The first run is a warm-up if there are others: drivers finish loading code in it.
std::vector<float> run_kernel(const Options& options, const Stream& stream,
                              const LoadedKernel& loaded, const LaunchShape& shape,
                              std::vector<LoadedArgument>& arguments,
                              const CombineOutputs& combine) {
  DeviceArguments placed(stream.device(), loaded.module, arguments);
  std::vector<float> times;
  for (int i = 0; i <= options.repeat; ++i) {
    placed.upload(stream);  // before every run, since a kernel may change its input
    const Timeout timeout(options.timeout, loaded.kernel.name());
    const float time = timed_run(stream, loaded.kernel, shape, placed.list());
    if (i > 0 || options.repeat == 0) times.push_back(time);
  }
  if (combine) combine(stream, arguments);
  placed.download(stream);
  return times;
}

void write_outputs(const Options& options, const std::vector<LoadedArgument>& arguments,
                   RunReport& report) {
  for (const LoadedArgument* const output : outputs_of(arguments)) {
    const LoadedArray& array = *output->array();
    const std::string& file = array.spec.output;
    if (!file.empty()) write_npy(file, array.host);
    report.output(*output, options.print || file.empty());
  }
}

/// @returns whether all outputs agree with the expected results
bool compare_outputs(const Options& options, const std::vector<Expectation>& expectations,
                     const std::vector<LoadedArgument>& arguments, RunReport& report) {
  bool is_equal = true;
  const std::vector<Comparison> comparisons = compare(expectations, options.expect, arguments);
  const std::vector<const LoadedArgument*> outputs = outputs_of(arguments);
  for (std::size_t i = 0; i < comparisons.size(); ++i) {
    is_equal = is_equal && comparisons[i].is_equal;
    report.comparison(comparisons[i], expectations[i].file, *outputs[i]);
  }
  return is_equal;
}

void apply_emulation_or_sanitizer(const Options& options) {
  if (options.processor) {
    // The emulator checks addresses always.
    emulate(*options.processor, options.sanitizer == "thread");
    return;
  }
  if (options.sanitizer.empty()) return;
  if (is_compiled_code(options.file)) {
    throw UsageError("--sanitize needs a kernel source, but '" + options.file +
                     "' is compiled code");
  }
  if (options.file == "-")
    throw UsageError("--sanitize needs a kernel file, not the standard input");
  require_sanitizer(options.sanitizer);
}

/// One run of the kernel: of one rank, or the only one.
struct Run {
  Options options{};  ///< with the texts of the rank
  LaunchShape shape{};
  std::vector<LoadedArgument> arguments{};
  std::vector<Expectation> expectations{};
  std::optional<Device> device{};
  LoadedKernel loaded{};
  std::vector<float> times{};
};

Options options_of(const Options& options, const RankPlace& place) {
  Options own = options;
  own.arguments = place.in(options.arguments);
  own.variables = place.in(options.variables);
  own.grid = place.in(options.grid);
  own.expect.files = place.in(options.expect.files);
  own.device = (options.device + place.local_rank) % std::max(Device::count(), 1);
  if (!place.has_results(options.ranks)) own.expect.files.clear();
  return own;
}

Run prepare(const Options& options) {
  Run run{options};
  run.shape = parse_launch_shape(options.grid, options.block, options.shared_bytes);
  run.arguments = load_arguments(options.arguments, options.variables, options.seed);
  std::vector<std::string> inputs = options.expect.files;
  inputs.push_back(options.file);
  check_outputs(run.arguments, inputs);
  run.expectations = load_expectations(options.expect, run.arguments);
  return run;
}

/// Notes the files that a run writes. @throws UsageError  if another rank writes one of them
void add_outputs(const Run& run, std::vector<std::string>& files) {
  for (const LoadedArgument* const output : outputs_of(run.arguments)) {
    const std::string& file = output->array()->spec.output;
    if (file.empty()) continue;
    if (std::ranges::count(files, file) > 0)
      throw UsageError(
          fmt::format("several ranks would write '{}': write {{rank}} in its name", file));
    files.push_back(file);
  }
}

/// The run without ranks, or those of the ranks of this process.
std::vector<Run> prepare_all(const Options& options, const std::vector<RankPlace>& places) {
  std::vector<Run> runs;
  if (places.empty()) runs.push_back(prepare(options));
  std::vector<std::string> files;
  for (const RankPlace& place : places) {
    runs.push_back(prepare(options_of(options, place)));
    if (place.has_results(options.ranks)) add_outputs(runs.back(), files);
  }
  return runs;
}

void load(Run& run, const KernelFile& file, RunReport& report) {
  run.device.emplace(run.options.device);
  report.device(*run.device);
  run.loaded = load(*run.device, run.options, file);
  report.code(run.loaded);
  check_arguments(run.options, file.choice, run.loaded.kernel, run.arguments, report);
  check_expectations(run.expectations, run.arguments);
}

/// @returns whether the outputs are as expected
bool report_results(const Run& run, RunReport& report) {
  report.times(run.times, run.options.repeat > 0);
  if (run.options.processor) report.emulation(emulation_counts());
  write_outputs(run.options, run.arguments, report);
  return compare_outputs(run.options, run.expectations, run.arguments, report);
}

int run(const Options& options) {
  const std::vector<RankPlace> places = rank_places(options.ranks);
  apply_emulation_or_sanitizer(options);
  const KernelFile file = read_kernel_file(options);
  std::vector<Run> runs = prepare_all(options, places);

  RunReport report(options.json);
  const auto begin_rank = [&](std::size_t index) {
    if (!places.empty()) report.rank(index, places[index].rank);
  };
  for (std::size_t i = 0; i < runs.size(); ++i) {
    begin_rank(i);
    load(runs[i], file, report);
  }
  run_on_ranks(options.ranks, places, [&](std::size_t i, const CombineOutputs& combine) {
    Run& own = runs[i];
    own.times =
        run_kernel(own.options, Stream(*own.device), own.loaded, own.shape, own.arguments, combine);
  });
  bool is_equal = true;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    begin_rank(i);
    if (!places.empty() && !places[i].has_results(options.ranks)) {
      report.times(runs[i].times, options.repeat > 0);
      continue;
    }
    is_equal = report_results(runs[i], report) && is_equal;
  }
  report.finish();
  return is_equal ? exit_success : exit_failure;
}

void add_launch_options(CLI::App& command, Options& options) {
  command.add_option("FILE", options.file, "Kernel source, compiled code, or - for standard input")
      ->required();
  command.add_option("ARG", options.arguments, "The arguments of the kernel, in order; see below");
  command.add_option(
      "-k,--kernel", options.kernel,
      "Name of the kernel, or its name expression such as 'scale<float>'; not needed "
      "if FILE has one kernel that is no template");
  command
      .add_option("--grid", options.grid,
                  "Number of blocks: X[,Y[,Z]], or cover:N[,M[,K]] for one thread per element")
      ->required();
  command.add_option("--block", options.block, "Threads per block: X[,Y[,Z]]")->required();
  command.add_option("--shared", options.shared_bytes, "Dynamic shared memory per block, in bytes")
      ->check(long_integer_from(0));
  add_variable_option(command, options.variables);
  command.add_option("--device", options.device, "Number of the device (default 0)")
      ->check(integer_from(0));
}

void add_result_options(CLI::App& command, Options& options) {
  command.add_flag("--print", options.print, "Print the outputs, shortened if they are large");
  command
      .add_option(
          "--expect", options.expect.files,
          "Compare an output with this .npy file; repeat it for the other outputs, in order")
      ->expected(1)
      ->allow_extra_args(false)
      ->take_all();
  command
      .add_option("--atol", options.expect.absolute,
                  "Allowed absolute error of --expect (default: by type)")
      ->check(number_from_zero());
  command
      .add_option("--rtol", options.expect.relative,
                  "Allowed relative error of --expect (default: by type)")
      ->check(number_from_zero());
  command.add_flag("--json", options.json, "Print one JSON object and nothing else");
}

void add_run_options(CLI::App& command, Options& options) {
  command
      .add_option("--repeat", options.repeat,
                  "Run this many times after a warm-up and print the times")
      ->check(integer_from(1));
  command
      .add_option("--timeout", options.timeout,
                  "End the process with an error if a run takes longer, in seconds")
      ->check(number_above_zero());
  command.add_option("--seed", options.seed, "Seed of random arrays (default 0)")
      ->check(long_integer_from(0));
  command.add_flag("--no-cache", options.no_cache, "Compile the kernel even if the cache has it");
  command
      .add_option(
          "--sanitize", options.sanitizer,
          "Report memory errors or data races of the kernel (CPU backend, or with --emulate)")
      ->check(one_of({"address", "thread"}));
  command.add_option(
      "--emulate", options.processor,
      "Run the machine code of an AMD GPU, such as gfx90a, without one and print how "
      "many instructions of each kind ran (HIP backend only)");
}

}  // namespace

void add_run_command(CLI::App& app, int& status) {
  CLI::App* command = app.add_subcommand("run", "Run one kernel on arrays");
  const auto options = std::make_shared<Options>();
  add_launch_options(*command, *options);
  add_run_options(*command, *options);
  add_result_options(*command, *options);
  add_rank_options(*command, options->ranks);
  options->flags.add_to(*command);
  command->footer(argument_help());
  command->callback([options, &status] { status = run(*options); });
}

}  // namespace duet::tool
