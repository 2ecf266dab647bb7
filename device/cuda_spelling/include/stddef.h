#pragma once

#include <duet/spelling/std/cstddef.hpp>
