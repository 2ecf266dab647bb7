// contract/compiler.hpp for backends whose compilers are libraries: no program is started ahead.

#include "contract.hpp"

namespace duet::vendor {

void set_compiler_standby(bool) noexcept {}

}  // namespace duet::vendor
