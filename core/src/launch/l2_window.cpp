#include "l2_window.hpp"

#include <fmt/format.h>

#include <string>

namespace duet::detail {

namespace {

/// Says what is wrong with a window; empty if nothing is.
std::string fault_of(const L2Window& window, std::size_t most_bytes) {
  if (window.data == nullptr) return "its address is null";
  if (window.bytes == 0) return "its size is 0 bytes";
  if (!(window.hit_ratio >= 0 && window.hit_ratio <= 1)) {
    return fmt::format("its hit_ratio is {}, and must be from 0 to 1", window.hit_ratio);
  }
  if (window.miss == L2Access::persisting) {
    return "its other lines cannot persist: set `miss` to normal or streaming";
  }
  if (most_bytes != 0 && window.bytes > most_bytes) {
    return fmt::format("it has {} bytes, and the device takes at most {}", window.bytes,
                       most_bytes);
  }
  return {};
}

}  // namespace

void check_l2_window(const KernelState& kernel, const LaunchShape& shape) {
  const std::string fault = fault_of(*shape.l2_window, kernel.device.info().max_l2_window);
  if (fault.empty()) return;
  throw Error(ErrorCode::invalid_argument,
              fmt::format("launch of {}: the l2_window is wrong: {}", kernel.name, fault));
}

}  // namespace duet::detail
