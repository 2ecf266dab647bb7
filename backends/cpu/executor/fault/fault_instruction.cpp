#include "fault_instruction.hpp"

#include <ucontext.h>

#include <cstring>

namespace duet::cpu {

#ifdef __x86_64__

namespace {

/// One x86-64 instruction that accesses memory, as far as it is needed for its address.
class Instruction {
 public:
  explicit Instruction(const mcontext_t& machine) noexcept
      : machine_(machine), next_(reinterpret_cast<const unsigned char*>(machine.gregs[REG_RIP])) {
    read_prefixes();
  }

  /// Whether it is one that only operating systems may execute.
  bool is_privileged() const noexcept {
    if (map_ == 0) {
      return opcode_ == 0xf4 || (opcode_ >= 0xfa && opcode_ <= 0xfb) ||          // hlt, cli, sti
             (opcode_ & 0xf4u) == 0xe4 || (opcode_ >= 0x6c && opcode_ <= 0x6f);  // in, out
    }
    return map_ == 1 && (opcode_ <= 0x01 || opcode_ == 0x06 || opcode_ == 0x08 || opcode_ == 0x09 ||
                         (opcode_ >= 0x20 && opcode_ <= 0x23) ||  // control and debug registers
                         opcode_ == 0x30 || opcode_ == 0x32 || opcode_ == 0x33);  // MSRs
  }

  /// The size to which it requires its address to be aligned; 1 if it does not.
  unsigned alignment() const noexcept {
    if (map_ != 1) return map_ == 2 && opcode_ == 0x2a ? vector_bytes_ : 1;
    const bool moves_floats = opcode_ == 0x28 || opcode_ == 0x29 || opcode_ == 0x2b;
    const bool moves_integers = (opcode_ == 0x6f || opcode_ == 0x7f || opcode_ == 0xe7) && is_66_;
    if (moves_floats || moves_integers) return vector_bytes_;
    // Other SSE instructions without a VEX prefix take aligned memory.
    return is_vex_ || is_f2_or_f3_ ? 1 : 16;
  }

  /// The address of its memory operand.
  std::uintptr_t address() const noexcept {
    const unsigned char* at = next_;
    const unsigned char modrm = *at++;
    const unsigned mode = modrm >> 6;
    const unsigned base = modrm & 7u;
    std::uintptr_t sum = 0;
    bool has_base = true;
    if (base == 4) {
      const unsigned char sib = *at++;
      const unsigned index = ((sib >> 3) & 7u) | (rex_x_ ? 8u : 0u);
      if (index != 4) sum += value_of(index) << (sib >> 6);
      has_base = !((sib & 7u) == 5 && mode == 0);
      if (has_base) sum += value_of((sib & 7u) | (rex_b_ ? 8u : 0u));
      if (!has_base) return sum + displacement(at, 4);
    } else if (base == 5 && mode == 0) {
      return 0;  // relative to the instruction: the compiler aligns such data
    } else {
      sum += value_of(base | (rex_b_ ? 8u : 0u));
    }
    return sum + displacement(at, mode == 1 ? 1 : mode == 2 ? 4 : 0);
  }

 private:
  void read_prefixes() noexcept {
    for (int i = 0; i < 15; ++i) {
      const unsigned char byte = *next_;
      if (byte == 0x66) {
        is_66_ = true;
      } else if (byte == 0xf2 || byte == 0xf3) {
        is_f2_or_f3_ = true;
      } else if (byte != 0x2e && byte != 0x36 && byte != 0x3e && byte != 0x26 && byte != 0x64 &&
                 byte != 0x65 && byte != 0x67 && byte != 0xf0) {
        break;
      }
      ++next_;
    }
    if (*next_ == 0xc5 || *next_ == 0xc4 || *next_ == 0x62) return read_vector_prefix();
    if ((*next_ & 0xf0u) == 0x40) {
      rex_x_ = (*next_ & 2u) != 0;
      rex_b_ = (*next_ & 1u) != 0;
      ++next_;
    }
    if (*next_ == 0x0f) {
      map_ = 1;
      ++next_;
      if (*next_ == 0x38 || *next_ == 0x3a) map_ = *next_++ == 0x38 ? 2 : 3;
    }
    opcode_ = *next_++;
  }

  /// VEX in two or three bytes, EVEX in four.
  void read_vector_prefix() noexcept {
    is_vex_ = true;
    const unsigned char kind = *next_++;
    if (kind == 0xc5) {
      set_vector(next_[0]);
      map_ = 1;
      next_ += 1;
    } else {
      rex_x_ = (next_[0] & 0x40u) == 0;
      rex_b_ = (next_[0] & 0x20u) == 0;
      map_ = next_[0] & 7u;
      set_vector(next_[1]);
      if (kind == 0x62) vector_bytes_ = 16u << ((next_[2] >> 5) & 3u);
      next_ += kind == 0x62 ? 3 : 2;
    }
    opcode_ = *next_++;
  }
  void set_vector(unsigned char byte) noexcept {
    vector_bytes_ = (byte & 4u) != 0 ? 32 : 16;
    is_66_ = (byte & 3u) == 1;
    is_f2_or_f3_ = (byte & 3u) > 1;
  }

  std::uintptr_t value_of(unsigned number) const noexcept {
    constexpr int registers[] = {REG_RAX, REG_RCX, REG_RDX, REG_RBX, REG_RSP, REG_RBP,
                                 REG_RSI, REG_RDI, REG_R8,  REG_R9,  REG_R10, REG_R11,
                                 REG_R12, REG_R13, REG_R14, REG_R15};
    return static_cast<std::uintptr_t>(machine_.gregs[registers[number]]);
  }

  static std::uintptr_t displacement(const unsigned char* at, unsigned bytes) noexcept {
    if (bytes == 1) return static_cast<std::uintptr_t>(static_cast<signed char>(*at));
    std::int32_t value = 0;
    if (bytes == 4) std::memcpy(&value, at, 4);
    return static_cast<std::uintptr_t>(static_cast<std::intptr_t>(value));
  }

  const mcontext_t& machine_;
  const unsigned char* next_;
  bool is_66_ = false;
  bool is_f2_or_f3_ = false;
  bool is_vex_ = false;
  bool rex_x_ = false;
  bool rex_b_ = false;
  unsigned map_ = 0;  ///< 0: one byte, 1: 0f, 2: 0f 38, 3: 0f 3a
  unsigned vector_bytes_ = 16;
  unsigned char opcode_ = 0;
};

/// Whether an address is one of user programs.
bool is_canonical(std::uintptr_t address) noexcept { return address >> 47 == 0; }

}  // namespace

InstructionFault fault_of_instruction(const void* context, std::uintptr_t& address) noexcept {
  const auto& machine = static_cast<const ucontext_t*>(context)->uc_mcontext;
  if (!is_canonical(static_cast<std::uintptr_t>(machine.gregs[REG_RIP]))) {
    return InstructionFault::wild;
  }
  const Instruction instruction(machine);
  if (instruction.is_privileged()) return InstructionFault::privileged;
  const std::uintptr_t used = instruction.address();
  if (!is_canonical(used)) return InstructionFault::wild;
  if (used % instruction.alignment() == 0) return InstructionFault::unknown;
  address = used;
  return InstructionFault::misaligned;
}

#else

InstructionFault fault_of_instruction(const void*, std::uintptr_t&) noexcept {
  return InstructionFault::unknown;
}

#endif

}  // namespace duet::cpu
