#pragma once

#include <cub/cub.cuh>

namespace hipcub {
using namespace cub;
}
