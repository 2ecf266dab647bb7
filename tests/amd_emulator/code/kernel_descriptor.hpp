#pragma once

#include <span>

#include "base/target.hpp"
#include "base/words.hpp"

namespace amd_emulator {

/// What the 64 bytes of a kernel descriptor say. Source: LLVM's "User Guide for AMDGPU Backend",
/// "Kernel Descriptor", which is the same for code object versions 3 to 5.
struct KernelDescriptor {
  u32 group_bytes = 0;    ///< LDS
  u32 private_bytes = 0;  ///< scratch of a lane
  u32 argument_bytes = 0;
  i64 entry_offset = 0;  ///< from the descriptor
  unsigned vector_registers = 0;
  unsigned accumulators = 0;
  u32 float_mode = 0;  ///< as in the register MODE
  bool has_scratch = false;
  unsigned user_registers = 0;
  bool has_block_id[3] = {};
  bool has_block_info = false;
  unsigned thread_id_registers = 1;
  bool has_private_buffer = false;
  bool has_dispatch_pointer = false;
  bool has_queue_pointer = false;
  bool has_argument_pointer = false;
  bool has_dispatch_id = false;
  bool has_flat_scratch = false;
  bool has_private_size = false;
  bool waves_of_32 = false;
  unsigned preloaded_words = 0;  ///< of the arguments
  unsigned preload_offset = 0;   ///< in words
};

inline constexpr std::size_t kernel_descriptor_bytes = 64;

/// @throws Fault if it is damaged
KernelDescriptor read_kernel_descriptor(std::span<const u8> bytes, const Target& target);

}  // namespace amd_emulator
