#pragma once

// What the threads of a block do together, besides the barrier of thread.hpp.

#include <duet/device/block_broadcast.hpp>
#include <duet/device/block_reduce.hpp>
#include <duet/device/block_scan.hpp>
#include <duet/device/thread.hpp>
