#include "code/kernel_descriptor.hpp"

#include <cstring>

#include "base/fault.hpp"

namespace amd_emulator {
namespace {

template <typename T>
T read(std::span<const u8> bytes, std::size_t offset) {
  T value;
  std::memcpy(&value, bytes.data() + offset, sizeof(T));
  return value;
}

constexpr unsigned field(u32 word, unsigned first, unsigned bits) {
  return word >> first & static_cast<u32>(low_bits(bits));
}

}  // namespace

KernelDescriptor read_kernel_descriptor(std::span<const u8> bytes, const Target& target) {
  if (bytes.size() < kernel_descriptor_bytes) throw Fault("a kernel descriptor is truncated");
  const auto resources_3 = read<u32>(bytes, 44);
  const auto resources_1 = read<u32>(bytes, 48);
  const auto resources_2 = read<u32>(bytes, 52);
  const auto properties = read<u16>(bytes, 56);
  const auto preload = read<u16>(bytes, 58);
  KernelDescriptor to;
  to.group_bytes = read<u32>(bytes, 0);
  to.private_bytes = read<u32>(bytes, 4);
  to.argument_bytes = read<u32>(bytes, 8);
  to.entry_offset = read<i64>(bytes, 16);
  to.waves_of_32 = target.has_waves_of_32 && field(properties, 10, 1) != 0;
  const bool pairs = target.packed_ids && target.has_accumulators;  // gfx90a, gfx942
  const unsigned granule = pairs || to.waves_of_32 ? 8 : 4;
  to.vector_registers = (field(resources_1, 0, 6) + 1) * granule;
  if (pairs) {
    const unsigned first = (field(resources_3, 0, 6) + 1) * 4;
    to.accumulators = to.vector_registers > first ? to.vector_registers - first : 0;
    to.vector_registers = std::min(to.vector_registers, first);
  } else if (target.has_accumulators) {
    to.accumulators = to.vector_registers;
  }
  const u32 options =
      target.fixed_float_mode ? 3 : field(resources_1, 21, 1) | field(resources_1, 23, 1) << 1;
  to.float_mode = field(resources_1, 12, 8) | options << 8;
  to.has_scratch = field(resources_2, 0, 1) != 0;
  to.user_registers = field(resources_2, 1, 5);
  for (unsigned i = 0; i < 3; ++i) to.has_block_id[i] = field(resources_2, 7 + i, 1) != 0;
  to.has_block_info = field(resources_2, 10, 1) != 0;
  to.thread_id_registers = field(resources_2, 11, 2) + 1;
  to.has_private_buffer = field(properties, 0, 1) != 0;
  to.has_dispatch_pointer = field(properties, 1, 1) != 0;
  to.has_queue_pointer = field(properties, 2, 1) != 0;
  to.has_argument_pointer = field(properties, 3, 1) != 0;
  to.has_dispatch_id = field(properties, 4, 1) != 0;
  to.has_flat_scratch = field(properties, 5, 1) != 0;
  to.has_private_size = field(properties, 6, 1) != 0;
  to.preloaded_words = preload & 0x7f;
  to.preload_offset = preload >> 7;
  return to;
}

}  // namespace amd_emulator
