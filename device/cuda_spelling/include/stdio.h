#pragma once

#include <duet/spelling/std/cstdio.hpp>
