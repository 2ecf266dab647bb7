#include <duet/bootstrap.hpp>
#include <duet/error.hpp>

#include <memory>

#include <fmt/format.h>

#include "bootstrap/shared_file.hpp"
#include "bootstrap/timeout.hpp"

namespace duet {

namespace {

/// One file for each gathering.
class FolderGather {
 public:
  FolderGather(std::filesystem::path folder, int rank, int size, std::chrono::milliseconds timeout)
      : folder_(std::move(folder)), rank_(rank), size_(size), timeout_(timeout) {}

  GatheredBytes gather(std::span<const std::byte> own) {
    const detail::SharedFile file(path_of(gathered_), rank_, size_);
    file.append(own);
    GatheredBytes all = file.wait(timeout_);
    // All ranks that are here have read the file before.
    if (rank_ == 0 && gathered_ > 0) {
      std::error_code ignored;
      std::filesystem::remove(path_of(gathered_ - 1), ignored);
    }
    ++gathered_;
    return all;
  }

 private:
  std::filesystem::path path_of(std::size_t number) const {
    return folder_ / fmt::format("duet-gather-{}", number);
  }

  const std::filesystem::path folder_;
  const int rank_;
  const int size_;
  const std::chrono::milliseconds timeout_;
  std::size_t gathered_ = 0;
};

}  // namespace

Bootstrap Bootstrap::shared_folder(const std::filesystem::path& folder, int rank, int size,
                                   int local_rank, Timeout timeout) {
  if (size < 1 || rank < 0 || rank >= size) {
    throw Error(ErrorCode::invalid_argument,
                fmt::format("rank {} of {} ranks: ranks are 0 to size - 1", rank, size));
  }
  if (!std::filesystem::is_directory(folder)) {
    throw Error(ErrorCode::io, fmt::format("{} is no folder", folder.string()));
  }
  const auto shared =
      std::make_shared<FolderGather>(folder, rank, size, detail::milliseconds_of(timeout));
  return {rank, size, local_rank,
          [shared](std::span<const std::byte> own) { return shared->gather(own); }};
}

}  // namespace duet
