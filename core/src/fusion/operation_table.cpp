#include "operation_table.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <numeric>
#include <vector>

#include <duet/error.hpp>

namespace duet::detail {

namespace {

using Domain = FusionOperation::Domain;
using Result = FusionOperation::Result;

constexpr auto floating = Domain::floating;
constexpr auto ordered = Domain::ordered;

/// Sorted by arity and kind; the order does not matter.
constexpr FusionOperation operations[] = {
    {"Identity", 1, Domain::any, Result::same},
    {"Abs", 1, Domain::numbers, Result::part},
    {"Negative", 1, Domain::numbers, Result::same},
    {"Sign", 1, Domain::numbers, Result::same},
    {"Square", 1, Domain::numbers, Result::same},
    {"Sqrt", 1, floating, Result::same},
    {"Rsqrt", 1, floating, Result::same},
    {"Cbrt", 1, floating, Result::same},
    {"Reciprocal", 1, floating, Result::same},
    {"Exp", 1, floating, Result::same},
    {"Exp2", 1, floating, Result::same},
    {"Exp10", 1, floating, Result::same},
    {"Expm1", 1, floating, Result::same},
    {"Log", 1, floating, Result::same},
    {"Log2", 1, floating, Result::same},
    {"Log10", 1, floating, Result::same},
    {"Log1p", 1, floating, Result::same},
    {"Sin", 1, floating, Result::same},
    {"Cos", 1, floating, Result::same},
    {"Tan", 1, floating, Result::same},
    {"Asin", 1, floating, Result::same},
    {"Acos", 1, floating, Result::same},
    {"Atan", 1, floating, Result::same},
    {"Sinh", 1, floating, Result::same},
    {"Cosh", 1, floating, Result::same},
    {"Tanh", 1, floating, Result::same},
    {"Asinh", 1, floating, Result::same},
    {"Acosh", 1, floating, Result::same},
    {"Atanh", 1, floating, Result::same},
    {"Erf", 1, floating, Result::same},
    {"Erfc", 1, floating, Result::same},
    {"Erfinv", 1, floating, Result::same},
    {"Lgamma", 1, floating, Result::same},
    {"Tgamma", 1, floating, Result::same},
    {"Digamma", 1, floating, Result::same},
    {"Sigmoid", 1, floating, Result::same},
    {"Floor", 1, ordered, Result::same},
    {"Ceil", 1, ordered, Result::same},
    {"Round", 1, ordered, Result::same},
    {"Rint", 1, ordered, Result::same},
    {"Trunc", 1, ordered, Result::same},
    {"IsNan", 1, Domain::any, Result::answer},
    {"IsInf", 1, Domain::any, Result::answer},
    {"IsFinite", 1, Domain::any, Result::answer},
    {"LogicalNot", 1, Domain::any, Result::answer},
    {"BitwiseNot", 1, Domain::integers, Result::same},
    {"Conjugate", 1, Domain::complex, Result::same},
    {"Real", 1, Domain::complex, Result::part},
    {"Imag", 1, Domain::complex, Result::part},
    {"Add", 2, Domain::numbers, Result::same},
    {"Subtract", 2, Domain::numbers, Result::same},
    {"Multiply", 2, Domain::numbers, Result::same},
    {"Divide", 2, Domain::numbers, Result::same},
    {"FloorDivide", 2, ordered, Result::same},
    {"Remainder", 2, ordered, Result::same},
    {"Fmod", 2, ordered, Result::same},
    {"Power", 2, Domain::numbers, Result::same},
    {"Minimum", 2, ordered, Result::same},
    {"Maximum", 2, ordered, Result::same},
    {"FMin", 2, ordered, Result::same},
    {"FMax", 2, ordered, Result::same},
    {"LogAddExp", 2, floating, Result::same},
    {"Atan2", 2, floating, Result::same},
    {"Hypot", 2, floating, Result::same},
    {"CopySign", 2, floating, Result::same},
    {"NextAfter", 2, floating, Result::same},
    {"Equal", 2, Domain::any, Result::answer},
    {"NotEqual", 2, Domain::any, Result::answer},
    {"NaNEqual", 2, Domain::any, Result::answer},
    {"Less", 2, ordered, Result::answer},
    {"LessEqual", 2, ordered, Result::answer},
    {"Greater", 2, ordered, Result::answer},
    {"GreaterEqual", 2, ordered, Result::answer},
    {"LogicalAnd", 2, Domain::any, Result::answer},
    {"LogicalOr", 2, Domain::any, Result::answer},
    {"LogicalXor", 2, Domain::any, Result::answer},
    {"BitwiseAnd", 2, Domain::integers, Result::same},
    {"BitwiseOr", 2, Domain::integers, Result::same},
    {"BitwiseXor", 2, Domain::integers, Result::same},
    {"LeftShift", 2, Domain::integers, Result::same},
    {"RightShift", 2, Domain::integers, Result::same},
    {"Select", 3, Domain::any, Result::same},
    {"Clamp", 3, ordered, Result::same},
    {"FusedMultiplyAdd", 3, floating, Result::same},
    {"Lerp", 3, floating, Result::same},
};

std::string lower(std::string_view text) {
  std::string result(text);
  for (char& c : result) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return result;
}

/// How many letters must be inserted, removed or replaced (Levenshtein).
std::size_t edits(std::string_view from, std::string_view to) {
  std::vector<std::size_t> row(to.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < from.size(); ++i) {
    std::size_t diagonal = row[0]++;
    for (std::size_t j = 0; j < to.size(); ++j) {
      const std::size_t replaced = diagonal + (from[i] == to[j] ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({replaced, row[j] + 1, diagonal + 1});
    }
  }
  return row.back();
}

/// The names that differ least, if they differ little; else all.
std::vector<std::string_view> similar_names(std::string_view name) {
  const std::string wanted = lower(name);
  std::vector<std::string_view> found;
  std::vector<std::string_view> all;
  std::size_t least = std::max<std::size_t>(1, wanted.size() / 3);
  for (const FusionOperation& operation : operations) {
    const std::string known = lower(operation.name);
    const bool is_part = wanted.size() >= 3 && (known.find(wanted) != std::string::npos ||
                                                wanted.find(known) != std::string::npos);
    const std::size_t distance = is_part ? 1 : edits(wanted, known);
    if (distance < least) found.clear();
    if (distance <= least) found.push_back(operation.name);
    least = std::min(least, distance);
    all.push_back(operation.name);
  }
  return found.empty() ? all : found;
}

bool is_complex(DataType type) noexcept { return type == DataType::c64 || type == DataType::c128; }
bool is_floating(DataType type) noexcept { return type >= DataType::f16; }

}  // namespace

const FusionOperation& find_operation(std::string_view name) {
  const auto* const found = std::ranges::find(operations, name, &FusionOperation::name);
  if (found == std::end(operations)) {
    throw Error(ErrorCode::invalid_argument,
                fmt::format("there is no operation '{}'; is it one of {}?", name,
                            fmt::join(similar_names(name), ", ")));
  }
  return *found;
}

bool takes(const FusionOperation& operation, DataType type) noexcept {
  switch (operation.domain) {
    case Domain::any: return true;
    case Domain::numbers: return type != DataType::boolean;
    case Domain::ordered: return type != DataType::boolean && !is_complex(type);
    case Domain::floating: return is_floating(type);
    case Domain::integers: return !is_floating(type);
    case Domain::complex: return is_complex(type);
  }
  return false;
}

const char* describe(Domain domain) noexcept {
  switch (domain) {
    case Domain::any: return "any type";
    case Domain::numbers: return "numbers";
    case Domain::ordered: return "real numbers";
    case Domain::floating: return "floating-point numbers";
    case Domain::integers: return "integers and booleans";
    case Domain::complex: return "complex numbers";
  }
  return "";
}

DataType result_type(const FusionOperation& operation, DataType operand) noexcept {
  if (operation.result == Result::answer) return DataType::boolean;
  if (operation.result == Result::part) {
    if (operand == DataType::c64) return DataType::f32;
    if (operand == DataType::c128) return DataType::f64;
  }
  return operand;
}

}  // namespace duet::detail
