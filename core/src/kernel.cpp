#include <duet/kernel.hpp>

#include <utility>

#include "module_state.hpp"

namespace duet {

std::vector<KernelInfo> read_kernels(std::span<const std::byte> image) {
  (void)vendor::recognise(image);
  return vendor::read_kernels(image);
}

Kernel::Kernel(std::shared_ptr<const detail::KernelState> state) noexcept
    : state_(std::move(state)) {}

const detail::KernelState& Kernel::state() const {
  if (state_ == nullptr) {
    throw Error(ErrorCode::invalid_handle,
                "the Kernel is empty: default-constructed or moved from");
  }
  return *state_;
}

const Device& Kernel::device() const { return state().device; }
const std::string& Kernel::name() const { return state().name; }
const KernelInfo& Kernel::info() const { return state().info; }
std::uint64_t Kernel::id() const { return state().id; }

}  // namespace duet
