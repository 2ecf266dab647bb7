#pragma once

/// @file
/// Collective operations of a block, besides the barrier of thread.hpp.

#include <duet/device/block_broadcast.hpp>
#include <duet/device/block_reduce.hpp>
#include <duet/device/block_scan.hpp>
#include <duet/device/thread.hpp>
