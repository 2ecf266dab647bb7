// Turns a formula into a kernel at run time and evaluates it over arrays.
//
//   expression 'sqrt(x*x + y*y)' --data examples/data/points.csv
//   expression 'sin(x) * y' --array x=examples/data/x.npy --array y=examples/data/y.npy --type f64
//
// The files, in the order of the steps:
//   formula.hpp        parses the formula; its variables are columns of the data (table.hpp)
//   kernel_source.hpp  writes the formula as a kernel (--show-source prints it)
//   device_run.cpp     compiles, loads and runs the kernel with duet: the part to copy
//   check.hpp          compares every result with muParser's, computed on the host in double
//   rounding.hpp       bounds the rounding errors of the formula
// Without a device, the kernel is compiled to a file.
// Exit status: 0 if all results are right, 1 if not, 2 after a usage error.

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <duet/duet.hpp>

#include "check.hpp"
#include "device_run.hpp"
#include "formula.hpp"
#include "kernel_source.hpp"
#include "support/exit_status.hpp"
#include "support/file.hpp"
#include "support/npy.hpp"
#include "support/output_file.hpp"
#include "support/usage_error.hpp"
#include "table.hpp"

namespace {

using namespace expression;
using duet::tool::UsageError;

struct Options {
  std::string formula{};
  std::vector<std::string> csv_files{};
  std::vector<std::string> arrays{};
  std::string type = "f32";
  std::string output{};
  std::size_t count = 0;
  int device = 0;
  int repeat = 10;
  bool show_source = false;
};

/// The data in the precision of the kernel.
template <typename T>
std::vector<std::vector<T>> columns_of(const Table& table, const Formula& formula) {
  std::vector<std::vector<T>> columns;
  for (const Column* column : table.find(formula.variables())) {
    auto& values = columns.emplace_back();
    for (const double value : column->values) {
      if (std::isfinite(value) && std::fabs(value) > double{std::numeric_limits<T>::max()})
        throw UsageError(
            fmt::format("'{}' has {}, too large for f32; use --type f64", column->name, value));
      values.push_back(static_cast<T>(value));
    }
  }
  if (columns.front().empty()) throw UsageError("the data has no rows");
  return columns;
}

/// Enough elements to keep the device busy.
std::size_t default_count() {
  return std::string_view(duet::backend_name()) == "CPU" ? std::size_t{1} << 20
                                                         : std::size_t{1} << 24;
}

void save(const std::string& path, const void* data, std::size_t count, std::size_t size) {
  const auto* bytes = static_cast<const std::byte*>(data);
  const auto type = size == 4 ? duet::tool::ElementType::f32 : duet::tool::ElementType::f64;
  duet::tool::write_npy(path, {type, {count}, false, {bytes, bytes + count * size}});
  fmt::print("wrote     {}\n", path);
}

template <typename T>
int run(const Options& options, const Formula& formula, const Table& table,
        const std::string& source) {
  Work<T> work{source, columns_of<T>(table, formula), options.count, options.repeat};
  const std::size_t rows = work.columns.front().size();
  if (work.count == 0) work.count = std::max(rows, default_count());
  std::vector<std::vector<double>> host_columns;
  for (const auto& column : work.columns) host_columns.emplace_back(column.begin(), column.end());
  const Expectation expectation = expect(formula, host_columns, sizeof(T) == sizeof(double));

  const duet::Device device(options.device);
  fmt::print("device    {}: {} ({})\n", device.ordinal(), device.info().name,
             device.info().architecture);
  fmt::print("data      {} rows, repeated up to {} elements\n", rows, work.count);
  const Outcome<T> outcome = run_on(device, work);

  Comparison comparison;
  for (std::size_t i = 0; i < work.count; ++i)
    comparison.add(static_cast<double>(outcome.results[i]), expectation, i % rows, i);
  const std::size_t distinct = std::min(rows, work.count);
  for (std::size_t i = 0; i < std::min<std::size_t>(distinct, 5); ++i)
    fmt::print("result    [{}] {:.9g}   expected {:.9g}\n", i, outcome.results[i],
               expectation.values[i]);
  const double bytes = static_cast<double>((work.columns.size() + 1) * work.count * sizeof(T));
  const double seconds = outcome.kernel_ms / 1000;
  fmt::print("compile   {:.1f} ms\n", outcome.compile_ms);
  fmt::print("kernel    {:.4f} ms (median of {}), {:.1f} GB/s, {:.3g} elements/s\n",
             outcome.kernel_ms, options.repeat, bytes / seconds / 1e9,
             static_cast<double>(work.count) / seconds);
  fmt::print("check     {} elements, max relative error {:.2g}, {:.0f}% of the allowed error\n",
             work.count - comparison.unchecked, comparison.max_relative,
             100 * comparison.max_share);
  if (comparison.unchecked > 0)
    fmt::print("unchecked {} elements, whose rounding error has no bound\n", comparison.unchecked);
  if (!options.output.empty()) save(options.output, outcome.results.data(), distinct, sizeof(T));
  if (comparison.wrong > 0) {
    const std::size_t i = comparison.first_wrong;
    fmt::print("FAILED    {} elements are wrong, first [{}] {:.9g}, expected {:.9g} +- {:.2g}\n",
               comparison.wrong, i, outcome.results[i], expectation.values[i % rows],
               expectation.errors[i % rows]);
    return duet::tool::exit_failure;
  }
  if (comparison.unchecked == work.count) {
    fmt::print("UNDECIDED no result could be checked; try --type f64\n");
    return duet::tool::exit_failure;
  }
  fmt::print("PASSED\n");
  return duet::tool::exit_success;
}

/// Without a device: compiles the kernel to a file and shows its properties.
int compile_only(const std::string& source) {
  const auto reason = duet::Device::unavailable_reason();
  fmt::print("device    none: {}\n", reason ? reason->what() : "the driver found no device");
  const auto supported = duet::supported_architectures();
  if (supported.empty()) throw std::runtime_error("the compiler reports no architecture");
  const bool common = std::find(supported.begin(), supported.end(), "gfx90a") != supported.end();
  duet::Program program;
  program.name = "expression";
  program.source = source;
  program.kernels = {kernel_name};
  const duet::Code code = duet::compile(program, common ? "gfx90a" : supported.back());
  const std::string path =
      fmt::format("expression.{}.{}", code.architecture, duet::extension_of(code.format));
  duet::tool::write_bytes(path, code.bytes);
  fmt::print("compile   {:.1f} ms for {}\n", code.milliseconds, code.architecture);
  fmt::print("wrote     {}: {}, {} bytes\n", path, duet::name_of(code.format), code.bytes.size());
  const auto print_property = [](const char* name, const auto& value) {
    fmt::print("  {:<14}{}\n", name, value ? fmt::format("{}", *value) : "unknown");
  };
  for (const duet::KernelInfo& kernel : duet::read_kernels(code.bytes)) {
    fmt::print("kernel    {}\n", kernel.name);
    print_property("registers", kernel.registers);
    print_property("shared bytes", kernel.shared_bytes);
    print_property("local bytes", kernel.local_bytes);
    print_property("max threads", kernel.max_threads);
    if (kernel.parameter_bytes)
      fmt::print("  {:<14}{}\n", "parameters", fmt::join(*kernel.parameter_bytes, " "));
  }
  fmt::print("NOT RUN   there is no device\n");
  return duet::tool::exit_success;
}

/// The arguments in reverse order, as CLI11 expects them. A formula may begin with '-'; a space
/// before it keeps CLI11 from reading it as an option. All options but -h begin with "--".
std::vector<std::string> arguments_of(int argc, char** argv) {
  std::vector<std::string> arguments(argv + 1, argv + argc);
  for (std::string& argument : arguments)
    if (argument.size() > 1 && argument[0] == '-' && argument[1] != '-' && argument != "-h")
      argument.insert(argument.begin(), ' ');
  std::reverse(arguments.begin(), arguments.end());
  return arguments;
}

int evaluate(const Options& options) {
  const std::size_t blank = options.formula.starts_with(' ') ? 1 : 0;  // see arguments_of
  const Formula formula(std::string_view(options.formula).substr(blank));
  Table table;
  for (const std::string& path : options.csv_files) table.add_csv(path);
  for (const std::string& assignment : options.arrays) table.add_array(assignment);
  table.find(formula.variables());  // reports bad data, also without a device
  if (formula.variables().empty())
    throw UsageError("the formula uses no variable; use at least one column of the data");

  const bool use_double = options.type == "f64";
  const std::string source = kernel_source(formula, use_double);
  fmt::print("formula   {} in {}\n", formula.text(), options.type);
  if (options.show_source) fmt::print("{}", source);
  if (duet::Device::count() == 0) return compile_only(source);
  return use_double ? run<double>(options, formula, table, source)
                    : run<float>(options, formula, table, source);
}

}  // namespace

int main(int argc, char** argv) {
  return duet::tool::run_guarded("expression", [&] {
    Options options;
    CLI::App app{"Evaluates a formula over arrays, with a kernel generated at run time.",
                 "expression"};
    app.add_option("FORMULA", options.formula, "The formula, such as 'sqrt(x*x + y*y)'")
        ->required();
    const auto list = [&](const char* name, std::vector<std::string>& values, const char* help) {
      app.add_option(name, values, help)->expected(1)->allow_extra_args(false)->take_all();
    };
    list("--data", options.csv_files, "A CSV file; its first line names the columns");
    list("--array", options.arrays, "NAME=FILE: the array in a .npy file as variable NAME");
    app.add_option("--type", options.type, "Compute in f32 or f64 (default f32)")
        ->check(CLI::IsMember({"f32", "f64"}));
    app.add_option("--count", options.count,
                   "Repeat the data to this many elements (default: enough to keep the device "
                   "busy)")
        ->check(CLI::PositiveNumber);
    app.add_option("--device", options.device, "Number of the device (default 0)")
        ->check(CLI::NonNegativeNumber);
    app.add_option("--output", options.output, "Write the results for the data to a .npy file");
    app.add_option("--repeat", options.repeat, "Number of timed runs (default 10)")
        ->check(CLI::PositiveNumber);
    app.add_flag("--show-source", options.show_source, "Print the kernel");
    app.footer(
        "The language: + - * /, < <= > >= == != (1 or 0), a ? b : c, parentheses, and\n"
        "sqrt exp log sin cos tan asin acos atan sinh cosh tanh abs floor ceil (x),\n"
        "atan2 pow min max (x, y). All numbers are floating-point: 1/2 is 0.5.");
    try {
      app.parse(arguments_of(argc, argv));
    } catch (const CLI::ParseError& error) {
      return app.exit(error) == 0 ? int{duet::tool::exit_success} : int{duet::tool::exit_usage};
    }
    return evaluate(options);
  });
}
