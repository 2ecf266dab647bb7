#include "engine/call_text.hpp"

#include <algorithm>
#include <cstddef>

#include <fmt/format.h>

namespace duet {

const char* name_of(Reduction reduction) noexcept {
  switch (reduction) {
    case Reduction::sum: return "sum";
    case Reduction::product: return "product";
    case Reduction::min: return "min";
    case Reduction::max: return "max";
    case Reduction::average: return "average";
  }
  return "unknown";
}

namespace detail {

namespace {

constexpr std::size_t most_named_ranks = 8;

/// The word between a call and its peer.
const char* preposition(CollectiveKind kind) {
  const bool is_source = kind == CollectiveKind::broadcast || kind == CollectiveKind::scatter ||
                         kind == CollectiveKind::receive;
  return is_source ? "from" : "to";
}

}  // namespace

const char* name_of(CollectiveKind kind) noexcept {
  switch (kind) {
    case CollectiveKind::all_reduce: return "all_reduce";
    case CollectiveKind::all_gather: return "all_gather";
    case CollectiveKind::reduce_scatter: return "reduce_scatter";
    case CollectiveKind::broadcast: return "broadcast";
    case CollectiveKind::reduce: return "reduce";
    case CollectiveKind::gather: return "gather";
    case CollectiveKind::scatter: return "scatter";
    case CollectiveKind::all_to_all: return "all_to_all";
    case CollectiveKind::send: return "send";
    case CollectiveKind::receive: return "receive";
    case CollectiveKind::barrier: return "barrier";
  }
  return "unknown";
}

std::string text_of(const ElementType& element) {
  if (element.number) return duet::name_of(*element.number);
  return fmt::format("elements of {} bytes", element.bytes);
}

std::string text_of(const CollectiveCall& call) {
  std::string text = name_of(call.kind);
  if (call.kind == CollectiveKind::barrier) return text;
  if (is_reduction(call.kind)) text += fmt::format("({})", duet::name_of(call.reduction));
  text += fmt::format(" of {} {}", call.count, text_of(call.element));
  if (call.peer >= 0) text += fmt::format(" {} rank {}", preposition(call.kind), call.peer);
  return text;
}

std::string text_of_ranks(const std::vector<int>& ranks) {
  if (ranks.size() == 1) return fmt::format("rank {}", ranks.front());
  const std::size_t named = std::min(ranks.size(), most_named_ranks);
  std::string text = fmt::format("ranks {}", ranks.front());
  for (std::size_t i = 1; i < named; ++i) text += fmt::format(", {}", ranks[i]);
  if (named < ranks.size()) text += fmt::format(" and {} more", ranks.size() - named);
  return text;
}

std::string text_of_absent_ranks(const std::vector<char>& present) {
  std::vector<int> absent;
  for (std::size_t rank = 0; rank < present.size(); ++rank) {
    if (present[rank] == 0) absent.push_back(static_cast<int>(rank));
  }
  return text_of_ranks(absent);
}

}  // namespace detail

}  // namespace duet
