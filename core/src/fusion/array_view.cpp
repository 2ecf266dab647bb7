#include <duet/array_view.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

#include "array_reach.hpp"

namespace duet {

Dimensions::Dimensions(std::span<const std::int64_t> values)
    : size_(static_cast<int>(values.size())) {
  if (values.size() > max_dimensions) {
    throw Error(ErrorCode::invalid_argument,
                fmt::format("[{}] are {} dimensions; an array has at most {}",
                            fmt::join(values, ", "), values.size(), max_dimensions));
  }
  std::ranges::copy(values, values_.begin());
}

std::string to_string(const Dimensions& dimensions) {
  return fmt::format("[{}]", fmt::join(dimensions.begin(), dimensions.end(), ", "));
}

Dimensions row_major_strides(const Dimensions& shape) {
  Dimensions strides = shape;
  std::int64_t stride = 1;
  for (int d = shape.size() - 1; d >= 0; --d) {
    strides[d] = stride;
    stride = detail::checked_product(stride, shape[d]);
  }
  return strides;
}

namespace detail {

std::int64_t checked_product(std::int64_t a, std::int64_t b) {
  std::int64_t result = 0;
  if (__builtin_mul_overflow(a, b, &result)) {
    throw Error(ErrorCode::invalid_argument,
                fmt::format("{} times {} elements overflow 64 bits", a, b));
  }
  return result;
}

Reach reach_of(const Dimensions& shape, const Dimensions& strides) {
  Reach reach;
  for (int d = 0; d < shape.size(); ++d) {
    const std::int64_t farthest = checked_product(shape[d] - 1, strides[d]);
    std::int64_t& end = farthest < 0 ? reach.first : reach.last;
    if (__builtin_add_overflow(end, farthest, &end)) {
      throw Error(ErrorCode::invalid_argument,
                  fmt::format("an array of shape {} and strides {} is larger than memory",
                              to_string(shape), to_string(strides)));
    }
  }
  return reach;
}

}  // namespace detail

namespace {

/// @throws Error (invalid_argument)
void check(const Dimensions& shape, const Dimensions& strides) {
  if (shape.size() != strides.size()) {
    throw Error(ErrorCode::invalid_argument,
                fmt::format("the shape {} has {} dimensions, the strides {} have {}",
                            to_string(shape), shape.size(), to_string(strides), strides.size()));
  }
  std::int64_t size = 1;
  for (const std::int64_t extent : shape) {
    if (extent < 0) {
      throw Error(ErrorCode::invalid_argument,
                  fmt::format("the shape {} has a negative extent", to_string(shape)));
    }
    size = detail::checked_product(size, extent);
  }
}

}  // namespace

ArrayView::ArrayView(const void* data, DataType type, const Dimensions& shape,
                     const Dimensions& strides)
    : data_(data), type_(type), is_writable_(false), shape_(shape), strides_(strides) {
  check(shape, strides);
}
ArrayView::ArrayView(void* data, DataType type, const Dimensions& shape, const Dimensions& strides)
    : ArrayView(static_cast<const void*>(data), type, shape, strides) {
  is_writable_ = true;
}
ArrayView::ArrayView(const void* data, DataType type, const Dimensions& shape)
    : ArrayView(data, type, shape, row_major_strides(shape)) {}
ArrayView::ArrayView(void* data, DataType type, const Dimensions& shape)
    : ArrayView(data, type, shape, row_major_strides(shape)) {}

ArrayView ArrayView::as(DataType type) const {
  if (size_of(type) != size_of(type_)) {
    throw Error(ErrorCode::invalid_argument,
                fmt::format("an array of {} ({} bytes each) cannot be viewed as one of {} ({})",
                            name_of(type_), size_of(type_), name_of(type), size_of(type)));
  }
  ArrayView view = *this;
  view.type_ = type;
  return view;
}

ArrayView ArrayView::transposed() const {
  const int last = shape_.size() - 1;
  if (last < 1) {
    throw Error(
        ErrorCode::invalid_argument,
        fmt::format("an array of shape {} has no two dimensions to exchange", to_string(shape_)));
  }
  ArrayView view = *this;
  std::swap(view.shape_[last], view.shape_[last - 1]);
  std::swap(view.strides_[last], view.strides_[last - 1]);
  return view;
}

std::int64_t ArrayView::size() const noexcept {
  std::int64_t size = 1;
  for (const std::int64_t extent : shape_) size *= extent;
  return size;
}

void ArrayView::move_inside(std::int64_t offset, std::size_t count) {
  if (size() == 0) return;
  const detail::Reach reach = detail::reach_of(shape_, strides_);
  const auto end = static_cast<std::int64_t>(count);
  if (offset < -reach.first || offset >= end - reach.last) {
    throw Error(ErrorCode::invalid_argument,
                fmt::format("an array of shape {} and strides {} from element {} on reaches from "
                            "element {} to {} of {}",
                            to_string(shape_), to_string(strides_), offset, offset + reach.first,
                            offset + reach.last, count));
  }
  data_ = static_cast<const std::byte*>(data_) + offset * static_cast<std::int64_t>(size_of(type_));
}

}  // namespace duet
