#pragma once

// Conversions with rounding modes, which NVRTC has itself.

#ifndef DUET_SPELLING_IS_NATIVE
#include <duet/spelling/builtin/conversions.hpp>
#endif
