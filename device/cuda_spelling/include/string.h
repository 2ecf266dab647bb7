#pragma once

#include <duet/spelling/std/cstring.hpp>
