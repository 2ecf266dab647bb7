// contract/tensor_map.hpp for backends whose devices have no copy engine for tensors.

#include "contract.hpp"

namespace duet::vendor {

bool has_tensor_maps(DeviceHandle) noexcept { return false; }
bool copies_tensors(const std::string&) noexcept { return false; }
const char* warpgroup_architecture(DeviceHandle) noexcept { return nullptr; }
void encode_tensor_map(void*, const TensorBox&) {}

}  // namespace duet::vendor
