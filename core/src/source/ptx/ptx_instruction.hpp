#pragma once

#include <algorithm>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace duet {

using PtxParts = std::vector<std::string>;

std::string_view without_blanks(std::string_view text);

/// Splits at a character outside brackets.
PtxParts ptx_split(std::string_view text, char separator);

/// The C++ type of a PTX type; empty if it has none.
std::string_view ptx_cpp_type(std::string_view type);

/// An instruction: "ld.global.nc.v2.f32 {%0, %1}, [%2+8]".
struct PtxInstruction {
  std::string_view line{};  ///< for messages
  std::string guard{};      ///< the predicate, "p" or "!p"
  std::string name{};       ///< "ld"
  PtxParts suffixes{};      ///< all: "global", "nc", "v2", "f32"
  PtxParts modifiers{};     ///< those that are no types: "global", "nc", "v2"
  std::string type{};       ///< C++ type of the last type suffix
  std::string
      source_type{};  ///< of the one before it in a conversion: the last; `type` is then the first
  PtxParts operands{};

  bool has(std::string_view modifier) const {
    return std::ranges::find(modifiers, modifier) != modifiers.end();
  }
  bool has_any(std::initializer_list<std::string_view> list) const {
    return std::ranges::any_of(list, [this](std::string_view m) { return has(m); });
  }
};

/// The C++ name of a register.
std::string register_name(std::string_view name);

/// The C++ name or value of an operand: %0, a register, a number.
std::string ptx_operand(std::string_view text);

/// An operand as a value of a type.
std::string ptx_value(std::string_view text, std::string_view type);

/// The arguments of a function: operands from number `first` on.
std::string ptx_values(const PtxInstruction& i, std::size_t first);

/// The statement that assigns an expression to an operand.
std::string ptx_assignment(std::string_view to, const std::string& what);

/// "[%1+8]" as an address. @param i  the instruction, whose state space tells 32-bit addresses
std::string ptx_address(std::string_view text, const PtxInstruction& i);

/// The elements of a vector "{%0, %1}", or the operand alone.
PtxParts ptx_elements(std::string_view text);

// The statements that do what an instruction does; nothing if it is not one of theirs.
std::optional<std::string> ptx_memory_code(const PtxInstruction& i);
std::optional<std::string> ptx_thread_code(const PtxInstruction& i);
std::optional<std::string> ptx_matrix_code(const PtxInstruction& i);
std::optional<std::string> ptx_comparison_code(const PtxInstruction& i);
std::optional<std::string> ptx_video_code(const PtxInstruction& i);
std::optional<std::string> ptx_arithmetic_code(const PtxInstruction& i);

}  // namespace duet
