#pragma once

#include <cstdint>

namespace duet::cpu {

/// Why the processor refused an instruction without telling an address.
enum class InstructionFault : unsigned char {
  unknown,
  misaligned,  ///< an access of a vector at an address that is no multiple of its size
  wild,        ///< an address outside of the address space
  privileged   ///< an instruction for operating systems
};

/// Decodes the interrupted instruction. Async-signal-safe.
/// @param context  the third argument of a signal handler
/// @param address  out: the address of a misaligned access
InstructionFault fault_of_instruction(const void* context, std::uintptr_t& address) noexcept;

}  // namespace duet::cpu
