#pragma once

#include <duet/spelling/std/cstdint.hpp>
#include <duet/spelling/print_formats.hpp>
