#pragma once

#include <duet/spelling/hip_names.hpp>
