#pragma once

// NVRTC has CUDA's built-in functions itself.

#define DUET_SPELLING_IS_NATIVE 1
// It also predeclares a part of std that clashes with the rest.
#define std duet_std
#define DUET_SPELLING_HAS_RUNTIME_TYPES 1
