#pragma once

#include <duet/spelling/torch/types.hpp>
