// contract/tensor_map.hpp by cuTensorMapEncodeTiled. Drivers before 12.0 lack it.

#include <array>

#include "architecture_number.hpp"
#include "driver/driver.hpp"

namespace duet::vendor {

namespace {

CUtensorMapDataType map_type(const TensorBox& box) noexcept {
  if (box.is_tf32) return CU_TENSOR_MAP_DATA_TYPE_TFLOAT32;
  switch (box.type) {
    case DataType::bf16: return CU_TENSOR_MAP_DATA_TYPE_BFLOAT16;
    case DataType::f16: return CU_TENSOR_MAP_DATA_TYPE_FLOAT16;
    case DataType::f32: return CU_TENSOR_MAP_DATA_TYPE_FLOAT32;
    case DataType::f64: return CU_TENSOR_MAP_DATA_TYPE_FLOAT64;
    default: break;
  }
  switch (size_of(box.type)) {
    case 2: return CU_TENSOR_MAP_DATA_TYPE_UINT16;
    case 4: return CU_TENSOR_MAP_DATA_TYPE_UINT32;
    case 8: return CU_TENSOR_MAP_DATA_TYPE_UINT64;
    default: return CU_TENSOR_MAP_DATA_TYPE_UINT8;
  }
}

constexpr int first_with_maps = 90;

/// The compute capability times 10; 0 if it is not known.
int capability(DeviceHandle device) noexcept {
  const Driver& calls = driver_table();
  int major = 0;
  int minor = 0;
  const bool is_known = calls.device_attribute(&major, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR,
                                               device) == success &&
                        calls.device_attribute(&minor, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR,
                                               device) == success;
  return is_known ? 10 * major + minor : 0;
}

}  // namespace

bool has_tensor_maps(DeviceHandle device) noexcept {
  return capability(device) >= first_with_maps &&
         driver_has<&DriverNames::tensor_map_encode>(driver_table().tensor_map_encode);
}

bool copies_tensors(const std::string& architecture) noexcept {
  return architecture_number(architecture) >= first_with_maps;
}

const char* warpgroup_architecture(DeviceHandle device) noexcept {
  return capability(device) == 90 && has_tensor_maps(device) ? "sm_90a" : nullptr;
}

void encode_tensor_map(void* map, const TensorBox& box) {
  const std::array<cuuint64_t, 3> extents{box.extents[0], box.extents[1], box.extents[2]};
  const auto bytes = static_cast<cuuint64_t>(size_of(box.type));
  const std::array<cuuint64_t, 2> strides{box.strides[0] * bytes, box.strides[1] * bytes};
  const std::array<cuuint32_t, 3> moved{box.box[0], box.box[1], 1};
  const std::array<cuuint32_t, 3> steps{1, 1, 1};
  DUET_DRIVER(tensor_map_encode, static_cast<CUtensorMap*>(map), map_type(box), 3,
              const_cast<void*>(box.data), extents.data(), strides.data(), moved.data(),
              steps.data(), CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_128B,
              CU_TENSOR_MAP_L2_PROMOTION_L2_256B, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
}

}  // namespace duet::vendor
