#include "decode/dpp.hpp"

#include "decode/operand_text.hpp"

// Source: AMD's "RDNA 2" and "Vega" instruction set documents, sections on data-parallel
// processing (DPP), and LLVM's "Syntax of AMDGPU Instruction Modifiers".

namespace amd_emulator {
namespace {

constexpr int row = 16;
constexpr int none = -1;

/// The digits of "[1,0,3,2]".
std::array<int, 8> digits(std::string_view list) {
  std::array<int, 8> values{};
  std::size_t count = 0;
  for (const char letter : list)
    if (letter >= '0' && letter <= '9' && count < values.size()) values[count++] = letter - '0';
  return values;
}

int within_row(int lane, int place) {
  return place < 0 || place >= row ? none : lane / row * row + place;
}

/// Lane `lane` reads the result's lane. @returns false if the control is not known
bool source_of(std::string_view name, std::string_view value, int lane, int lanes, int& source) {
  i64 number = 0;
  (void)parse_integer(value, number);
  const int n = static_cast<int>(number);
  const int place = lane % row;
  if (name == "quad_perm") {
    source = (lane & ~3) + digits(value)[static_cast<std::size_t>(lane & 3)];
  } else if (name == "dpp8") {
    source = (lane & ~7) + digits(value)[static_cast<std::size_t>(lane & 7)];
  } else if (name == "row_shl") {
    source = within_row(lane, place + n);
  } else if (name == "row_shr") {
    source = within_row(lane, place - n);
  } else if (name == "row_ror") {
    source = within_row(lane, (place - n + row) % row);
  } else if (name == "wave_shl") {
    source = lane + 1 < lanes ? lane + 1 : none;
  } else if (name == "wave_rol") {
    source = (lane + 1) % lanes;
  } else if (name == "wave_shr") {
    source = lane - 1;
  } else if (name == "wave_ror") {
    source = (lane + lanes - 1) % lanes;
  } else if (name == "row_mirror") {
    source = within_row(lane, row - 1 - place);
  } else if (name == "row_half_mirror") {
    source = (lane & ~7) + 7 - (lane & 7);
  } else if (name == "row_bcast") {
    // 15: the last lane of each row for the next row; 31: that of the first half for the second.
    source = n == 15 ? lane / row * row - 1 : lane < 32 ? none : 31;
  } else if (name == "row_share" || name == "row_newbcast") {
    source = within_row(lane, n);
  } else if (name == "row_xmask") {
    source = within_row(lane, place ^ n);
  } else {
    return false;
  }
  return true;
}

/// Lanes of the rows and banks (four lanes of each row) in the masks.
u64 lanes_of(unsigned rows, unsigned banks) {
  u64 mask = 0;
  for (unsigned lane = 0; lane < max_lanes; ++lane)
    if ((rows >> lane / 16 & 1) != 0 && (banks >> lane / 4 % 4 & 1) != 0) mask |= u64{1} << lane;
  return mask;
}

}  // namespace

bool parse_dpp_control(std::string_view name, std::string_view value, Instruction& instruction,
                       unsigned lanes, std::size_t source) {
  i64 number = 0;
  (void)parse_integer(value, number);
  if (name == "row_mask") {
    instruction.written_lanes &= lanes_of(static_cast<unsigned>(number), 0xf);
    return true;
  }
  if (name == "bank_mask") {
    instruction.written_lanes &= lanes_of(0xf, static_cast<unsigned>(number));
    return true;
  }
  if (name == "bound_ctrl") {  // LLVM prints 1, its older versions 0, for the same bit
    instruction.keeps_invalid = false;
    return true;
  }
  if (name == "fi") {
    instruction.fetches_inactive = number != 0;
    return true;
  }
  int lane_of_source = 0;
  if (!source_of(name, value, 0, static_cast<int>(lanes), lane_of_source)) return false;
  for (int lane = 0; lane < static_cast<int>(max_lanes); ++lane) {
    (void)source_of(name, value, lane, static_cast<int>(lanes), lane_of_source);
    instruction.source_lane[static_cast<std::size_t>(lane)] = static_cast<i8>(lane_of_source);
  }
  instruction.operand[source].shuffled = true;
  instruction.changes_lanes = true;
  if (name == "dpp8") instruction.keeps_invalid = false;
  return true;
}

}  // namespace amd_emulator
