#pragma once

#include <string>
#include <vector>

#include <duet/collective_call.hpp>

namespace duet::detail {

/// The type of the elements in words: "f32", or "elements of 12 bytes".
std::string text_of(const ElementType& element);

/// A call in words: "all_reduce(sum) of 100 f32", "broadcast of 8 u8 from rank 2".
std::string text_of(const CollectiveCall& call);

/// Numbers of ranks in words: "rank 3", "ranks 1, 2 and 40 more".
std::string text_of_ranks(const std::vector<int>& ranks);
/// The ranks that are absent, in words. @param present  by rank; 0 for an absent rank
std::string text_of_absent_ranks(const std::vector<char>& present);

}  // namespace duet::detail
