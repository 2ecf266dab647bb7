// The strict mode of a driver that stands in for another one: there is none.

#include <duet/strict.hpp>

bool duet::strict_mode() noexcept { return false; }
