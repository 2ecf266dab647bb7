#include "run/initial_state.hpp"

// Source: LLVM's "User Guide for AMDGPU Backend", "Initial Kernel Execution State".

namespace amd_emulator {
namespace {

/// Sets user and system scalar registers in their order.
class ScalarSetter {
 public:
  explicit ScalarSetter(Wave& wave) : wave_(wave) {}
  void add(u32 value) { wave_.scalar[next_++] = value; }
  void add_pair(u64 value) {
    add(low_word(value));
    add(high_word(value));
  }
  void move_to(unsigned number) { next_ = number; }

 private:
  Wave& wave_;
  unsigned next_ = 0;
};

void set_scalars(Wave& wave, const KernelInfo& kernel, const KernelMemory& memory,
                 const WavePlace& place) {
  const KernelDescriptor& descriptor = kernel.descriptor;
  ScalarSetter to(wave);
  if (descriptor.has_private_buffer) {
    // A descriptor that the emulator recognises by its base. A wave's scratch begins at 0.
    to.add(0);
    to.add(scratch_buffer_mark);
    to.add(~u32{0});
    to.add(0);
  }
  if (descriptor.has_dispatch_pointer) to.add_pair(memory.packet());
  if (descriptor.has_queue_pointer) to.add_pair(memory.queue());
  if (descriptor.has_argument_pointer) to.add_pair(memory.arguments());
  if (descriptor.has_dispatch_id) to.add_pair(0);
  if (descriptor.has_flat_scratch) to.add_pair(0);
  if (descriptor.has_private_size) to.add(descriptor.private_bytes);
  for (unsigned word = 0; word < descriptor.preloaded_words; ++word) {
    u32 value = 0;
    std::memcpy(
        &value,
        reinterpret_cast<const u8*>(memory.arguments()) + 4 * (descriptor.preload_offset + word),
        4);
    to.add(value);
  }
  to.move_to(descriptor.user_registers);
  for (std::size_t axis = 0; axis < 3; ++axis)
    if (descriptor.has_block_id[axis]) to.add(place.block[axis]);
  if (descriptor.has_block_info) to.add(0);
  if (descriptor.has_scratch && !wave.target->architected_scratch) to.add(0);
  if (wave.target->traps_hold_block_ids) {
    wave.scalar[ttmp_register + 9] = place.block[0];
    wave.scalar[ttmp_register + 7] = place.block[1] | place.block[2] << 16;
  }
}

void set_vectors(Wave& wave, const KernelDescriptor& descriptor, const Launch& launch,
                 const WavePlace& place) {
  for (unsigned lane = 0; lane < wave.lanes; ++lane) {
    const u32 thread = place.first_thread + lane;
    const u32 x = thread % launch.block[0];
    const u32 y = thread / launch.block[0] % launch.block[1];
    const u32 z = thread / launch.block[0] / launch.block[1];
    if (wave.target->packed_ids) {
      wave.vector_register(0)[lane] = x | y << 10 | z << 20;
      continue;
    }
    const u32 ids[] = {x, y, z};
    for (unsigned axis = 0; axis < descriptor.thread_id_registers; ++axis)
      wave.vector_register(axis)[lane] = ids[axis];
  }
}

}  // namespace

void fill_garbage(u32* words, std::size_t count, u64 seed) {
  // A multiplicative generator; only unlikely values matter.
  u32 state = static_cast<u32>(seed * 0x9e3779b97f4a7c15U >> 32) | 1;
  for (std::size_t i = 0; i < count; ++i) {
    const u32 mixed = (state + static_cast<u32>(i)) * 0x9e3779b1U;
    words[i] = mixed ^ mixed >> 15;
  }
}

void initialise_wave(Wave& wave, const KernelInfo& kernel, const Launch& launch,
                     const KernelMemory& memory, const WavePlace& place, u64 seed) {
  const KernelDescriptor& descriptor = kernel.descriptor;
  fill_garbage(wave.scalar, scalar_registers, seed);
  wave.set_pair(null_register, 0);
  fill_garbage(wave.vector, std::size_t{descriptor.vector_registers} * max_lanes, seed + 1);
  fill_garbage(wave.vector_register(256), std::size_t{descriptor.accumulators} * max_lanes,
               seed + 2);
  wave.all_lanes = low_bits(wave.lanes);
  wave.set_pair(exec_register, low_bits(place.threads));
  wave.scc = (seed & 1) != 0;
  wave.mode.bits = descriptor.float_mode;
  wave.state = WaveState::running;
  wave.has_signaled = false;
  wave.recent = {};
  wave.instructions = 0;
  set_scalars(wave, kernel, memory, place);
  set_vectors(wave, descriptor, launch, place);
}

}  // namespace amd_emulator
