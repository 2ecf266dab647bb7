#pragma once

#include <duet/spelling/groups/memcpy_async.hpp>
