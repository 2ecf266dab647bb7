// The command without the component duet::distributed.

#include <cstdint>

#include "ranks/ranks.hpp"
#include "ranks/without_component.hpp"

namespace duet::tool {

std::string RankPlace::in(std::string text) const { return text; }
std::vector<std::string> RankPlace::in(std::vector<std::string> texts) const { return texts; }

void add_rank_options(CLI::App& command, RankOptions& /*options*/) {
  constexpr const char* hidden = "";
  for (const char* const name : {"--ranks", "--reduce"}) {
    command
        .add_option_function<std::string>(name,
                                          [](const std::string&) { throw_without_component(); })
        ->group(hidden);
  }
  command.add_flag_function("--launched", [](std::int64_t) { throw_without_component(); })
      ->group(hidden);
}

std::vector<RankPlace> rank_places(const RankOptions& /*options*/) { return {}; }

void run_on_ranks(const RankOptions& /*options*/, const std::vector<RankPlace>& /*places*/,
                  const std::function<void(std::size_t, const CombineOutputs&)>& function) {
  function(0, nullptr);
}

}  // namespace duet::tool
