#include "run/kernel_memory.hpp"

#include <cstring>
#include <string_view>

#include "base/fault.hpp"

namespace amd_emulator {
namespace {

/// Which of x, y and z a name ends with.
std::size_t axis_of(std::string_view name) { return static_cast<std::size_t>(name.back() - 'x'); }

u32 dimensions(const Launch& launch) {
  for (u32 axis = 3; axis > 1; --axis)
    if (launch.grid[axis - 1] > 1 || launch.block[axis - 1] > 1) return axis;
  return 1;
}

u64 waves_of(const KernelInfo& kernel, const Launch& launch) {
  const u64 lanes = kernel.descriptor.waves_of_32 ? 32 : 64;
  const u64 threads = u64{launch.block[0]} * launch.block[1] * launch.block[2];
  return (threads + lanes - 1) / lanes * launch.grid[0] * launch.grid[1] * launch.grid[2];
}

template <typename T, std::size_t n>
void place(std::array<u64, n>& to, std::size_t offset, T value) {
  std::memcpy(reinterpret_cast<u8*>(to.data()) + offset, &value, sizeof(T));
}

}  // namespace

KernelMemory::KernelMemory(const KernelInfo& kernel, const Launch& launch, Memory& memory)
    : arguments_(kernel.argument_bytes / 8 + 16, 0) {
  if (launch.arguments.size() > kernel.argument_bytes)
    throw Fault("the kernel takes fewer bytes of arguments than it was given");
  if (!launch.arguments.empty())
    std::memcpy(arguments_.data(), launch.arguments.data(), launch.arguments.size());
  for (const KernelArgument& argument : kernel.arguments)
    if (argument.kind == "hidden_hostcall_buffer")
      host_calls_ = std::make_unique<HostCalls>(waves_of(kernel, launch), memory);
  for (const KernelArgument& argument : kernel.arguments)
    if (argument.kind.starts_with("hidden_")) fill_hidden(argument, launch);
  fill_packet(kernel, launch);
  fill_queue();
  const auto add = [&](const void* begin, u64 bytes, const char* name) {
    known_.push_back(std::make_unique<KnownRange>(memory, begin, bytes, name));
  };
  add(arguments_.data(), arguments_.size() * 8, "the kernel's arguments");
  add(packet_.data(), sizeof(packet_), "the dispatch packet");
  add(queue_.data(), sizeof(queue_), "the queue");
}

// The hidden arguments of code object versions 3 to 5: LLVM's "User Guide for AMDGPU Backend",
// "Code Object V3 Metadata" and following, the values of .value_kind.
void KernelMemory::fill_hidden(const KernelArgument& argument, const Launch& launch) {
  const std::string_view kind = std::string_view(argument.kind).substr(7);
  u64 value = 0;
  if (kind.starts_with("block_count_")) {
    value = launch.grid[axis_of(kind)];
  } else if (kind.starts_with("group_size_")) {
    value = launch.block[axis_of(kind)];
  } else if (kind == "grid_dims") {
    value = dimensions(launch);
  } else if (kind == "private_base") {
    value = private_aperture;
  } else if (kind == "shared_base") {
    value = shared_aperture;
  } else if (kind == "queue_ptr") {
    value = queue();
  } else if (kind == "hostcall_buffer") {
    value = host_calls_->address();
  } else if (kind == "dynamic_lds_size") {
    value = launch.shared_bytes;
  } else if (!kind.starts_with("remainder_") && !kind.starts_with("global_offset_") &&
             kind != "none" && kind != "printf_buffer" && kind != "multigrid_sync_arg" &&
             kind != "heap_v1" && kind != "default_queue" && kind != "completion_action") {
    throw Fault("the hidden argument '" + argument.kind + "' is not known");
  }
  const std::size_t room = arguments_.size() * 8;
  if (argument.bytes > 8 || argument.offset > room - 8)
    throw Fault("a hidden argument lies outside of the arguments");
  std::memcpy(reinterpret_cast<u8*>(arguments_.data()) + argument.offset, &value, argument.bytes);
}

// hsa_kernel_dispatch_packet_t of the "HSA Runtime Programmer's Reference Manual".
void KernelMemory::fill_packet(const KernelInfo& kernel, const Launch& launch) {
  place<u16>(packet_, 0, 2);  // a packet of the type "kernel dispatch"
  place<u16>(packet_, 2, static_cast<u16>(dimensions(launch)));
  for (std::size_t axis = 0; axis < 3; ++axis) {
    place<u16>(packet_, 4 + 2 * axis, static_cast<u16>(launch.block[axis]));
    place<u32>(packet_, 12 + 4 * axis, launch.grid[axis] * launch.block[axis]);
  }
  place<u32>(packet_, 24, kernel.descriptor.private_bytes);
  place<u32>(packet_, 28, kernel.descriptor.group_bytes + launch.shared_bytes);
  place<u64>(packet_, 32, kernel.descriptor_address);
  place<u64>(packet_, 40, arguments());
}

// amd_queue_t of LLVM's "User Guide for AMDGPU Backend", "Flat Scratch" and "Queue Ptr": the
// upper halves of the flat addresses of LDS and scratch.
void KernelMemory::fill_queue() {
  place<u32>(queue_, 0x40, shared_aperture);
  place<u32>(queue_, 0x44, private_aperture);
}

}  // namespace amd_emulator
