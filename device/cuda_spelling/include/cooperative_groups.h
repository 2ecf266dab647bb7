#pragma once

#include <duet/spelling/groups/tiles.hpp>
