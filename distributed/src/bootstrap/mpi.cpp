#include <algorithm>
#include <cstring>
#include <memory>
#include <numeric>

#include <duet/bootstrap.hpp>
#include <duet/error.hpp>

#include "bootstrap/timeout.hpp"
#include "mpi/mpi_library.hpp"
#include "mpi/mpi_ranks.hpp"

namespace duet {

namespace {

/// Ranks may give different numbers of bytes: all send as many as the most.
GatheredBytes gather(detail::MpiRanks& ranks, std::span<const std::byte> own) {
  const std::vector<std::size_t> sizes = ranks.all_gather(own.size());
  const std::size_t most = *std::max_element(sizes.begin(), sizes.end());
  std::vector<std::byte> sent(most), received(most * sizes.size());
  std::copy(own.begin(), own.end(), sent.begin());
  detail::CollectiveCall call;
  call.kind = detail::CollectiveKind::all_gather;
  call.count = most;
  call.send = sent.data();
  call.receive = received.data();
  ranks.run({call});
  GatheredBytes all;
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    const std::byte* const begin = received.data() + i * most;
    all.emplace_back(begin, begin + sizes[i]);
  }
  return all;
}

}  // namespace

Bootstrap Bootstrap::mpi(std::optional<Timeout> timeout) {
  Bootstrap made;
  detail::mpi_calls().world(made.rank, made.size, made.local_rank);
  std::vector<int> all(static_cast<std::size_t>(made.size));
  std::iota(all.begin(), all.end(), 0);
  const auto ranks =
      std::make_shared<detail::MpiRanks>(nullptr, all, detail::timeout_or_default(timeout));
  made.all_gather = [ranks](std::span<const std::byte> own) { return gather(*ranks, own); };
  return made;
}

}  // namespace duet
