#pragma once

#if __CUDA_ARCH__ >= 700
#define DUET_GRID_CONSTANT __grid_constant__
#else
#define DUET_GRID_CONSTANT
#endif
