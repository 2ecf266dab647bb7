#include <duet/data_type.hpp>

#include <iterator>

namespace duet {

namespace {

struct Row {
  const char* name;
  std::size_t bytes;
};

/// In the order of the enumerators.
constexpr Row rows[] = {{"bool", 1}, {"i8", 1},  {"i16", 2}, {"i32", 4}, {"i64", 8},
                        {"u8", 1},   {"u16", 2}, {"u32", 4}, {"u64", 8}, {"f16", 2},
                        {"bf16", 2}, {"f32", 4}, {"f64", 8}, {"c64", 8}, {"c128", 16}};

const Row& row_of(DataType type) noexcept {
  static constexpr Row unknown{"unknown", 0};
  const auto index = static_cast<std::size_t>(type);
  return index < std::size(rows) ? rows[index] : unknown;
}

}  // namespace

const char* name_of(DataType type) noexcept { return row_of(type).name; }
std::size_t size_of(DataType type) noexcept { return row_of(type).bytes; }

}  // namespace duet
