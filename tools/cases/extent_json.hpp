#pragma once

#include <nlohmann/json.hpp>

#include <duet/shape.hpp>

namespace duet::tool {

/// Writes the extents of a grid or block as [x, y, z].
nlohmann::ordered_json to_json(const Dim3& extent);

/// @throws nlohmann::json::exception unless it is an array of three numbers
Dim3 extent_from(const nlohmann::ordered_json& json);

}  // namespace duet::tool
