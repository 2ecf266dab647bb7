// contract/fast_compile.hpp for backends whose compilers have no quicker compilation.

#include "contract.hpp"

namespace duet::vendor {

std::vector<std::string> fast_compile_flags(const Program&) { return {}; }

}  // namespace duet::vendor
