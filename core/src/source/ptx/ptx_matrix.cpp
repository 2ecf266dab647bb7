#include <array>

#include <fmt/format.h>

#include "ptx_instruction.hpp"

namespace duet {

namespace {

/// Products of matrices with elements of a type, whose sums have 8 columns.
struct ProductForm {
  std::string_view type;     ///< of elements, by PTX's name
  std::size_t word;          ///< elements in a register
  std::size_t wide_depths;   ///< bits: the depths that products of 16 rows have, in registers
  bool has_narrow;           ///< whether there is one of 8 rows, with one register of depth
  std::string_view sums[2];  ///< types of sums
};
/// The depth of a register: the 4 lanes that hold a row have one each.
constexpr std::size_t lanes_of_row = 4;

constexpr std::array<ProductForm, 8> product_forms{{{"f16", 2, 0b0110, false, {"f32", "f16"}},
                                                    {"bf16", 2, 0b0110, false, {"f32"}},
                                                    {"tf32", 1, 0b0110, false, {"f32"}},
                                                    {"f64", 1, 0b10110, true, {"f64"}},
                                                    {"s8", 4, 0b0110, true, {"s32"}},
                                                    {"u8", 4, 0b0110, true, {"s32"}},
                                                    {"s4", 8, 0b0110, true, {"s32"}},
                                                    {"u4", 8, 0b0110, true, {"s32"}}}};

const ProductForm* product_form(std::string_view type) {
  const auto* const found = std::ranges::find(product_forms, type, &ProductForm::type);
  return found == product_forms.end() ? nullptr : found;
}
bool has_sum(const ProductForm& form, std::string_view type) {
  return !type.empty() && (type == form.sums[0] || type == form.sums[1]);
}

std::string element_name(std::string_view type) {
  return fmt::format("duet::ptx::element::{}", type);
}
/// Registers with elements of a type as a list in braces.
std::string listed_words(const PtxParts& registers, std::string_view type) {
  std::string text;
  for (const std::string& one : registers) {
    text += (text.empty() ? "" : ", ") + ptx_value(one, element_name(type) + "::Word");
  }
  return fmt::format("{{{{{}}}}}", text);
}
/// Assigns the words of `duet_words` to registers.
std::string stored_words(const PtxParts& registers) {
  std::string text;
  for (std::size_t n = 0; n < registers.size(); ++n) {
    text += ptx_assignment(registers[n], fmt::format("duet_words.words[{}]", n));
  }
  return text;
}

/// "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 d, a, b, c"
std::optional<std::string> matrix_product(const PtxInstruction& i) {
  if (i.operands.size() != 4 || i.suffixes.size() < 9 || !i.has("sync") || !i.has("col") ||
      std::ranges::count(i.suffixes, "row") != 1)
    return std::nullopt;
  const std::size_t last = i.suffixes.size() - 1;
  const std::string& sum = i.suffixes[last];
  const std::string& left = i.suffixes[last - 2];
  const std::string& right = i.suffixes[last - 1];
  const ProductForm* const form = product_form(left);
  const ProductForm* const other = product_form(right);
  if (form == nullptr || other == nullptr || form->word != other->word || !has_sum(*form, sum) ||
      sum != i.suffixes[last - 3] || (sum != "s32" && left != right))
    return std::nullopt;

  std::array<PtxParts, 4> registers;
  std::ranges::transform(i.operands, registers.begin(), ptx_elements);
  const auto& [d, a, b, c] = registers;
  const std::size_t words = b.size();
  for (const std::size_t rows : {8U, 16U}) {
    if (!i.has(fmt::format("m{}n8k{}", rows, words * form->word * lanes_of_row))) continue;
    const bool is_known =
        rows == 8 ? form->has_narrow && words == 1 : words < 5 && (form->wide_depths >> words & 1);
    const std::size_t sums = rows / lanes_of_row / (sum == "f16" ? 2 : 1);
    if (!is_known || d.size() != sums || a.size() != words * rows / 8 || c.size() != sums)
      return std::nullopt;
    return fmt::format(
        "{{ const auto duet_words = duet::ptx::matrix_product<{}, {}, {}, {}, {}, {}>({}, {}, {}); "
        "{}}} ",
        rows, words, element_name(left), element_name(right), element_name(sum), i.has("satfinite"),
        listed_words(a, left), listed_words(b, right), listed_words(c, sum), stored_words(d));
  }
  return std::nullopt;
}

/// Loads and stores of matrices of 8 x 8 elements of 16 bits in shared memory.
std::optional<std::string> matrix_transfer(const PtxInstruction& i) {
  const bool is_load = i.name == "ldmatrix";
  if (i.operands.size() != 2 || !i.has("m8n8") || i.suffixes.back() != "b16") return std::nullopt;
  const PtxParts registers = ptx_elements(i.operands[is_load ? 0 : 1]);
  const std::string address = ptx_address(i.operands[is_load ? 1 : 0], i);
  const std::size_t count = registers.size();
  if (address.empty() || (count != 1 && count != 2 && count != 4) ||
      !i.has(fmt::format("x{}", count)))
    return std::nullopt;
  if (!is_load) {
    return fmt::format("duet::ptx::matrix_store<{}, {}>({}, {}); ", count, i.has("trans"), address,
                       listed_words(registers, "f16"));
  }
  return fmt::format("{{ const auto duet_words = duet::ptx::matrix_load<{}, {}>({}); {}}} ", count,
                     i.has("trans"), address, stored_words(registers));
}

}  // namespace

std::optional<std::string> ptx_matrix_code(const PtxInstruction& i) {
  if (i.name == "mma") return matrix_product(i);
  if (i.name == "ldmatrix" || i.name == "stmatrix") return matrix_transfer(i);
  if (i.name == "movmatrix" && i.operands.size() == 2 && i.has("m8n8") && i.has("trans")) {
    return ptx_assignment(i.operands[0], fmt::format("duet::ptx::matrix_transposed({})",
                                                     ptx_value(i.operands[1], "unsigned")));
  }
  if (i.name == "cvt" && i.operands.size() == 2 && i.has("tf32") && i.has("rna")) {
    return ptx_assignment(i.operands[0], fmt::format("duet::ptx::matrix_tf32({})",
                                                     ptx_value(i.operands[1], "float")));
  }
  return std::nullopt;
}

}  // namespace duet
