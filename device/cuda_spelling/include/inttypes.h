#pragma once

#include <duet/spelling/std/cstdint.hpp>
