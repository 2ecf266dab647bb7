#pragma once

// Everything of the component duet::distributed.

#include <duet/all_reduce_buckets.hpp>
#include <duet/bootstrap.hpp>
#include <duet/collective_group.hpp>
#include <duet/communicator.hpp>
#include <duet/launched_rank.hpp>
#include <duet/rank_threads.hpp>
#include <duet/reduction.hpp>
#include <duet/work_queue.hpp>
