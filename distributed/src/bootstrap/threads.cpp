#include <duet/bootstrap.hpp>

#include <chrono>
#include <cstddef>
#include <memory>

#include <fmt/format.h>

#include "engine/failure.hpp"
#include "local/meeting.hpp"

namespace duet {

namespace {

constexpr std::chrono::milliseconds timeout{60'000};

/// What the threads share.
class ThreadGather {
 public:
  explicit ThreadGather(int size)
      : meeting_(size, failure_), bytes_(static_cast<std::size_t>(size)) {}

  GatheredBytes gather(int rank, std::span<const std::byte> own) {
    bytes_[static_cast<std::size_t>(rank)].assign(own.begin(), own.end());
    meeting_.arrive(rank, "Bootstrap::threads", timeout);
    GatheredBytes all = bytes_;
    meeting_.arrive(rank, "Bootstrap::threads", timeout);
    return all;
  }

 private:
  detail::Failure failure_{};
  detail::Meeting meeting_;
  GatheredBytes bytes_;
};

}  // namespace

std::vector<Bootstrap> Bootstrap::threads(int size) {
  if (size < 1) {
    throw Error(ErrorCode::invalid_argument, fmt::format("{} is no number of ranks", size));
  }
  const auto shared = std::make_shared<ThreadGather>(size);
  std::vector<Bootstrap> all;
  for (int rank = 0; rank < size; ++rank) {
    all.push_back({rank, size, rank, [shared, rank](std::span<const std::byte> own) {
                     return shared->gather(rank, own);
                   }});
  }
  return all;
}

}  // namespace duet
