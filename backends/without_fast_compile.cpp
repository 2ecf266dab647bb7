// contract/fast_compile.hpp for backends whose compilers have no quicker compilation.

#include "contract.hpp"

namespace duet::vendor {

std::unique_ptr<FastCompile> plan_fast_compile(const Program&, const std::vector<std::string>&) {
  return nullptr;
}

}  // namespace duet::vendor
