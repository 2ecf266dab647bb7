#include "parameter.hpp"

#include <algorithm>

namespace duet::tool {
namespace {

/// What the code tells of a type may be less than what the source tells: "void*" for any pointer to
/// a structure.
bool is_vague(const std::string& type) {
  return type.empty() || type == "void*" || type == "void const*";
}

}  // namespace

std::optional<std::vector<Parameter>> parameters_of(
    const KernelInfo& info, const std::optional<std::vector<std::string>>& declared) {
  const auto& types = info.parameter_types;
  if (!info.parameter_bytes && !types) return std::nullopt;
  std::vector<Parameter> parameters(info.parameter_bytes ? info.parameter_bytes->size()
                                                         : types->size());
  const bool has_types = types && types->size() == parameters.size();
  const bool has_texts = declared && declared->size() == parameters.size();
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    Parameter& parameter = parameters[i];
    if (info.parameter_bytes) parameter.bytes = (*info.parameter_bytes)[i];
    const std::string type = has_types ? (*types)[i] : "";
    parameter.text = has_texts ? (*declared)[i] : type;
    parameter.type = parse_parameter_type(is_vague(type) ? parameter.text : type);
    if (type.ends_with('*')) parameter.type.is_pointer = true;  // of a type with another name
  }
  return parameters;
}

}  // namespace duet::tool
