#pragma once

#include <duet/spelling/runtime.hpp>
