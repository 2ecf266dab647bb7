#pragma once

// Macros that HIP's headers define where NVIDIA's compiler reads them.

#define __HIP_PLATFORM_NVIDIA__ 1
#define __HIP_PLATFORM_NVCC__ 1
#define __HIPCC__ 1
#define __HIP_DEVICE_COMPILE__ 1
