#pragma once

#include <cstdint>
#include <map>
#include <string>

namespace duet::test {

/// The number of handles that exist, by kind.
using Handles = std::map<std::string, std::int64_t>;

/// The handles that exist when no thread releases any more.
Handles settled_handles();

/// Expects no other handles than the known ones, once threads have released theirs, and that none
/// was destroyed twice.
/// @param known  the handles that may exist. Becomes less if a thread that was delayed still held
///               some of them when they were counted
void expect_handles(Handles& known);

}  // namespace duet::test
