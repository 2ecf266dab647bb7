#pragma once

#include <nlohmann/json.hpp>

#include <duet/compile.hpp>

namespace duet::tool {

/// Writes options as an object: "std", "fast_math", "contract" (null: the compiler's default),
/// "debug", "line_info", "wave_size" (null: the target's), "defines", "include_dirs",
/// "toolkit_headers", "cuda_headers", "extra".
nlohmann::ordered_json to_json(const CompileOptions& options);
/// @throws nlohmann::json::exception naming a member that is missing or of a wrong type
CompileOptions options_from(const nlohmann::ordered_json& json);

}  // namespace duet::tool
