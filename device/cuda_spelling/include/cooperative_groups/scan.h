#pragma once

#include <duet/spelling/groups/scan.hpp>
