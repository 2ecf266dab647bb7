#pragma once

#include <nlohmann/json.hpp>

#include <duet/compile.hpp>

namespace duet::tool {

/// Options as an object: "std", "fast_math", "contract" (null: the compiler's default), "debug",
/// "line_info", "wave_size" (null: the target's), "defines", "include_dirs", "toolkit_headers",
/// "extra".
nlohmann::ordered_json to_json(const CompileOptions& options);
/// @throws nlohmann::json::exception naming what is missing or of another type
CompileOptions options_from(const nlohmann::ordered_json& json);

}  // namespace duet::tool
