#pragma once

// The types of NPP's data, which kernels take as parameters. Its functions are for the host.

#include <duet/spelling/runtime.hpp>

typedef unsigned char Npp8u;
typedef signed char Npp8s;
typedef unsigned short Npp16u;
typedef short Npp16s;
typedef unsigned Npp32u;
typedef int Npp32s;
typedef unsigned long long Npp64u;
typedef long long Npp64s;
typedef float Npp32f;
typedef double Npp64f;
struct NppiPoint {
  int x;
  int y;
};
struct NppiSize {
  int width;
  int height;
};
struct NppiRect {
  int x;
  int y;
  int width;
  int height;
};
