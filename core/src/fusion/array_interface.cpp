#include <duet/array_interface.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <span>
#include <string_view>
#include <utility>

#include "foreign_array.hpp"

namespace duet {

namespace {

constexpr std::array<std::pair<DataType, std::string_view>, 14> type_strings{
    {{DataType::boolean, "|b1"},
     {DataType::i8, "|i1"},
     {DataType::i16, "<i2"},
     {DataType::i32, "<i4"},
     {DataType::i64, "<i8"},
     {DataType::u8, "|u1"},
     {DataType::u16, "<u2"},
     {DataType::u32, "<u4"},
     {DataType::u64, "<u8"},
     {DataType::f16, "<f2"},
     {DataType::f32, "<f4"},
     {DataType::f64, "<f8"},
     {DataType::c64, "<c8"},
     {DataType::c128, "<c16"}}};

[[noreturn]] void refuse_interface(const std::string& why,
                                   ErrorCode code = ErrorCode::invalid_argument) {
  throw Error(code, "array interface: " + why);
}

/// A type of one byte may be written with any byte order.
bool is_same(std::string_view known, std::string_view given) {
  if (known == given) return true;
  return given.size() == known.size() && given.substr(1) == known.substr(1) &&
         (given[0] == '=' || (known[0] == '|' && (given[0] == '<' || given[0] == '>')));
}

DataType type_of(std::string_view typestr) {
  for (const auto& [type, text] : type_strings) {
    if (is_same(text, typestr)) return type;
  }
  refuse_interface(
      fmt::format("no element type \"{}\"; known are |b1, i1 to i8, u1 to u8, f2 to f8, c8 and "
                  "c16, little-endian (\"<f4\")",
                  typestr));
}

Dimensions element_strides(const std::vector<std::int64_t>& bytes, std::int64_t size) {
  Dimensions strides{std::span<const std::int64_t>(bytes)};
  for (int d = 0; d < strides.size(); ++d) {
    if (strides[d] % size != 0) {
      refuse_interface(
          fmt::format("the stride of {} bytes of dimension {} is no multiple of the element's {} "
                      "bytes",
                      strides[d], d, size));
    }
    strides[d] /= size;
  }
  return strides;
}

}  // namespace

ArrayInterface array_interface(const ArrayView& array) {
  const auto* const known =
      std::find_if(type_strings.begin(), type_strings.end(),
                   [&](const auto& one) { return one.first == array.type(); });
  if (known == type_strings.end()) {
    refuse_interface(
        fmt::format("{} has no type string; give it as u16 (ArrayView::as), or use DLPack",
                    name_of(array.type())),
        ErrorCode::not_supported);
  }
  ArrayInterface fields;
  fields.shape.assign(array.shape().begin(), array.shape().end());
  fields.typestr = known->second;
  fields.data = array.size() == 0 ? 0 : reinterpret_cast<std::uintptr_t>(array.data());
  fields.is_read_only = !array.is_writable();
  if (array.strides() != row_major_strides(array.shape())) {
    fields.strides.emplace();
    for (const std::int64_t stride : array.strides()) {
      fields.strides->push_back(stride * static_cast<std::int64_t>(size_of(array.type())));
    }
  }
  return fields;
}

ArrayInterface array_interface(const ArrayView& array, StreamRef stream) {
  ArrayInterface fields = array_interface(array);
  const auto handle = reinterpret_cast<std::uintptr_t>(stream.handle());
  fields.stream = handle == 0 ? 1 : handle;
  return fields;
}

ArrayView view_of(const ArrayInterface& interface) {
  if (interface.version < 2) {
    refuse_interface(fmt::format("version {} is too old; 2 and 3 are known", interface.version),
                     ErrorCode::not_supported);
  }
  if (interface.stream == std::uintptr_t{0}) {
    refuse_interface("stream 0 is not allowed; 1 is the default stream, 2 that of the thread");
  }
  const DataType type = type_of(interface.typestr);
  const auto size = static_cast<std::int64_t>(size_of(type));
  const Dimensions shape{std::span<const std::int64_t>(interface.shape)};
  const Dimensions strides =
      interface.strides ? element_strides(*interface.strides, size) : row_major_strides(shape);
  return foreign_array("array interface", interface.data, type, shape, strides,
                       interface.is_read_only);
}

}  // namespace duet
