#include "matrix/shape.hpp"

#include <cstdlib>
#include <string_view>
#include <utility>

#include "base/fault.hpp"

namespace amd_emulator {
namespace {

struct NamedType {
  std::string_view name;
  NumberType type;
};

/// Longer names come before their beginnings.
constexpr NamedType types[] = {
    {"xf32", NumberType::xf32}, {"bf16", NumberType::bf16}, {"f64", NumberType::f64},
    {"f32", NumberType::f32},   {"f16", NumberType::f16},   {"fp8", NumberType::fp8},
    {"bf8", NumberType::bf8},   {"i32", NumberType::int32}, {"iu8", NumberType::uint8},
    {"iu4", NumberType::uint4}, {"i8", NumberType::int8},
};

/// Takes the parts of a name one after the other.
class NameReader {
 public:
  explicit NameReader(const std::string& name) : name_(name), rest_(name_) {}

  bool take(std::string_view text) {
    if (!rest_.starts_with(text)) return false;
    rest_.remove_prefix(text.size());
    return true;
  }
  unsigned number() {
    unsigned value = 0;
    while (!rest_.empty() && rest_.front() >= '0' && rest_.front() <= '9') {
      value = value * 10 + static_cast<unsigned>(rest_.front() - '0');
      rest_.remove_prefix(1);
    }
    if (value == 0) fail();
    return value;
  }
  NamedType type() {
    for (const NamedType& one : types)
      if (take(one.name)) return one;
    fail();
  }
  /// "_16b", the number of blocks, which follows from the registers, too.
  void skip_blocks() {
    for (const char* blocks : {"_2b", "_4b", "_16b"})
      if (take(blocks)) return;
  }
  bool at_end() const { return rest_.empty(); }
  [[noreturn]] void fail() const {
    throw Fault("the matrix instruction '" + name_ + "' is not known");
  }

 private:
  std::string name_;
  std::string_view rest_;
};

std::vector<std::string> all_with(const std::string& prefix,
                                  std::initializer_list<const char*> endings) {
  std::vector<std::string> names;
  for (const char* ending : endings) names.push_back(prefix + ending);
  return names;
}

void append(std::vector<std::string>& to, std::vector<std::string> more) {
  to.insert(to.end(), more.begin(), more.end());
}

/// Adds a name for each pair of formats of 8 bits.
void append_pairs(std::vector<std::string>& to, const std::string& prefix) {
  append(to, all_with(prefix, {"fp8_fp8", "fp8_bf8", "bf8_fp8", "bf8_bf8"}));
}

std::vector<std::string> make_gfx9_names() {
  // gfx908 and gfx90a.
  auto names = all_with(
      "v_mfma_",
      {"f32_32x32x1f32",      "f32_16x16x1f32",     "f32_4x4x1f32",     "f32_32x32x2f32",
       "f32_16x16x4f32",      "f32_32x32x4f16",     "f32_16x16x4f16",   "f32_4x4x4f16",
       "f32_32x32x8f16",      "f32_16x16x16f16",    "i32_32x32x4i8",    "i32_16x16x4i8",
       "i32_4x4x4i8",         "i32_32x32x8i8",      "i32_16x16x16i8",   "f32_32x32x2bf16",
       "f32_16x16x2bf16",     "f32_4x4x2bf16",      "f32_32x32x4bf16",  "f32_16x16x8bf16",
       "f32_32x32x4bf16_1k",  "f32_16x16x4bf16_1k", "f32_4x4x4bf16_1k", "f32_32x32x8bf16_1k",
       "f32_16x16x16bf16_1k", "f64_16x16x4f64",     "f64_4x4x4f64"});
  // gfx942.
  append(names,
         all_with("v_mfma_", {"f32_32x32x1_2b_f32",  "f32_16x16x1_4b_f32",  "f32_4x4x1_16b_f32",
                              "f32_32x32x2_f32",     "f32_16x16x4_f32",     "f32_32x32x4_2b_f16",
                              "f32_16x16x4_4b_f16",  "f32_4x4x4_16b_f16",   "f32_32x32x8_f16",
                              "f32_16x16x16_f16",    "i32_32x32x4_2b_i8",   "i32_16x16x4_4b_i8",
                              "i32_4x4x4_16b_i8",    "i32_32x32x16_i8",     "i32_16x16x32_i8",
                              "f32_32x32x4_2b_bf16", "f32_16x16x4_4b_bf16", "f32_4x4x4_16b_bf16",
                              "f32_32x32x8_bf16",    "f32_16x16x16_bf16",   "f64_16x16x4_f64",
                              "f64_4x4x4_4b_f64",    "f32_16x16x8_xf32",    "f32_32x32x4_xf32"}));
  append_pairs(names, "v_mfma_f32_16x16x32_");
  append_pairs(names, "v_mfma_f32_32x32x16_");
  append(names, all_with("v_smfmac_", {"f32_16x16x32_f16", "f32_32x32x16_f16", "f32_16x16x32_bf16",
                                       "f32_32x32x16_bf16", "i32_16x16x64_i8", "i32_32x32x32_i8"}));
  append_pairs(names, "v_smfmac_f32_16x16x64_");
  append_pairs(names, "v_smfmac_f32_32x32x32_");
  return names;
}

std::vector<std::string> make_gfx11_names() {
  auto names = all_with(
      "v_wmma_", {"f32_16x16x16_f16", "f32_16x16x16_bf16", "f16_16x16x16_f16", "bf16_16x16x16_bf16",
                  "i32_16x16x16_iu8", "i32_16x16x16_iu4", "i32_16x16x32_iu4"});
  append_pairs(names, "v_wmma_f32_16x16x16_");
  append(names, all_with("v_swmmac_", {"f32_16x16x32_f16", "f32_16x16x32_bf16", "f16_16x16x32_f16",
                                       "bf16_16x16x32_bf16", "i32_16x16x32_iu8", "i32_16x16x32_iu4",
                                       "i32_16x16x64_iu4"}));
  append_pairs(names, "v_swmmac_f32_16x16x32_");
  return names;
}

}  // namespace

MatrixShape parse_matrix_shape(const std::string& name) {
  NameReader reader(name);
  MatrixShape shape;
  shape.is_sparse = reader.take("v_smfmac_") || reader.take("v_swmmac_");
  if (!shape.is_sparse && !reader.take("v_mfma_") && !reader.take("v_wmma_")) reader.fail();
  shape.result = reader.type().type;
  (void)reader.take("_");
  shape.rows = reader.number();
  (void)reader.take("x");
  shape.columns = reader.number();
  (void)reader.take("x");
  shape.depth = reader.number();
  reader.skip_blocks();
  (void)reader.take("_");
  const NamedType first = reader.type();
  shape.has_modifiers = first.name.starts_with("iu");
  shape.a = shape.b = first.type;
  if (reader.take("_1k") || reader.at_end()) return shape;
  if (reader.take("_")) shape.b = reader.type().type;
  if (!reader.at_end()) reader.fail();
  return shape;
}

const std::vector<std::string>& multiply_names_of_gfx9() {
  static const std::vector<std::string> names = make_gfx9_names();
  return names;
}

const std::vector<std::string>& multiply_names_of_gfx11() {
  static const std::vector<std::string> names = make_gfx11_names();
  return names;
}

}  // namespace amd_emulator
