#include "cases/extent_json.hpp"

#include <array>

namespace duet::tool {

nlohmann::ordered_json to_json(const Dim3& extent) {
  return nlohmann::ordered_json::array({extent.x, extent.y, extent.z});
}

Dim3 extent_from(const nlohmann::ordered_json& json) {
  const auto extents = json.get<std::array<unsigned, 3>>();
  return {extents[0], extents[1], extents[2]};
}

}  // namespace duet::tool
