#pragma once

#include <complex>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>

#include <duet/data_type.hpp>
#include <duet/export.hpp>

DUET_API_BEGIN
namespace duet {

class FusionTerm;
class FusionValue;

namespace detail {
class FusionGraph;
FusionValue combine(const char* operation, const FusionTerm& a, const FusionTerm& b);
}  // namespace detail

/// A value of the expression that a Fusion builds. A cheap value; it is valid only with the fusion
/// that returned it, which must exist.
///
/// The operators of C++ apply the operation of the same meaning: `(x + y) / 2.0f < z`. A number on
/// one side is a constant of the other side's type. Division takes floating-point and complex
/// numbers; use "FloorDivide" for integers. All operators throw what `Fusion::apply` throws, and
/// invalid_argument for values of different fusions or for a number that the type cannot represent.
class FusionValue {
 public:
  friend FusionValue operator+(const FusionTerm& a, const FusionTerm& b) {
    return detail::combine("Add", a, b);
  }
  friend FusionValue operator-(const FusionTerm& a, const FusionTerm& b) {
    return detail::combine("Subtract", a, b);
  }
  friend FusionValue operator*(const FusionTerm& a, const FusionTerm& b) {
    return detail::combine("Multiply", a, b);
  }
  friend FusionValue operator/(const FusionTerm& a, const FusionTerm& b) {
    return detail::combine("Divide", a, b);
  }
  /// The remainder with the sign of the dividend, as in C++: "Fmod".
  friend FusionValue operator%(const FusionTerm& a, const FusionTerm& b) {
    return detail::combine("Fmod", a, b);
  }
  friend FusionValue operator&(const FusionTerm& a, const FusionTerm& b) {
    return detail::combine("BitwiseAnd", a, b);
  }
  friend FusionValue operator|(const FusionTerm& a, const FusionTerm& b) {
    return detail::combine("BitwiseOr", a, b);
  }
  friend FusionValue operator^(const FusionTerm& a, const FusionTerm& b) {
    return detail::combine("BitwiseXor", a, b);
  }
  friend FusionValue operator<<(const FusionTerm& a, const FusionTerm& b) {
    return detail::combine("LeftShift", a, b);
  }
  friend FusionValue operator>>(const FusionTerm& a, const FusionTerm& b) {
    return detail::combine("RightShift", a, b);
  }
  /// Both sides are computed, unlike for bool.
  friend FusionValue operator&&(const FusionTerm& a, const FusionTerm& b) {
    return detail::combine("LogicalAnd", a, b);
  }
  /// Both sides are computed, unlike for bool.
  friend FusionValue operator||(const FusionTerm& a, const FusionTerm& b) {
    return detail::combine("LogicalOr", a, b);
  }
  friend FusionValue operator==(const FusionTerm& a, const FusionTerm& b) {
    return detail::combine("Equal", a, b);
  }
  friend FusionValue operator!=(const FusionTerm& a, const FusionTerm& b) {
    return detail::combine("NotEqual", a, b);
  }
  friend FusionValue operator<(const FusionTerm& a, const FusionTerm& b) {
    return detail::combine("Less", a, b);
  }
  friend FusionValue operator<=(const FusionTerm& a, const FusionTerm& b) {
    return detail::combine("LessEqual", a, b);
  }
  friend FusionValue operator>(const FusionTerm& a, const FusionTerm& b) {
    return detail::combine("Greater", a, b);
  }
  friend FusionValue operator>=(const FusionTerm& a, const FusionTerm& b) {
    return detail::combine("GreaterEqual", a, b);
  }
  FusionValue operator+() const { return *this; }
  FusionValue operator-() const;  ///< "Negative"
  FusionValue operator~() const;  ///< "BitwiseNot"
  FusionValue operator!() const;  ///< "LogicalNot"

 private:
  friend class Fusion;
  friend FusionValue detail::combine(const char* operation, const FusionTerm& a,
                                     const FusionTerm& b);
  FusionValue(detail::FusionGraph* graph, int node) noexcept : graph_(graph), node_(node) {}

  detail::FusionGraph* graph_;
  int node_;
};

/// An operand of the operators of FusionValue: a value, or a number, which becomes a constant of
/// the other operand's type. Converted from both.
class FusionTerm {
 public:
  /// A value of a fusion.
  FusionTerm(FusionValue value) : value_(value) {}  // NOLINT(google-explicit-constructor)
  /// A number.
  template <detail::Element T>
  FusionTerm(T number)  // NOLINT(google-explicit-constructor)
      : number_(to_complex(number)) {
    if constexpr (std::is_integral_v<T>) {
      is_integer_ = true;
      is_negative_ = number < T{};
      bits_ = static_cast<std::uint64_t>(number);
    }
  }

 private:
  friend FusionValue detail::combine(const char* operation, const FusionTerm& a,
                                     const FusionTerm& b);
  template <typename T>
  static std::complex<double> to_complex(T number) {
    if constexpr (sizeof(T) == 2 && !std::is_integral_v<T>) {
      return static_cast<double>(static_cast<float>(number));
    } else if constexpr (std::is_integral_v<T>) {
      return static_cast<double>(number);
    } else {
      return std::complex<double>(number);
    }
  }

  std::optional<FusionValue> value_{};
  std::complex<double> number_{};
  bool is_integer_ = false;
  bool is_negative_ = false;
  std::uint64_t bits_ = 0;
};

/// An elementwise expression on arrays that becomes one kernel. Equal subexpressions are computed
/// once, and values that no output needs are not computed.
///
///     duet::Fusion fusion;
///     const auto x = fusion.input(duet::DataType::f32);
///     const auto y = fusion.input(duet::DataType::f32);
///     fusion.output(fusion.apply("tanh", x * y + 1.0f));
///     const duet::FusedKernel kernel(device, fusion);   // duet/fused_kernel.hpp
///
/// Operations are the function objects of namespace duet::ops (duet/device/ops/…), by name. All
/// operands of an operation have the same type; only `cast` converts. The condition of Select may
/// have any type: every value but 0 is true. The result has the operands' type, except that
/// comparisons and classifications give booleans, and that Abs, Real and Imag of complex numbers
/// give real numbers.
///
/// Ownership: move-only. Using a fusion that was moved from throws Error (invalid_handle); passing
/// a value of another fusion throws Error (invalid_argument). Thread-safety: none for one fusion;
/// different fusions may be used concurrently.
class Fusion {
 public:
  /// Starts an empty expression.
  /// @param name  for error messages and profilers: letters, digits and underscores
  /// @throws Error  invalid_argument for any other name
  explicit Fusion(std::string name = "fusion");
  Fusion(Fusion&& other) noexcept;
  Fusion& operator=(Fusion&& other) noexcept;
  ~Fusion();

  /// Adds an input: the elements of an array that each launch passes. Inputs are numbered in the
  /// order of the calls.
  /// @param type  the element type
  /// @returns the element
  /// @throws Error  invalid_argument for more than 64 inputs
  FusionValue input(DataType type);

  /// A constant, compiled into the kernel.
  /// @param value  of any type that has a DataType
  template <detail::Element T>
  FusionValue constant(T value) {
    if constexpr (sizeof(T) == 2 && !std::is_integral_v<T>) {
      return constant(data_type_of<T>(), static_cast<double>(static_cast<float>(value)));
    } else if constexpr (!std::is_integral_v<T>) {
      return constant(data_type_of<T>(), std::complex<double>(value));
    } else if constexpr (std::is_signed_v<T>) {
      return integer(data_type_of<T>(), value < 0, static_cast<std::uint64_t>(value));
    } else {
      return integer(data_type_of<T>(), false, value);
    }
  }
  /// A constant of any element type; floating-point types round the value.
  /// @param type   the type of the constant
  /// @param value  its value
  /// @throws Error  invalid_argument if an integer type cannot represent the value, or if the type
  /// is
  ///                real and the value is not
  FusionValue constant(DataType type, std::complex<double> value);

  /// Applies an operation.
  /// @param operation  its name in duet::ops: "Add", "LessEqual", "Select", …; case and underscores
  ///                   do not matter: "add", "less_equal"
  /// @param operands   as many as the operation takes, of one type
  /// @returns the result
  /// @throws Error  invalid_argument for an unknown name (the message lists similar ones), a wrong
  ///                number of operands or types that the operation does not take
  FusionValue apply(std::string_view operation, std::span<const FusionValue> operands);
  /// Applies an operation to values that are listed as arguments.
  template <std::same_as<FusionValue>... Values>
  FusionValue apply(std::string_view operation, const Values&... operands) {
    const std::initializer_list<FusionValue> list{operands...};
    return apply(operation, std::span(list.begin(), list.size()));
  }

  /// Converts a value as duet::cast does in kernels.
  FusionValue cast(FusionValue value, DataType type);

  /// Adds an output: each launch writes the value to an array. Outputs are numbered in the order of
  /// the calls. A value may have several outputs.
  void output(FusionValue value);

  /// The name of the fusion.
  const std::string& name() const;
  /// The type of a value.
  DataType type_of(FusionValue value) const;
  /// Number of inputs.
  std::size_t inputs() const;
  /// Number of outputs.
  std::size_t outputs() const;

  /// Internal: the expression.
  /// @throws Error  invalid_handle if this was moved from
  const detail::FusionGraph& graph() const;

 private:
  friend FusionValue detail::combine(const char* operation, const FusionTerm& a,
                                     const FusionTerm& b);
  FusionValue integer(DataType type, bool is_negative, std::uint64_t bits);
  detail::FusionGraph& mutable_graph();
  int node_of(FusionValue value) const;

  std::unique_ptr<detail::FusionGraph> graph_;
};

}  // namespace duet
DUET_API_END
