#pragma once

#include "cases/case.hpp"

namespace duet::tool {

/// Whether two cases give the same to the same kernel; names, wave sizes and results may differ.
bool same_case(const Case& a, const Case& b);

/// Whether the same is expected of both, which are the same case: number by number, within what `a`
/// allows, and any NaN for NaN.
bool same_results(const Case& a, const Case& b);

}  // namespace duet::tool
