// The command without the component duet::distributed.

#include "ranks/ranks.hpp"

namespace duet::tool {

std::string RankPlace::in(std::string text) const { return text; }
std::vector<std::string> RankPlace::in(std::vector<std::string> texts) const { return texts; }

void add_rank_options(CLI::App& /*command*/, RankOptions& /*options*/) {}

std::vector<RankPlace> rank_places(const RankOptions& /*options*/) { return {}; }

void run_on_ranks(const RankOptions& /*options*/, const std::vector<RankPlace>& /*places*/,
                  const std::function<void(std::size_t, const CombineOutputs&)>& function) {
  function(0, nullptr);
}

}  // namespace duet::tool
