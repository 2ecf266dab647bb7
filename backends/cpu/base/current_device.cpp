#include "current_device.hpp"

namespace duet::cpu {

namespace {

thread_local int current = 0;

}  // namespace

int current_device() noexcept { return current; }

void set_current_device(int ordinal) noexcept { current = ordinal; }

}  // namespace duet::cpu
