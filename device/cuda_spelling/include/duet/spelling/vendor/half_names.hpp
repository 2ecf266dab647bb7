#pragma once

#ifdef DUET_SPELLING_RENAMES_HALF
#include <duet/spelling/vendor/hip_half_names.hpp>
#endif
