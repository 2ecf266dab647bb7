#pragma once

#include "execute/access.hpp"

// How the values of loads and stores lie in registers.

namespace amd_emulator {

/// A load of one value of a memory type, extended to a register.
template <typename T>
struct Extended {
  static constexpr unsigned bytes = sizeof(T);
  static void load(const u8* from, u32* registers, unsigned lane) {
    T value;
    std::memcpy(&value, from, sizeof(T));
    registers[lane] = static_cast<u32>(static_cast<i32>(value));
  }
  static void clear(u32* registers, unsigned lane) { registers[lane] = 0; }
};

/// A load into one half of a register, which leaves the other (d16).
template <typename T, bool high>
struct HalfOfRegister {
  static constexpr unsigned bytes = sizeof(T);
  static void set(u32* registers, unsigned lane, u32 value) {
    u32& word = registers[lane];
    word = high ? (word & 0xffff) | value << 16 : (word & 0xffff0000) | (value & 0xffff);
  }
  static void load(const u8* from, u32* registers, unsigned lane) {
    T value;
    std::memcpy(&value, from, sizeof(T));
    set(registers, lane, static_cast<u32>(static_cast<i32>(value)));
  }
  static void clear(u32* registers, unsigned lane) { set(registers, lane, 0); }
};

/// Whole registers.
template <unsigned count>
struct Words {
  static constexpr unsigned bytes = 4 * count;
  static void load(const u8* from, u32* registers, unsigned lane) {
    for (unsigned word = 0; word < count; ++word)
      std::memcpy(&registers[word * max_lanes + lane], from + 4 * word, 4);
  }
  static void clear(u32* registers, unsigned lane) {
    for (unsigned word = 0; word < count; ++word) registers[word * max_lanes + lane] = 0;
  }
  static void store(u8* to, const u32* registers, unsigned lane) {
    for (unsigned word = 0; word < count; ++word)
      std::memcpy(to + 4 * word, &registers[word * max_lanes + lane], 4);
  }
};

/// The low part of a register, or with `high` of its upper half.
template <typename T, bool high>
struct Part16 {
  static constexpr unsigned bytes = sizeof(T);
  static void store(u8* to, const u32* registers, unsigned lane) {
    const auto value = static_cast<T>(registers[lane] >> (high ? 16 : 0));
    std::memcpy(to, &value, sizeof(T));
  }
};

/// Calls the function for each lane of a mask.
template <typename F>
inline void for_each_lane(u64 mask, F function) {
  for (; mask != 0; mask &= mask - 1) function(static_cast<unsigned>(std::countr_zero(mask)));
}

/// Adds the loads and stores of an instruction family.
/// @param add_load, add_store  take a name without its prefix, that of gfx11 and later, and the
/// kind
///     as a template argument
template <typename AddLoad, typename AddStore>
void for_each_transfer(AddLoad add_load, AddStore add_store) {
  add_load.template operator()<Extended<u8>>("ubyte", "u8");
  add_load.template operator()<Extended<i8>>("sbyte", "i8");
  add_load.template operator()<Extended<u16>>("ushort", "u16");
  add_load.template operator()<Extended<i16>>("sshort", "i16");
  add_load.template operator()<HalfOfRegister<u8, false>>("ubyte_d16", "d16_u8");
  add_load.template operator()<HalfOfRegister<u8, true>>("ubyte_d16_hi", "d16_hi_u8");
  add_load.template operator()<HalfOfRegister<i8, false>>("sbyte_d16", "d16_i8");
  add_load.template operator()<HalfOfRegister<i8, true>>("sbyte_d16_hi", "d16_hi_i8");
  add_load.template operator()<HalfOfRegister<u16, false>>("short_d16", "d16_b16");
  add_load.template operator()<HalfOfRegister<u16, true>>("short_d16_hi", "d16_hi_b16");
  add_load.template operator()<Words<1>>("dword", "b32");
  add_load.template operator()<Words<2>>("dwordx2", "b64");
  add_load.template operator()<Words<3>>("dwordx3", "b96");
  add_load.template operator()<Words<4>>("dwordx4", "b128");
  add_store.template operator()<Part16<u8, false>>("byte", "b8");
  add_store.template operator()<Part16<u8, true>>("byte_d16_hi", "d16_hi_b8");
  add_store.template operator()<Part16<u16, false>>("short", "b16");
  add_store.template operator()<Part16<u16, true>>("short_d16_hi", "d16_hi_b16");
  add_store.template operator()<Words<1>>("dword", "b32");
  add_store.template operator()<Words<2>>("dwordx2", "b64");
  add_store.template operator()<Words<3>>("dwordx3", "b96");
  add_store.template operator()<Words<4>>("dwordx4", "b128");
}

}  // namespace amd_emulator
