#pragma once

#include "cases/case.hpp"

namespace duet::tool {

/// Whether two cases run the same kernel on the same arguments. Names, wave sizes and results may
/// differ.
bool same_case(const Case& a, const Case& b);

/// Whether two equal cases expect the same results, within the tolerance of `a`. NaNs are equal.
bool same_results(const Case& a, const Case& b);

}  // namespace duet::tool
