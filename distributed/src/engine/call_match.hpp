#pragma once

#include <string>
#include <vector>

#include <duet/collective_call.hpp>

namespace duet::detail {

/// Whether the calls of all ranks belong together: kind, count, type, reduction, root.
/// @returns empty, or what each group of ranks has called
std::string mismatch_of(const std::vector<const CollectiveCall*>& calls);
std::string mismatch_of(const std::vector<CollectiveCall>& calls);

/// What of a call must be the same on all ranks; everything else is zero, padding too.
CollectiveCall common_part(const CollectiveCall& call);

}  // namespace duet::detail
