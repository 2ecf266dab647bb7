#include "bootstrap/gather_rounds.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

#include <duet/error.hpp>

namespace duet::detail {

namespace {

using BlockSize = std::uint32_t;

unsigned number(int rank) { return static_cast<unsigned>(rank); }

}  // namespace

GatherRounds::GatherRounds(int rank, int size, std::span<const std::byte> own)
    : rank_(rank), size_(size), data_(sizeof(BlockSize) + own.size()) {
  const auto bytes = static_cast<BlockSize>(own.size());
  std::memcpy(data_.data(), &bytes, sizeof(bytes));
  std::copy(own.begin(), own.end(), data_.begin() + sizeof(bytes));
}

int GatherRounds::count() const noexcept {
  return static_cast<int>(std::bit_width(number(size_ - 1)));
}
int GatherRounds::target(int round) const noexcept { return (rank_ + (1 << round)) % size_; }
int GatherRounds::source(int round) const noexcept {
  return (rank_ + size_ - (1 << round)) % size_;
}

std::size_t GatherRounds::blocks_of(int round) const noexcept {
  return static_cast<std::size_t>(std::min(1 << round, size_ - (1 << round)));
}

std::size_t GatherRounds::end_of(std::span<const std::byte> bytes, std::size_t blocks) const {
  std::size_t end = 0;
  for (; blocks > 0; --blocks) {
    BlockSize block = 0;
    if (bytes.size() - end < sizeof(block)) break;
    std::memcpy(&block, bytes.data() + end, sizeof(block));
    end += sizeof(block);
    if (bytes.size() - end < block) break;
    end += block;
  }
  if (blocks == 0) return end;
  throw Error(ErrorCode::invalid_argument,
              "the bytes of a gathering are malformed: the ranks use different versions of duet");
}

std::span<const std::byte> GatherRounds::message(int round) const {
  const std::span<const std::byte> all(data_);
  return all.first(end_of(all, blocks_of(round)));
}

void GatherRounds::take(int round, std::span<const std::byte> message) {
  const std::size_t end = end_of(message, blocks_of(round));
  data_.insert(data_.end(), message.begin(), message.begin() + static_cast<std::ptrdiff_t>(end));
}

GatheredBytes GatherRounds::finish() const {
  GatheredBytes all(static_cast<std::size_t>(size_));
  std::span<const std::byte> rest(data_);
  for (int distance = 0; distance < size_; ++distance) {
    const std::size_t end = end_of(rest, 1);
    const std::span<const std::byte> block = rest.first(end).subspan(sizeof(BlockSize));
    all[number((rank_ + size_ - distance) % size_)].assign(block.begin(), block.end());
    rest = rest.subspan(end);
  }
  return all;
}

std::vector<int> tree_children(int rank, int size) {
  std::vector<int> children;
  for (int step = static_cast<int>(1U << std::bit_width(number(rank))); rank + step < size;
       step *= 2) {
    children.push_back(rank + step);
  }
  return children;
}

int tree_parent(int rank) { return rank - static_cast<int>(std::bit_floor(number(rank))); }

}  // namespace duet::detail
