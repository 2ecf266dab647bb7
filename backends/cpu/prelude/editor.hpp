#pragma once

// The kernel language for editors that check kernel files with clang, such as clangd: qualifiers,
// built-in variables, barriers, wave operations, atomics and mathematics. Installed with the other
// headers of this folder. No kernel is compiled with it.

#define DUET_CPU_WAVE_SIZE 32
#define DUET_CPU_ARCHITECTURE "editor"

// In the order of their dependencies.
// clang-format off
#include "abi.hpp"
#include "types.hpp"
#include "builtins.hpp"
#include "fiber_switch.hpp"
#include "barriers.hpp"
#include "waves.hpp"
#include "atomics.hpp"
#include "math.hpp"
#include "intrinsics.hpp"
#include "kernels.hpp"
// clang-format on

// When kernels are compiled, `extern __shared__` arrays are replaced in the text before, and the
// others are static; here both are.
#undef __shared__
#define __shared__ thread_local
