#pragma once

// The types of cuFFT's data, which kernels take as parameters. Its functions are for the host.

#include <cuComplex.h>

typedef float cufftReal;
typedef double cufftDoubleReal;
typedef cuComplex cufftComplex;
typedef cuDoubleComplex cufftDoubleComplex;
typedef int cufftHandle;
#define CUFFT_FORWARD (-1)
#define CUFFT_INVERSE 1
