#include "call_arrays.hpp"

#include <fmt/format.h>

#include <cmath>
#include <limits>

#include <duet/error.hpp>

#include "array_overlap.hpp"

namespace duet::detail {

namespace {

[[noreturn]] void refuse(const std::string& why) {
  throw Error(ErrorCode::invalid_argument, "matrix product: " + why);
}

void check_memory(const NamedArray& array) {
  const ArrayView& view = *array.view;
  if (view.size() == 0) return;
  if (view.data() == nullptr) {
    refuse(fmt::format("{} of shape {} has no memory: its address is null", array.name,
                       to_string(view.shape())));
  }
  if (reinterpret_cast<std::uintptr_t>(view.data()) % size_of(view.type()) != 0) {
    refuse(fmt::format("{} at {} is not aligned to its elements of {} bytes", array.name,
                       view.data(), size_of(view.type())));
  }
}

void check_matrix(const NamedArray& array) {
  if (array.view->shape().size() < 2) {
    refuse(fmt::format("{} has the shape {}; a matrix has two dimensions, a batch of them more",
                       array.name, to_string(array.view->shape())));
  }
}

void check_type(const NamedArray& array, DataType type) {
  if (array.view->type() != type) {
    refuse(fmt::format("{} is an array of {}, not of {}", array.name, name_of(array.view->type()),
                       name_of(type)));
  }
}

/// The strides of an array, repeated along the dimensions that it lacks.
/// @param wanted  the shape that it is broadcast to
Dimensions broadcast(const NamedArray& array, const Dimensions& wanted) {
  const Dimensions& shape = array.view->shape();
  const int missing = wanted.size() - shape.size();
  Dimensions strides = wanted;
  bool fits = missing >= 0;
  for (int d = 0; d < wanted.size() && fits; ++d) {
    const int own = d - missing;
    const bool repeats = own < 0 || shape[own] == 1;
    fits = repeats || shape[own] == wanted[d];
    strides[d] = repeats ? 0 : array.view->strides()[own];
  }
  if (!fits) {
    refuse(fmt::format("{} of shape {} cannot be broadcast to {}", array.name, to_string(shape),
                       to_string(wanted)));
  }
  return strides;
}

/// The shape of an operand in a batch: that of d with other extents of the matrix.
Dimensions with_matrix(const Dimensions& shape, std::int64_t rows, std::int64_t columns) {
  Dimensions result = shape;
  result[shape.size() - 2] = rows;
  result[shape.size() - 1] = columns;
  return result;
}

void check_extents(const CallArrays& arrays) {
  const Dimensions &a = arrays.a.view->shape(), &b = arrays.b.view->shape(),
                   &d = arrays.d.view->shape();
  const auto rows = [](const Dimensions& shape) { return shape[shape.size() - 2]; };
  const auto columns = [](const Dimensions& shape) { return shape[shape.size() - 1]; };
  if (columns(a) != rows(b)) {
    refuse(fmt::format("a of shape {} has {} columns, but b of shape {} has {} rows", to_string(a),
                       columns(a), to_string(b), rows(b)));
  }
  if (rows(d) != rows(a) || columns(d) != columns(b)) {
    refuse(fmt::format("d has the shape {}, but the product of {} and {} is a matrix of {} x {}",
                       to_string(d), to_string(a), to_string(b), rows(a), columns(b)));
  }
  for (const std::int64_t extent : {rows(d), columns(d), columns(a)}) {
    if (extent > std::numeric_limits<std::int32_t>::max()) {
      refuse(
          fmt::format("a dimension of {} elements is too large: matrices have at most 2^31 - 1 "
                      "rows and columns",
                      extent));
    }
  }
}

/// Checks that d is written once, and that it shares no memory with what other threads read.
void check_overlaps(const CallArrays& arrays) {
  if (!arrays.d.view->is_writable()) refuse("d is read-only memory");
  const ArrayView& d = *arrays.d.view;
  for (int i = 0; i < d.shape().size(); ++i) {
    if (d.shape()[i] > 1 && d.strides()[i] == 0) {
      refuse(fmt::format("d of shape {} and strides {} repeats elements; it is written",
                         to_string(d.shape()), to_string(d.strides())));
    }
  }
  const auto check = [&](const NamedArray& array, bool may_be_d) {
    const bool is_d = array.view->data() == d.data() && array.strides == arrays.d.strides &&
                      array.view->type() == d.type();
    if ((may_be_d && is_d) || !have_common_bytes(*array.view, d)) return;
    if (are_side_by_side(*array.view, d)) return;
    refuse(fmt::format("d shares memory with {}", array.name));
  };
  check(arrays.a, false);
  check(arrays.b, false);
  if (arrays.c) check(*arrays.c, true);
  for (const NamedArray& input : arrays.inputs) check(input, true);
  if (arrays.group_ends) check(*arrays.group_ends, false);
}

void check_factors(const MatrixProductCall& call, DataType sum) {
  const bool is_whole =
      sum != DataType::i32 ||
      (call.alpha == std::trunc(call.alpha) && call.beta == std::trunc(call.beta) &&
       std::abs(call.alpha) < 0x1p31 && std::abs(call.beta) < 0x1p31);
  if (!is_whole) {
    refuse(
        fmt::format("alpha {} and beta {} are not whole numbers of 32 bits, which products of {} "
                    "take; scale in the epilogue",
                    call.alpha, call.beta, name_of(call.a.type())));
  }
}

/// Checks types and numbers of arrays against the epilogue.
void check_epilogue(const CallArrays& arrays, const FusionGraph* epilogue, DataType sum) {
  const std::size_t expected = epilogue == nullptr ? 0 : epilogue->inputs().size() - 1;
  if (arrays.inputs.size() != expected) {
    refuse(fmt::format("expected {} inputs of the epilogue besides the sum, got {}", expected,
                       arrays.inputs.size()));
  }
  if (epilogue == nullptr) return;
  if (epilogue->input_type(0) != sum) {
    refuse(fmt::format("the epilogue's input 0 is {}, but sums of products of {} are {}",
                       name_of(epilogue->input_type(0)), name_of(arrays.a.view->type()),
                       name_of(sum)));
  }
  check_type(arrays.d, epilogue->output_type(0));
  for (std::size_t i = 0; i < expected; ++i) {
    check_type(arrays.inputs[i], epilogue->input_type(i + 1));
  }
}

void check_groups(const CallArrays& arrays) {
  const NamedArray& ends = *arrays.group_ends;
  check_type(ends, DataType::i32);
  const Dimensions& shape = ends.view->shape();
  if (shape.size() != 1 || (shape[0] > 1 && ends.view->strides()[0] != 1)) {
    refuse(
        fmt::format("group_ends has the shape {} and the strides {}; it is a dense array of one "
                    "dimension",
                    to_string(shape), to_string(ends.view->strides())));
  }
  check_memory(ends);
  if (arrays.d.view->shape().size() != 2) {
    refuse(fmt::format("d has the shape {}; groups are rows of one matrix",
                       to_string(arrays.d.view->shape())));
  }
}

}  // namespace

DataType sum_type(DataType operand, OperandFormat format) {
  if (format != OperandFormat::of_array) {
    const DataType stored = format == OperandFormat::tf32 ? DataType::f32 : DataType::u8;
    if (operand != stored) {
      refuse(fmt::format("a is an array of {}; operands of the format {} are arrays of {}",
                         name_of(operand), name_of(format), name_of(stored)));
    }
    return DataType::f32;
  }
  switch (operand) {
    case DataType::f16:
    case DataType::bf16:
    case DataType::f32: return DataType::f32;
    case DataType::f64: return DataType::f64;
    case DataType::i8:
    case DataType::u8: return DataType::i32;
    default: break;
  }
  refuse(fmt::format("a is an array of {}; products take f16, bf16, f32, f64, i8 and u8",
                     name_of(operand)));
}

CallArrays checked_arrays(const MatrixProductCall& call, const FusionGraph* epilogue,
                          OperandFormat format) {
  CallArrays arrays{{"a", &call.a}, {"b", &call.b}, {"d", &call.d}};
  if (call.beta != 0) arrays.c = NamedArray{"c", call.c ? &*call.c : &call.d};
  for (std::size_t i = 0; i < call.inputs.size(); ++i) {
    arrays.inputs.push_back({fmt::format("input {}", i + 1), &call.inputs[i]});
  }
  if (call.group_ends) arrays.group_ends = NamedArray{"group_ends", &*call.group_ends};
  for (const NamedArray* array : {&arrays.a, &arrays.b, &arrays.d}) check_matrix(*array);
  check_type(arrays.b, call.a.type());
  if (arrays.c) check_type(*arrays.c, call.d.type());
  const DataType sum = sum_type(call.a.type(), format);
  check_factors(call, sum);
  check_epilogue(arrays, epilogue, sum);
  check_extents(arrays);
  arrays.shape = call.d.shape();
  if (arrays.group_ends) {
    check_groups(arrays);
    arrays.shape = {call.group_ends->size(), call.d.shape()[0], call.d.shape()[1]};
  }
  const Dimensions& shape = arrays.shape;
  const auto depth = call.a.shape()[call.a.shape().size() - 1];
  arrays.for_each([&](NamedArray& array) {
    check_memory(array);
    const Dimensions wanted =
        array.view == &call.a   ? with_matrix(shape, shape[shape.size() - 2], depth)
        : array.view == &call.b ? with_matrix(shape, depth, shape[shape.size() - 1])
                                : shape;
    array.strides = broadcast(array, wanted);
  });
  check_overlaps(arrays);
  return arrays;
}

}  // namespace duet::detail
