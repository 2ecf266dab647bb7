#include "engine/call_match.hpp"

#include <cstddef>
#include <cstring>
#include <map>

#include <fmt/format.h>

#include "engine/call_text.hpp"

namespace duet::detail {

std::string mismatch_of(const std::vector<const CollectiveCall*>& calls) {
  std::map<std::string, std::vector<int>> ranks_by_text;
  for (std::size_t rank = 0; rank < calls.size(); ++rank) {
    ranks_by_text[text_of(*calls[rank])].push_back(static_cast<int>(rank));
  }
  if (ranks_by_text.size() == 1) return {};
  std::string text = "the ranks have called different collectives:";
  const char* separator = " ";
  for (const auto& entry : ranks_by_text) {
    text += fmt::format("{}{} by {}", separator, entry.first, text_of_ranks(entry.second));
    separator = "; ";
  }
  return text;
}

std::string mismatch_of(const std::vector<CollectiveCall>& calls) {
  std::vector<const CollectiveCall*> pointers;
  for (const CollectiveCall& call : calls) pointers.push_back(&call);
  return mismatch_of(pointers);
}

CollectiveCall common_part(const CollectiveCall& call) {
  CollectiveCall part;
  std::memset(static_cast<void*>(&part), 0, sizeof(part));  // padding, too
  part.kind = call.kind;
  part.reduction = call.reduction;
  part.element = call.element;
  part.peer = call.peer;
  part.count = call.count;
  return part;
}

}  // namespace duet::detail
