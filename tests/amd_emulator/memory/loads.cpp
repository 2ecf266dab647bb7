#include "execute/memory_access.hpp"
#include "execute/transfer.hpp"

// Source: AMD, "Vega 7nm Instruction Set Architecture" and "RDNA 2 Instruction Set Architecture",
// chapters on vector memory and flat memory instructions.

namespace amd_emulator {
namespace {

template <Space space, typename Kind>
void load(Wave& wave, const Instruction& instruction) {
  Addresses addresses;
  compute_addresses(wave, instruction, space, 1, addresses);
  u32* const to = wave.vector_register(instruction.operand[0].index);
  for_each_lane(wave.exec(), [&](unsigned lane) {
    const u8* const from = lane_memory(wave, space, addresses, lane, Kind::bytes);
    if (from == nullptr) {
      Kind::clear(to, lane);
      return;
    }
    // Loads past the caches are atomic.
    note_access(wave, from, Kind::bytes,
                instruction.returns ? AccessKind::atomic : AccessKind::read);
    Kind::load(from, to, lane);
  });
}

/// Operands: address and data; for buffers the data is first.
template <Space space, typename Kind>
void store(Wave& wave, const Instruction& instruction) {
  constexpr unsigned address = space == Space::buffer ? 1 : 0;
  Addresses addresses;
  compute_addresses(wave, instruction, space, address, addresses);
  const u32* const from = wave.vector_register(instruction.operand[1 - address].index);
  for_each_lane(wave.exec(), [&](unsigned lane) {
    u8* const to = lane_memory(wave, space, addresses, lane, Kind::bytes);
    if (to == nullptr) return;
    note_access(wave, to, Kind::bytes,
                instruction.returns ? AccessKind::atomic : AccessKind::write);
    Kind::store(to, from, lane);
  });
}

template <Space space>
void add_transfers(Table& t, const std::string& prefix) {
  for_each_transfer(
      [&]<typename Kind>(const char* name, const char* newer) {
        t.add(prefix + "_load_" + name, {.run = load<space, Kind>});
        t.add(prefix + "_load_" + newer, {.run = load<space, Kind>});
      },
      [&]<typename Kind>(const char* name, const char* newer) {
        t.add(prefix + "_store_" + name, {.run = store<space, Kind>});
        t.add(prefix + "_store_" + newer, {.run = store<space, Kind>});
      });
}

}  // namespace

void add_memory_loads(Table& t) {
  add_transfers<Space::flat>(t, "flat");
  add_transfers<Space::global>(t, "global");
  add_transfers<Space::scratch>(t, "scratch");
  add_transfers<Space::buffer>(t, "buffer");
}

}  // namespace amd_emulator
