#pragma once

#include <duet/spelling/groups/reduce.hpp>
