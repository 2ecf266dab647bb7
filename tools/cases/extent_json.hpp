#pragma once

#include <nlohmann/json.hpp>

#include <duet/shape.hpp>

namespace duet::tool {

/// The extents of a grid or block as an index has them: [x, y, z].
nlohmann::ordered_json to_json(const Dim3& extent);

/// @throws nlohmann::json::exception if that is something else
Dim3 extent_from(const nlohmann::ordered_json& json);

}  // namespace duet::tool
