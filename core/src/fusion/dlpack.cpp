#include <duet/dlpack.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>

#include "foreign_array.hpp"

namespace duet {

namespace {

static_assert(sizeof(DlpackTensor) == 48 && sizeof(DlpackManagedTensor) == 64 &&
                  sizeof(DlpackVersionedTensor) == 80 &&
                  offsetof(DlpackTensor, byte_offset) == 40 &&
                  offsetof(DlpackVersionedTensor, tensor) == 32,
              "the layout of DLPack 1.0");

constexpr std::uint64_t read_only_flag = 1;

/// DLPack's numbers of the memory that a backend uses; 0: it has none.
struct DeviceTypes {
  std::string_view backend;
  std::int32_t device;
  std::int32_t pinned;
  std::int32_t managed;
};
constexpr std::array<DeviceTypes, 3> all_device_types{
    {{"CPU", 1, 0, 0}, {"CUDA", 2, 3, 13}, {"HIP", 10, 11, 0}}};

const DeviceTypes& device_types() noexcept {
  return *std::find_if(all_device_types.begin(), all_device_types.end() - 1,
                       [](const auto& types) { return types.backend == backend_name(); });
}

/// Devices of the CPU backend share the host's memory, which DLPack calls device 0.
std::int32_t device_id(const Device& device) noexcept {
  return device_types().device == 1 ? 0 : device.ordinal();
}

std::string text_of(const DlpackDevice& device) {
  constexpr std::array<std::string_view, 14> names{"",       "CPU",
                                                   "CUDA",   "pinned memory of CUDA",
                                                   "OpenCL", "",
                                                   "",       "Vulkan",
                                                   "Metal",  "VPI",
                                                   "ROCm",   "pinned memory of ROCm",
                                                   "",       "managed memory of CUDA"};
  const auto type = static_cast<std::size_t>(device.type);
  const bool is_known = type < names.size() && !names[type].empty();
  return is_known ? fmt::format("{}, device {}", names[type], device.id)
                  : fmt::format("device type {}, device {}", device.type, device.id);
}

[[noreturn]] void refuse_tensor(const std::string& why,
                                ErrorCode code = ErrorCode::invalid_argument) {
  throw Error(code, "DLPack: " + why);
}

void require_place(const Device& device, const DlpackDevice& place) {
  const DeviceTypes& types = device_types();
  if (place.type != 0 && (place.type == types.pinned || place.type == types.managed)) return;
  const DlpackDevice expected{types.device, device_id(device)};
  if (place.type == expected.type && place.id == expected.id) return;
  refuse_tensor(
      fmt::format("the tensor is in memory of {}, but the array is to be used on {}; copy the "
                  "tensor there first",
                  text_of(place), text_of(expected)));
}

struct KnownType {
  DataType type;
  std::uint8_t code;
  std::uint8_t bits;
};
constexpr std::array<KnownType, 15> known_types{{{DataType::boolean, 6, 8},
                                                 {DataType::i8, 0, 8},
                                                 {DataType::i16, 0, 16},
                                                 {DataType::i32, 0, 32},
                                                 {DataType::i64, 0, 64},
                                                 {DataType::u8, 1, 8},
                                                 {DataType::u16, 1, 16},
                                                 {DataType::u32, 1, 32},
                                                 {DataType::u64, 1, 64},
                                                 {DataType::f16, 2, 16},
                                                 {DataType::bf16, 4, 16},
                                                 {DataType::f32, 2, 32},
                                                 {DataType::f64, 2, 64},
                                                 {DataType::c64, 5, 64},
                                                 {DataType::c128, 5, 128}}};

DataType type_of(const DlpackType& type) {
  if (type.lanes != 1) {
    refuse_tensor(
        fmt::format("the elements are vectors of {} numbers; give single numbers and one more "
                    "dimension",
                    type.lanes));
  }
  for (const KnownType& known : known_types) {
    if (known.code == type.code && known.bits == type.bits) return known.type;
  }
  constexpr std::array<std::string_view, 7> names{
      "integer", "unsigned integer", "floating-point", "opaque", "bfloat", "complex", "bool"};
  const std::string name = type.code < names.size() ? fmt::format("{} numbers", names[type.code])
                           : type.code <= 14        ? "8-bit floating-point numbers"
                                             : fmt::format("numbers of type code {}", type.code);
  refuse_tensor(
      fmt::format("{} of {} bits have no duet::DataType; give them as unsigned integers of that "
                  "size",
                  name, type.bits));
}

Dimensions dimensions_of(const std::int64_t* values, std::int32_t count) {
  return Dimensions(std::span(values, static_cast<std::size_t>(count)));
}

/// The address of the element at coordinates 0; null if the tensor has no memory.
std::uintptr_t address_of(const DlpackTensor& tensor) {
  if (tensor.data == nullptr) return 0;
  const auto begin = reinterpret_cast<std::uintptr_t>(tensor.data);
  std::uintptr_t address = 0;
  if (__builtin_add_overflow(begin, tensor.byte_offset, &address)) {
    refuse_tensor(
        fmt::format("the offset of {} bytes leaves the address space", tensor.byte_offset));
  }
  return address;
}

/// Takes over a tensor of either form.
template <typename T>
std::shared_ptr<void> owner_of(T* tensor) {
  if (tensor == nullptr) refuse_tensor("the tensor is null");
  // If this throws, the deleter of the pointer runs.
  return std::shared_ptr<void>(tensor, [](void* owned) {
    auto* const managed = static_cast<T*>(owned);
    if (managed->deleter != nullptr) managed->deleter(managed);
  });
}

ArrayView versioned_view(const Device& device, const DlpackVersionedTensor& tensor) {
  if (tensor.major_version != 1) {
    refuse_tensor(fmt::format("the tensor has version {}.{}, duet reads 1.x; ask its producer for "
                              "version 1",
                              tensor.major_version, tensor.minor_version),
                  ErrorCode::not_supported);
  }
  return view_of(device, tensor.tensor, (tensor.flags & read_only_flag) != 0);
}

/// What a deleter releases.
template <typename T>
struct Exported {
  T managed{};
  Dimensions shape;
  Dimensions strides;
  std::shared_ptr<const void> owner;
};

template <typename T>
T* exported(const Device& device, const ArrayView& array, std::shared_ptr<const void>&& owner) {
  auto made = std::make_unique<Exported<T>>();
  made->shape = array.shape();
  made->strides = array.strides();
  made->owner = std::move(owner);
  const auto known = std::find_if(known_types.begin(), known_types.end(),
                                  [&](const KnownType& one) { return one.type == array.type(); });
  made->managed.tensor = {.data = const_cast<void*>(array.data()),
                          .device = {device_types().device, device_id(device)},
                          .dimensions = array.shape().size(),
                          .type = {known->code, known->bits, 1},
                          .shape = &made->shape[0],
                          .strides = &made->strides[0],
                          .byte_offset = 0};
  made->managed.context = made.get();
  made->managed.deleter = [](T* tensor) { delete static_cast<Exported<T>*>(tensor->context); };
  return &made.release()->managed;
}

}  // namespace

ArrayView view_of(const Device& device, const DlpackTensor& tensor, bool is_read_only) {
  require_place(device, tensor.device);
  const DataType type = type_of(tensor.type);
  if (tensor.dimensions < 0 || tensor.dimensions > max_dimensions) {
    refuse_tensor(fmt::format("the tensor has {} dimensions; an array has 0 to {}",
                              tensor.dimensions, max_dimensions));
  }
  if (tensor.dimensions > 0 && tensor.shape == nullptr) refuse_tensor("the tensor has no shape");
  const Dimensions shape = dimensions_of(tensor.shape, tensor.dimensions);
  const Dimensions strides = tensor.strides != nullptr
                                 ? dimensions_of(tensor.strides, tensor.dimensions)
                                 : row_major_strides(shape);
  return foreign_array("DLPack", address_of(tensor), type, shape, strides, is_read_only);
}

DlpackArray::DlpackArray(const Device& device, DlpackManagedTensor* tensor)
    : owner_(owner_of(tensor)), view_(view_of(device, tensor->tensor)) {}

DlpackArray::DlpackArray(const Device& device, DlpackVersionedTensor* tensor)
    : owner_(owner_of(tensor)), view_(versioned_view(device, *tensor)) {}

DlpackManagedTensor* to_dlpack(const Device& device, const ArrayView& array,
                               std::shared_ptr<const void> owner) {
  if (!array.is_writable()) {
    refuse_tensor("this form cannot tell that the array is read-only; use to_dlpack_versioned");
  }
  return exported<DlpackManagedTensor>(device, array, std::move(owner));
}

DlpackVersionedTensor* to_dlpack_versioned(const Device& device, const ArrayView& array,
                                           std::shared_ptr<const void> owner) {
  auto* const tensor = exported<DlpackVersionedTensor>(device, array, std::move(owner));
  tensor->major_version = 1;
  tensor->minor_version = 0;
  tensor->flags = array.is_writable() ? 0 : read_only_flag;
  return tensor;
}

}  // namespace duet
