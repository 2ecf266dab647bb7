#include <memory>
#include <new>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <duet/duet.hpp>

#include "bench/bench_table.hpp"
#include "bench/formula.hpp"
#include "bench/measurement.hpp"
#include "bench/sweep.hpp"
#include "commands.hpp"
#include "options/argument_spec.hpp"
#include "options/compile_flags.hpp"
#include "options/launch_spec.hpp"
#include "options/validators.hpp"
#include "options/variable_option.hpp"
#include "run/arguments/argument_check.hpp"
#include "run/arguments/device_arguments.hpp"
#include "run/arguments/loaded_argument.hpp"
#include "run/arguments/parameter.hpp"
#include "run/kernel_choice.hpp"
#include "run/loaded_kernel.hpp"
#include "support/colour.hpp"
#include "support/exit_status.hpp"
#include "support/progress.hpp"
#include "support/redirected_output.hpp"
#include "support/usage_error.hpp"

namespace duet::tool {
namespace {

struct Options {
  std::string file{};
  std::string kernel{};
  std::vector<std::string> arguments{};
  std::vector<std::string> variables{};
  std::string sizes{};
  std::string blocks = "64,128,256,512,1024";
  std::string grid = "cover:{n}";
  std::string shared = "0";
  std::string bytes{};
  std::string flops{};
  double seconds = 0.2;
  int device = 0;
  bool json = false;
  CompileFlags flags{};
};

FormulaVariables variables_of(std::size_t n, Dim3 block) {
  return {static_cast<double>(n), static_cast<double>(block.x) * block.y * block.z};
}

/// An argument is the same for all block sizes, so that `block` has no value in it.
std::vector<std::string> expanded(std::vector<std::string> texts, std::size_t n) {
  for (std::string& text : texts) {
    const std::string what = fmt::format("argument '{}'", text);
    text = expand(text, {static_cast<double>(n), 1}, what);
  }
  return texts;
}

LaunchShape shape_of(const Options& options, std::size_t n, Dim3 block) {
  const FormulaVariables variables = variables_of(n, block);
  const double shared = evaluate(options.shared, variables, "--shared");
  if (shared < 0 || shared > 1e9)
    throw UsageError(fmt::format("--shared: '{}' is {} bytes", options.shared, shared));
  const std::string extents = fmt::format("{},{},{}", block.x, block.y, block.z);
  return parse_launch_shape(expand(options.grid, variables, "--grid"), extents,
                            static_cast<std::size_t>(shared));
}

std::optional<double> amount(const std::string& formula, const FormulaVariables& variables,
                             const char* option) {
  if (formula.empty()) return std::nullopt;
  return evaluate(formula, variables, option);
}

/// Evaluates all formulas, so that a wrong one is reported before anything runs.
std::vector<BenchRow> make_rows(const Options& options) {
  std::vector<BenchRow> rows;
  for (const std::size_t n : parse_sizes(options.sizes)) {
    for (const std::string& text : expanded(options.arguments, n)) (void)parse_argument(text);
    for (const Dim3 block : parse_blocks(options.blocks)) {
      const FormulaVariables variables = variables_of(n, block);
      rows.push_back({.n = n,
                      .shape = shape_of(options, n, block),
                      .bytes = amount(options.bytes, variables, "--bytes"),
                      .flops = amount(options.flops, variables, "--flops")});
    }
  }
  return rows;
}

std::pair<LoadedKernel, KernelChoice> load_kernel(const Device& device, const Options& options) {
  if (is_compiled_code(options.file)) {
    KernelChoice choice = choose_compiled_kernel(options.file, options.kernel);
    LoadedKernel loaded = load_compiled(device, options.file, choice.name);
    return {std::move(loaded), std::move(choice)};
  }
  Program program = options.flags.program(options.file);
  KernelChoice choice = choose_kernel(program, options.kernel);
  program.kernels = {choice.name};
  if (choice.uses_dynamic_shared && options.shared == "0") {
    throw UsageError(
        fmt::format("the kernel '{}' uses dynamic shared memory (extern __shared__); "
                    "write --shared BYTES, such as --shared '4*block'",
                    choice.name));
  }
  return {load_program(device, program, true), std::move(choice)};
}

/// The part of the threads of a multiprocessor that this block size can fill. Empty on the CPU
/// backend, where blocks are not resident together.
std::optional<double> occupancy(const Kernel& kernel, const LaunchShape& shape) {
  const int most = kernel.device().info().max_threads_per_multiprocessor;
  if (!kernel.info().form.empty() || most == 0) return std::nullopt;
  const std::size_t threads = std::size_t{shape.block.x} * shape.block.y * shape.block.z;
  const int blocks = active_blocks(kernel, threads, shape.shared_bytes);
  return static_cast<double>(threads) * blocks / most;
}

/// What the rows of a run share.
class Bench {
 public:
  Bench(const Options& options, const Device& device)
      : options_(options), stream_(device), loaded_(load_kernel(device, options)) {}

  const std::string& kernel() const { return loaded_.second.name; }

  /// Measures all rows. A row whose shape the device refuses gets the reason.
  BenchTable measure_all(std::vector<BenchRow> rows) {
    BenchTable table{loaded_.second.name, measure_empty_kernel(stream_, options_.seconds), {}};
    const RedirectedOutput redirected(options_.json);
    Progress progress;
    std::size_t done = 0;
    for (BenchRow& row : rows) {
      progress.show(done++, rows.size(),
                    fmt::format("n = {}, block {}", row.n, block_text(row.shape.block)));
      try {
        prepare(row.n);
        row.occupancy = occupancy(loaded_.first.kernel, row.shape);
        row.time =
            measure(stream_, loaded_.first.kernel, row.shape, arguments_->list(), options_.seconds);
      } catch (const Error& error) {
        row.problem = error.what();
        has_failed_ = has_failed_ || error.code() == ErrorCode::launch_failed;
      } catch (const std::bad_alloc&) {
        row.problem = "not enough host memory";
      }
    }
    progress.hide();
    mark_best(rows);
    table.rows = std::move(rows);
    return table;
  }

  /// Whether a kernel failed while it ran.
  bool has_failed() const noexcept { return has_failed_; }

 private:
  /// Allocates the arrays of a size, unless the last row had the same.
  void prepare(std::size_t n) {
    if (n == n_) return;
    n_ = 0;
    arguments_.reset();  // frees the arrays of the last size first
    inputs_ = load_arguments(expanded(options_.arguments, n), expanded(options_.variables, n), 0);
    const Kernel& kernel = loaded_.first.kernel;
    if (const auto parameters = parameters_of(kernel.info(), loaded_.second.parameters)) {
      for (const std::string& text : check_arguments(kernel.name(), *parameters, inputs_))
        warn(text);
    }
    arguments_.emplace(stream_.device(), loaded_.first.module, inputs_);
    arguments_->upload(stream_);
    stream_.synchronize();
    n_ = n;
  }

  void warn(const std::string& text) {
    if (std::exchange(has_warned_, true)) return;  // each size has the same
    fmt::print(stderr, "duet: {} {}\n", tinted(stderr, Tint::warning, "warning:"), text);
  }

  const Options& options_;
  Stream stream_;
  std::pair<LoadedKernel, KernelChoice> loaded_;
  std::vector<LoadedArgument> inputs_{};
  std::optional<DeviceArguments> arguments_{};
  std::size_t n_ = 0;
  bool has_failed_ = false;
  bool has_warned_ = false;
};

int run(const Options& options) {
  std::vector<BenchRow> rows = make_rows(options);
  const Device device(options.device);
  Bench bench(options, device);
  const BenchTable table = bench.measure_all(std::move(rows));
  if (options.json) {
    print_json(to_json(table, device));
  } else {
    print(table, device);
  }
  const bool has_time =
      std::ranges::any_of(table.rows, [](const BenchRow& row) { return row.time.has_value(); });
  return has_time && !bench.has_failed() ? exit_success : exit_failure;
}

constexpr const char* formula_help =
    "Formulas may use n, the size, and block, the number of threads in a block (not in ARG), "
    "+ - * / ^, ceil, floor, min, max, sqrt, log2. In ARG and --grid they stand in braces:\n"
    "  duet bench saxpy.cu --size 64Ki,16Mi --bytes '12*n' f32:2 'rand:f32:{n}' 'rand:f32:{n}' "
    "'i32:{n}'\n\n";

}  // namespace

void add_bench_command(CLI::App& app, int& status) {
  CLI::App* command =
      app.add_subcommand("bench", "Measure a kernel's time for several sizes and block sizes");
  const auto options = std::make_shared<Options>();
  // Not required for CLI11, which would take the name of a subcommand for it.
  command->add_option("FILE", options->file,
                      "Kernel source, compiled code, or - for standard input (required)");
  command->add_option("ARG", options->arguments,
                      "The arguments of the kernel, in order; see below");
  add_variable_option(*command, options->variables);
  command->add_option("-k,--kernel", options->kernel,
                      "Name of the kernel, or its name expression such as 'scale<float>'; not "
                      "needed if FILE has one kernel that is no template");
  command->add_option("--size", options->sizes, "Values of n: 1000,64k,16Mi")->required();
  command->add_option("--block", options->blocks,
                      "Threads per block: 128,256,16x16 (default: 64 to 1024)");
  command->add_option("--grid", options->grid,
                      "Number of blocks: as for run, with formulas (default: cover:{n})");
  command->add_option("--shared", options->shared,
                      "Dynamic shared memory per block, in bytes: a formula such as 4*block");
  command->add_option("--bytes", options->bytes,
                      "Bytes that a launch reads and writes: a formula such as 12*n");
  command->add_option("--flops", options->flops,
                      "Floating-point operations of a launch: a formula such as 2*n");
  command->add_option("--time", options->seconds, "Seconds to measure each row (default 0.2)")
      ->check(CLI::Range(0.001, 3600.0));
  command->add_option("--device", options->device, "Number of the device (default 0)")
      ->check(integer_from(0));
  command->add_flag("--json", options->json, "Print JSON");
  options->flags.add_to(*command);
  command->footer(formula_help + argument_help());
  add_bench_collectives_command(*command, status);
  for (CLI::App* other : command->get_subcommands({})) {
    other->preparse_callback(
        [command](std::size_t) { command->get_option("--size")->required(false); });
  }
  command->callback([command, options, &status] {
    if (!command->get_subcommands().empty()) return;
    if (options->file.empty()) throw UsageError("'duet bench' needs FILE (see duet bench --help)");
    status = run(*options);
  });
}

}  // namespace duet::tool
