#include "run_report.hpp"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstdio>
#include <stdexcept>

#include <fmt/format.h>

#include "array_text.hpp"

namespace duet::tool {
namespace {

using Json = nlohmann::ordered_json;

std::string with_newline(const std::string& text) {
  return text.empty() || text.ends_with('\n') ? text : text + '\n';
}

void print_code(const LoadedKernel& loaded) {
  switch (loaded.origin) {
    case LoadedKernel::Origin::file:
      fmt::print("load     {:.3f} ms\n", loaded.load_milliseconds);
      return;
    case LoadedKernel::Origin::cache:
      fmt::print("cached   {:.3f} ms: found in the cache, compiling took {:.3f} ms\n",
                 loaded.load_milliseconds, loaded.milliseconds_saved);
      return;
    case LoadedKernel::Origin::compiler: break;
  }
  if (loaded.compile_milliseconds == 0) {
    fmt::print("compile  {:.3f} ms, with loading; {}\n", loaded.load_milliseconds,
               loaded.is_stored ? "stored in the cache" : "not stored in the cache");
    return;
  }
  fmt::print("compile  {:.3f} ms\nload     {:.3f} ms\n", loaded.compile_milliseconds,
             loaded.load_milliseconds);
}

/// Milliseconds without the digits of float that mean nothing.
double in_nanoseconds(float milliseconds) {
  return std::round(static_cast<double>(milliseconds) * 1e6) / 1e6;
}

/// The name of an output in messages.
std::string output_name(const LoadedArgument& output) {
  const std::string& file = output.array()->spec.output;
  if (!file.empty()) return file;
  return output.variable.empty() ? fmt::format("argument {}", output.number)
                                 : fmt::format("variable {}", output.variable);
}

/// Where an output is from, in JSON.
Json origin_of(const LoadedArgument& output) {
  Json origin{{"spec", output.text}};
  if (output.variable.empty()) {
    origin["argument"] = output.number;
  } else {
    origin["variable"] = output.variable;
  }
  return origin;
}

void write_all(int descriptor, std::string_view text) {
  while (!text.empty()) {
    const ssize_t count = ::write(descriptor, text.data(), text.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) throw std::runtime_error("cannot write to the standard output");
    text.remove_prefix(static_cast<std::size_t>(count));
  }
}

}  // namespace

RunReport::RunReport(bool is_json) : is_json_(is_json) {
  if (!is_json) return;
  (void)std::fflush(stdout);
  standard_output_ = ::dup(STDOUT_FILENO);
  if (standard_output_ < 0 || ::dup2(STDERR_FILENO, STDOUT_FILENO) < 0)
    throw std::runtime_error("cannot redirect the standard output");
  json_["backend"] = backend_name();
}

RunReport::~RunReport() {
  if (standard_output_ < 0) return;
  (void)std::fflush(stdout);
  (void)::dup2(standard_output_, STDOUT_FILENO);
  (void)::close(standard_output_);
}

Json& RunReport::own() { return rank_index_ ? json_["ranks"][*rank_index_] : json_; }

void RunReport::rank(std::size_t index, int rank) {
  rank_index_ = index;
  if (is_json_) {
    own()["rank"] = rank;
  } else {
    fmt::print("rank     {}\n", rank);
  }
}

void RunReport::device(const Device& device) {
  const DeviceInfo& info = device.info();
  if (!is_json_) {
    fmt::print("device   {}: {} ({})\n", device.ordinal(), info.name, info.architecture);
    return;
  }
  own()["device"] = {
      {"ordinal", device.ordinal()}, {"name", info.name}, {"architecture", info.architecture}};
}

void RunReport::code(const LoadedKernel& loaded) {
  if (!is_json_) {
    print_code(loaded);
    fmt::print("{}", with_newline(loaded.log));
    return;
  }
  Json code{{"from", name_of(loaded.origin)}};
  if (loaded.compile_milliseconds != 0) code["compile_ms"] = loaded.compile_milliseconds;
  code["load_ms"] = loaded.load_milliseconds;
  if (loaded.origin == LoadedKernel::Origin::cache) code["saved_ms"] = loaded.milliseconds_saved;
  if (loaded.origin == LoadedKernel::Origin::compiler) code["stored"] = loaded.is_stored;
  code["log"] = loaded.log;
  own()["code"] = std::move(code);
}

void RunReport::kernel(const std::string& file, const std::string& name,
                       const std::vector<Parameter>& parameters) {
  if (!is_json_) return;
  Json list = Json::array();
  for (const Parameter& parameter : parameters) list.push_back(parameter.text);
  own()["kernel"] = {{"file", file}, {"name", name}, {"parameters", std::move(list)}};
}

void RunReport::warning(const std::string& text) {
  if (is_json_) {
    own()["warnings"].push_back(text);
  } else {
    (void)std::fflush(stdout);
    fmt::print(stderr, "duet: warning: {}\n", text);
  }
}

void RunReport::times(const std::vector<float>& milliseconds, bool has_warm_up) {
  std::vector<double> rounded;
  for (const float time : milliseconds) rounded.push_back(in_nanoseconds(time));
  if (is_json_) own()["run"]["ms"] = rounded;
  std::sort(rounded.begin(), rounded.end());
  const double median = rounded[rounded.size() / 2];
  if (is_json_) {
    own()["run"]["median_ms"] = median;
    own()["run"]["min_ms"] = rounded.front();
    own()["run"]["max_ms"] = rounded.back();
    own()["run"]["warm_up"] = has_warm_up;
  } else if (!has_warm_up) {
    fmt::print("run      {:.4f} ms\n", median);
  } else {
    fmt::print("run      median {:.4f} ms, min {:.4f} ms, max {:.4f} ms of {} after a warm-up\n",
               median, rounded.front(), rounded.back(), rounded.size());
  }
}

// Without JSON, the emulator itself has printed them.
void RunReport::emulation(const std::string& counts) {
  if (is_json_) own()["emulation"] = Json::parse(counts);
}

void RunReport::output(const LoadedArgument& loaded, bool with_elements) {
  const LoadedArray& array = *loaded.array();
  const std::string& file = array.spec.output;
  const NpyArray& host = array.host;
  if (is_json_) {
    Json output = origin_of(loaded);
    output["file"] = file.empty() ? Json() : Json(file);
    output["type"] = name_of(host.type);
    output["shape"] = host.shape;
    if (with_elements) output["elements"] = array_json(host);
    own()["outputs"].push_back(std::move(output));
    return;
  }
  fmt::print("{:<9}{} {} {}\n", file.empty() ? "result" : "wrote", output_name(loaded),
             name_of(host.type), format_shape(host.shape));
  if (with_elements) fmt::print("{}\n", array_text(host));
}

void RunReport::comparison(const Comparison& comparison, const std::string& file,
                           const LoadedArgument& output) {
  if (!is_json_) {
    const std::string text =
        comparison.is_equal
            ? fmt::format("{} agrees with {} ({})", output_name(output), file, comparison.text)
            : fmt::format("{} differs from {}: {}", output_name(output), file, comparison.text);
    (void)std::fflush(stdout);
    fmt::print(comparison.is_equal ? stdout : stderr, "{:<9}{}\n",
               comparison.is_equal ? "expect" : "FAILED", text);
    return;
  }
  Json expected = origin_of(output);
  expected["file"] = file;
  expected["equal"] = comparison.is_equal;
  expected["text"] = comparison.text;
  own()["expected"].push_back(std::move(expected));
}

void RunReport::finish() {
  if (!is_json_) return;
  (void)std::fflush(stdout);
  const auto complete = [](Json& json) {
    for (const char* list : {"warnings", "outputs"})
      if (!json.contains(list)) json[list] = Json::array();
  };
  if (!rank_index_) complete(json_);
  if (rank_index_)
    for (Json& rank : json_["ranks"]) complete(rank);
  write_all(standard_output_, json_.dump(2, ' ', false, Json::error_handler_t::replace) + "\n");
}

}  // namespace duet::tool
