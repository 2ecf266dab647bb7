#pragma once

#include <cstdint>
#include <map>
#include <string>

namespace duet::test {

/// The number of handles that exist, by kind.
using Handles = std::map<std::string, std::int64_t>;

/// The handles that exist when no thread releases any more.
Handles settled_handles();

/// Threads that connect a rank which was given up, since another rank has failed. They wait in
/// NCCL, perhaps for ever, which no call may end: it would free what they use.
int threads_in_nccl() noexcept;

/// Expects no other handles than the known ones, once threads have released theirs, and that none
/// was destroyed twice. A new thread in NCCL may hold a communicator, a stream and some memory.
/// @param known  the handles that may exist. Becomes less if a thread that was delayed still held
///               some of them when they were counted
void expect_handles(Handles& known);

}  // namespace duet::test
