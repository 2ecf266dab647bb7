#include "cases/program_json.hpp"

namespace duet::tool {
namespace {

using Json = nlohmann::ordered_json;

template <typename T>
Json optional_json(const std::optional<T>& value) {
  return value ? Json(*value) : Json(nullptr);
}

template <typename T>
std::optional<T> optional_from(const Json& json) {
  return json.is_null() ? std::nullopt : std::optional(json.get<T>());
}

}  // namespace

Json to_json(const CompileOptions& options) {
  // Fails to compile when CompileOptions gets another member: then write and read it here.
  // Neither the architecture nor the toolkit's folder: code and folders are chosen by the reader.
  const auto& [architecture, standard, fast_math, contract, debug, line_info, wave_size, defines,
               include_dirs, toolkit_headers, cuda_headers, toolkit_dir, extra] = options;
  return {{"std", standard},
          {"fast_math", fast_math},
          {"contract", optional_json(contract)},
          {"debug", debug},
          {"line_info", line_info},
          {"wave_size", optional_json(wave_size)},
          {"defines", defines},
          {"include_dirs", include_dirs},
          {"toolkit_headers", toolkit_headers},
          {"cuda_headers", cuda_headers},
          {"extra", extra}};
}

CompileOptions options_from(const Json& json) {
  CompileOptions options;
  json.at("std").get_to(options.standard);
  json.at("fast_math").get_to(options.fast_math);
  options.contract = optional_from<bool>(json.at("contract"));
  json.at("debug").get_to(options.debug);
  json.at("line_info").get_to(options.line_info);
  options.wave_size = optional_from<int>(json.at("wave_size"));
  json.at("defines").get_to(options.defines);
  json.at("include_dirs").get_to(options.include_dirs);
  json.at("toolkit_headers").get_to(options.toolkit_headers);
  options.cuda_headers = json.value("cuda_headers", false);  // older cases lack it
  json.at("extra").get_to(options.extra);
  return options;
}

}  // namespace duet::tool
