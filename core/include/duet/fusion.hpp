#pragma once

#include <complex>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>

#include <duet/data_type.hpp>
#include <duet/export.hpp>

DUET_API_BEGIN
namespace duet {

namespace detail {
class FusionGraph;
}

/// A value in a `Fusion`. Means nothing in another one.
class FusionValue {
 private:
  friend class Fusion;
  FusionValue(const detail::FusionGraph* graph, int node) noexcept : graph_(graph), node_(node) {}

  const detail::FusionGraph* graph_;
  int node_;
};

/// An expression of operations on arrays, element by element, that is to become one kernel. What is
/// built twice from the same values is one value and computed once; what no output needs is not
/// computed at all.
///
///     duet::Fusion fusion;
///     const auto x = fusion.input(duet::DataType::f32);
///     const auto y = fusion.input(duet::DataType::f32);
///     fusion.output(fusion.apply("Tanh", fusion.apply("Multiply", x, y)));
///     const duet::FusedKernel kernel(device, fusion);   // duet/fused_kernel.hpp
///
/// Operations are the function objects of namespace duet::ops in kernels (duet/device/ops/…), by
/// their names. Operands of one operation have one type: nothing is converted but by `cast`. (What
/// Select chooses by may have another one: all but 0 is true.) The result has it too, but for
/// comparisons and what else answers a question, which give booleans, and for Abs, Real and Imag of
/// complex numbers, which give real ones.
///
/// Thread-safety: none for one fusion; different ones may be used at the same time.
class Fusion {
 public:
  /// @param name  for error messages and profilers: letters, digits and _
  explicit Fusion(std::string name = "fusion");
  Fusion(Fusion&& other) noexcept;
  Fusion& operator=(Fusion&& other) noexcept;
  ~Fusion();

  /// The members below throw Error (invalid_argument) for values of another fusion.

  /// The elements of another array, which a launch is given; in the order of the calls.
  /// @throws Error (invalid_argument) for more than 64
  FusionValue input(DataType type);

  /// A number that is part of the kernel.
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
  /// The same for any type; floating ones round it.
  /// @throws Error (invalid_argument) if an integer type does not have the value, or a real one an
  ///         imaginary part
  FusionValue constant(DataType type, std::complex<double> value);

  /// @param operation  "Add", "Exp", "Select", …
  /// @throws Error (invalid_argument)  for a name that there is not, telling similar ones; a wrong
  ///         number of operands, or types that the operation does not take
  FusionValue apply(std::string_view operation, std::span<const FusionValue> operands);
  template <std::same_as<FusionValue>... Values>
  FusionValue apply(std::string_view operation, const Values&... operands) {
    const std::initializer_list<FusionValue> list{operands...};
    return apply(operation, std::span(list.begin(), list.size()));
  }

  /// The value converted as `duet::cast` does in kernels.
  FusionValue cast(FusionValue value, DataType type);

  /// Lets a launch write the value to an array; in the order of the calls. One value may go to
  /// several arrays.
  void output(FusionValue value);

  const std::string& name() const;
  DataType type_of(FusionValue value) const;
  std::size_t inputs() const;
  std::size_t outputs() const;

  /// For duet's own use. @throws Error (invalid_handle) if this was moved from
  const detail::FusionGraph& graph() const;

 private:
  FusionValue integer(DataType type, bool is_negative, std::uint64_t bits);
  detail::FusionGraph& mutable_graph();
  int node_of(FusionValue value) const;

  std::unique_ptr<detail::FusionGraph> graph_;
};

}  // namespace duet
DUET_API_END
