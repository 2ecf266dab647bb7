#pragma once

#include <cooperative_groups.h>
#include <hip/hip_runtime.h>
