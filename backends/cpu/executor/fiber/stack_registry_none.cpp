// For builds without valgrind's headers.

#include "stack_registry.hpp"

namespace duet::cpu {

unsigned register_stack(void*, void*) noexcept { return 0; }

void unregister_stack(unsigned) noexcept {}

}  // namespace duet::cpu
