// For backends whose compilers have none.

#include "contract.hpp"

namespace duet::vendor {

std::unique_ptr<FastCompile> plan_fast_compile(const Program&, const std::vector<std::string>&) {
  return nullptr;
}

}  // namespace duet::vendor
