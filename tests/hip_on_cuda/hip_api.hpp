#pragma once

// AMD's own declarations of what this library exports, so that the compiler checks every
// definition. They also give the definitions their linkage and visibility.

#ifndef __HIP_PLATFORM_AMD__
#define __HIP_PLATFORM_AMD__
#endif
#include <hip/hip_runtime_api.h>
#include <hip/hiprtc.h>
