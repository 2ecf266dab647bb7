#include "function_table.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace expression {
namespace {

using Unary = double (*)(double);
using Binary = double (*)(double, double);

constexpr Function unary(std::string_view name, std::string_view device, Unary host) {
  return {name, 1, device, host, nullptr};
}
constexpr Function binary(std::string_view name, std::string_view device, Binary host) {
  return {name, 2, device, nullptr, host};
}

const std::array table{
    unary("sqrt", "sqrt", std::sqrt), unary("exp", "exp", std::exp),
    unary("log", "log", std::log),    unary("sin", "sin", std::sin),
    unary("cos", "cos", std::cos),    unary("tan", "tan", std::tan),
    unary("asin", "asin", std::asin), unary("acos", "acos", std::acos),
    unary("atan", "atan", std::atan), unary("sinh", "sinh", std::sinh),
    unary("cosh", "cosh", std::cosh), unary("tanh", "tanh", std::tanh),
    unary("abs", "fabs", std::fabs),  unary("floor", "floor", std::floor),
    unary("ceil", "ceil", std::ceil), binary("atan2", "atan2", std::atan2),
    binary("pow", "pow", std::pow),   binary("min", "fmin", std::fmin),
    binary("max", "fmax", std::fmax),
};

}  // namespace

std::span<const Function> function_table() noexcept { return table; }

const Function* find_function(std::string_view name) noexcept {
  const auto found = std::find_if(table.begin(), table.end(),
                                  [name](const Function& f) { return f.name == name; });
  return found == table.end() ? nullptr : &*found;
}

}  // namespace expression
