#pragma once

#include <duet/spelling/std/constants.hpp>
