#pragma once

// For the host. Initial values of members call it; a kernel that calls it is an error.

typedef long time_t;
extern "C" __host__ __device__ time_t time(time_t* seconds);
