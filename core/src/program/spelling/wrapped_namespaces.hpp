#pragma once

#include <string>

#include <duet/program.hpp>

namespace duet {

/// Namespaces in which a program has Thrust and CUB by the macros of those libraries:
/// `THRUST_CUB_WRAPPED_NAMESPACE=a` makes `a::thrust` of `thrust`.
/// @returns their definitions, which make the names of `thrust` and `cub` visible in them
std::string wrapped_namespaces(const Program& program);

}  // namespace duet
