#pragma once

#include <duet/compile.hpp>

#include "contract.hpp"

namespace duet {

/// `compile` for a target that has been checked.
Code compile_for(const Program& program, const vendor::Target& target);

}  // namespace duet
