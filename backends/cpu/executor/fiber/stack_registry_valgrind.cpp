#include <valgrind/valgrind.h>

#include "stack_registry.hpp"

namespace duet::cpu {

unsigned register_stack(void* bottom, void* top) noexcept {
  return static_cast<unsigned>(VALGRIND_STACK_REGISTER(bottom, top));
}

void unregister_stack(unsigned number) noexcept { VALGRIND_STACK_DEREGISTER(number); }

}  // namespace duet::cpu
