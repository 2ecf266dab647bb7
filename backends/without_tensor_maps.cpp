// contract/tensor_map.hpp for backends whose devices have no copy engine for tensors.

#include "contract.hpp"

namespace duet::vendor {

const char* warpgroup_architecture(DeviceHandle) noexcept { return nullptr; }
void encode_tensor_map(void*, const TensorBox&) {}

}  // namespace duet::vendor
