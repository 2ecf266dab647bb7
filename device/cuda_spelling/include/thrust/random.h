#pragma once

#include <duet/spelling/libcu/random.hpp>
