#include "operation_table.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <string>
#include <vector>

#include <duet/error.hpp>

#include "base/similar_names.hpp"

namespace duet::detail {

namespace {

using Result = FusionOperation::Result;

constexpr unsigned any = booleans | integers | reals | complexes;
constexpr unsigned numbers = any & ~booleans;
constexpr unsigned ordered = any & ~complexes;

/// Sorted by kinds of operands for reading only. The device headers describe each operation.
constexpr FusionOperation operations[] = {
    {"Identity", 1, any, Result::same},
    {"Sign", 1, any, Result::same},
    {"Square", 1, any, Result::same},
    {"LogicalNot", 1, any, Result::boolean},
    {"IsNan", 1, any, Result::boolean},
    {"IsInf", 1, any, Result::boolean},
    {"IsFinite", 1, any, Result::boolean},
    {"Conjugate", 1, any, Result::same},
    {"Abs", 1, any, Result::component},
    {"Real", 1, any, Result::component},
    {"Imag", 1, any, Result::component},
    {"Negative", 1, numbers, Result::same},
    {"Sqrt", 1, reals | complexes, Result::same},
    {"Reciprocal", 1, reals | complexes, Result::same},
    {"Exp", 1, reals | complexes, Result::same},
    {"Log", 1, reals | complexes, Result::same},
    {"Sin", 1, reals | complexes, Result::same},
    {"Cos", 1, reals | complexes, Result::same},
    {"Tan", 1, reals | complexes, Result::same},
    {"Sinh", 1, reals | complexes, Result::same},
    {"Cosh", 1, reals | complexes, Result::same},
    {"Tanh", 1, reals | complexes, Result::same},
    {"Rsqrt", 1, reals, Result::same},
    {"Cbrt", 1, reals, Result::same},
    {"Exp2", 1, reals, Result::same},
    {"Exp10", 1, reals, Result::same},
    {"Expm1", 1, reals, Result::same},
    {"Log2", 1, reals, Result::same},
    {"Log10", 1, reals, Result::same},
    {"Log1p", 1, reals, Result::same},
    {"Asin", 1, reals, Result::same},
    {"Acos", 1, reals, Result::same},
    {"Atan", 1, reals, Result::same},
    {"Asinh", 1, reals, Result::same},
    {"Acosh", 1, reals, Result::same},
    {"Atanh", 1, reals, Result::same},
    {"Erf", 1, reals, Result::same},
    {"Erfc", 1, reals, Result::same},
    {"Erfinv", 1, reals, Result::same},
    {"Lgamma", 1, reals, Result::same},
    {"Tgamma", 1, reals, Result::same},
    {"Digamma", 1, reals, Result::same},
    {"Sigmoid", 1, reals, Result::same},
    {"Floor", 1, ordered, Result::same},
    {"Ceil", 1, ordered, Result::same},
    {"Round", 1, ordered, Result::same},
    {"Rint", 1, ordered, Result::same},
    {"Trunc", 1, ordered, Result::same},
    {"BitwiseNot", 1, booleans | integers, Result::same},
    {"Add", 2, any, Result::same},
    {"Multiply", 2, any, Result::same},
    {"Power", 2, any, Result::same},
    {"Equal", 2, any, Result::boolean},
    {"NotEqual", 2, any, Result::boolean},
    {"NaNEqual", 2, any, Result::boolean},
    {"LogicalAnd", 2, any, Result::boolean},
    {"LogicalOr", 2, any, Result::boolean},
    {"LogicalXor", 2, any, Result::boolean},
    {"Subtract", 2, numbers, Result::same},
    {"Divide", 2, reals | complexes, Result::same},
    {"FloorDivide", 2, integers | reals, Result::same},
    {"Remainder", 2, integers | reals, Result::same},
    {"Fmod", 2, integers | reals, Result::same},
    {"LogAddExp", 2, reals, Result::same},
    {"Atan2", 2, reals, Result::same},
    {"Hypot", 2, reals, Result::same},
    {"CopySign", 2, reals, Result::same},
    {"NextAfter", 2, reals, Result::same},
    {"Minimum", 2, ordered, Result::same},
    {"Maximum", 2, ordered, Result::same},
    {"FMin", 2, ordered, Result::same},
    {"FMax", 2, ordered, Result::same},
    {"Less", 2, ordered, Result::boolean},
    {"LessEqual", 2, ordered, Result::boolean},
    {"Greater", 2, ordered, Result::boolean},
    {"GreaterEqual", 2, ordered, Result::boolean},
    {"BitwiseAnd", 2, booleans | integers, Result::same},
    {"BitwiseOr", 2, booleans | integers, Result::same},
    {"BitwiseXor", 2, booleans | integers, Result::same},
    {"LeftShift", 2, integers, Result::same},
    {"RightShift", 2, integers, Result::same},
    {"Select", 3, any, Result::same},
    {"Clamp", 3, ordered, Result::same},
    {"FusedMultiplyAdd", 3, numbers, Result::same},
    {"Lerp", 3, reals, Result::same},
};

/// Returns the letters and digits in lower case: "less_equal" and "LessEqual" are the same.
std::string lower(std::string_view text) {
  std::string result;
  for (const char c : text) {
    if (c != '_') result += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  }
  return result;
}

/// Returns the most similar names, or all names if none is similar.
std::vector<std::string_view> names_to_offer(std::string_view name) {
  std::vector<std::string_view> all;
  for (const FusionOperation& operation : operations) all.emplace_back(operation.name);
  std::vector<std::string_view> similar = similar_names(name, all);
  return similar.empty() ? all : similar;
}

ElementKind kind_of(DataType type) noexcept {
  if (type == DataType::boolean) return booleans;
  if (type < DataType::f16) return integers;
  return type < DataType::c64 ? reals : complexes;
}

}  // namespace

const FusionOperation& find_operation(std::string_view name) {
  const auto* found = std::ranges::find(operations, name, &FusionOperation::name);
  if (found == std::end(operations)) {
    found = std::ranges::find(operations, lower(name), [](const FusionOperation& operation) {
      return lower(operation.name);
    });
  }
  if (found == std::end(operations)) {
    throw Error(ErrorCode::invalid_argument,
                fmt::format("there is no operation '{}'; is it one of {}?", name,
                            fmt::join(names_to_offer(name), ", ")));
  }
  return *found;
}

bool accepts_type(const FusionOperation& operation, DataType type) noexcept {
  return (operation.kinds & kind_of(type)) != 0;
}

std::string describe(unsigned kinds) {
  std::vector<const char*> names;
  if ((kinds & booleans) != 0) names.push_back("booleans");
  if ((kinds & integers) != 0) names.push_back("integers");
  if ((kinds & reals) != 0) names.push_back("floating-point numbers");
  if ((kinds & complexes) != 0) names.push_back("complex numbers");
  return fmt::format("{}", fmt::join(names, " and "));
}

DataType result_type(const FusionOperation& operation, DataType operand) noexcept {
  if (operation.result == Result::boolean) return DataType::boolean;
  if (operation.result == Result::component) {
    if (operand == DataType::c64) return DataType::f32;
    if (operand == DataType::c128) return DataType::f64;
  }
  return operand;
}

}  // namespace duet::detail
