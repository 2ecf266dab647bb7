#pragma once

// The parts that the program names: groups within a warp, and the grid.

#include <duet/spelling/groups/threads.hpp>
#if !defined(DUET_SPELLING_LEAN) || defined(DUET_SPELLING_USES_GROUPS_LANES)
#include <duet/spelling/groups/tiles.hpp>
#endif
