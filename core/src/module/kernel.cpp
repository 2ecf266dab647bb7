#include <duet/kernel.hpp>

#include <fmt/format.h>

#include <utility>

#include "module_state.hpp"
#include "parameter_types.hpp"

namespace duet {

std::vector<KernelInfo> read_kernels(std::span<const std::byte> image) {
  (void)vendor::recognise(image);
  std::vector<KernelInfo> infos = vendor::read_kernels(image);
  for (KernelInfo& info : infos) add_parameter_types(info);
  return infos;
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
const KernelInfo& Kernel::info() const { return state().properties().info; }
std::uint64_t Kernel::id() const { return state().id; }

Kernel Kernel::configure_once(const std::function<void(const Kernel&)>& configure) const {
  if (!configure) {
    throw Error(ErrorCode::invalid_argument,
                fmt::format("configure_once of {}: the function is empty", name()));
  }
  if (!state().configuration.run([&] { configure(*this); })) {
    throw Error(
        ErrorCode::invalid_argument,
        fmt::format("configure_once of {}: called recursively by its own configuration", name()));
  }
  return *this;
}

void Kernel::set_shared_carveout(std::optional<int> percent) const {
  const detail::KernelState& kernel = state();
  if (percent && (*percent < 0 || *percent > 100)) {
    throw Error(ErrorCode::invalid_argument,
                fmt::format("set_shared_carveout of {}: {} is not a percentage from 0 to 100",
                            kernel.name, *percent));
  }
  make_current(kernel.device);
  vendor::prefer_shared(kernel.function, percent);
}

void Kernel::set_max_dynamic_shared(std::size_t bytes) const {
  const detail::KernelState& kernel = state();
  if (const std::string fault = shared_memory_fault(kernel, bytes); !fault.empty()) {
    throw Error(ErrorCode::invalid_argument,
                fmt::format("set_max_dynamic_shared of {}: {}", kernel.name, fault));
  }
  make_current(kernel.device);
  allow_shared(kernel, bytes);
}

}  // namespace duet
