#pragma once

#include <array>
#include <cstddef>
#include <cstring>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "distributed/values.hpp"

#include <duet/distributed.hpp>
#include <duet/duet.hpp>

namespace duet::test {

/// Checks every collective for one type of elements and one count against a sequential reference.
template <typename T>
class CollectiveCheck {
 public:
  CollectiveCheck(Communicator& communicator, Stream& stream, std::size_t count)
      : communicator_(communicator),
        stream_(stream),
        rank_(communicator.rank()),
        size_(communicator.size()),
        count_(count) {}

  void run() {
    if constexpr (detail::Element<T>) {
      for (const Reduction reduction : {Reduction::sum, Reduction::product, Reduction::min,
                                        Reduction::max, Reduction::average}) {
        if (communicator_.reduces(data_type_of<T>(), reduction)) reductions(reduction);
      }
    }
    broadcast();
    gathers();
    scatter();
    all_to_all();
    ring();
  }

 private:
  /// The number of this rank's first element among those of all ranks.
  std::size_t first() const { return static_cast<std::size_t>(rank_) * count_; }
  std::size_t total() const { return count_ * static_cast<std::size_t>(size_); }

  Buffer<T> filled(std::size_t count, Reduction reduction = Reduction::sum) {
    return from(values_of<T>(rank_, count, size_, reduction));
  }
  Buffer<T> from(const std::vector<T>& values) {
    Buffer<T> buffer(stream_, values.size());
    if constexpr (std::is_same_v<T, bool>) {
      const std::vector<unsigned char> bytes(values.begin(), values.end());
      const DeviceSpan<unsigned char> span(reinterpret_cast<unsigned char*>(buffer.data()),
                                           buffer.size());
      copy(stream_, span, bytes);
      stream_.synchronize();
    } else {
      copy(stream_, buffer, values);
      stream_.synchronize();
    }
    return buffer;
  }

  void expect(const Buffer<T>& buffer, const std::vector<T>& expected, const std::string& what) {
    communicator_.synchronize(stream_);
    std::vector<T> values(buffer.size());
    if constexpr (std::is_same_v<T, bool>) {
      const DeviceSpan<const unsigned char> span(
          reinterpret_cast<const unsigned char*>(buffer.data()), buffer.size());
      std::vector<unsigned char> bytes(buffer.size());
      copy(stream_, bytes, span);
      stream_.synchronize();
      values.assign(bytes.begin(), bytes.end());
    } else {
      values = buffer.to_vector(stream_);
    }
    EXPECT_TRUE(values == expected) << what << ", rank " << rank_ << " of " << size_ << ", "
                                    << count_ << " elements of " << sizeof(T) << " bytes";
  }

  void reductions(Reduction reduction) {
    const std::string name = name_of(reduction);
    const std::vector<T> expected = reduced_values<T>(count_, size_, reduction);
    const Buffer<T> send = filled(count_, reduction);
    const Buffer<T> receive(stream_, count_);
    communicator_.all_reduce(stream_, send, receive, reduction);
    expect(receive, expected, "all_reduce " + name);

    const Buffer<T> in_place = filled(count_, reduction);
    communicator_.all_reduce(stream_, in_place, reduction);
    expect(in_place, expected, "all_reduce in place " + name);

    const int root = size_ - 1;
    const Buffer<T> rooted = filled(count_, reduction);
    communicator_.reduce(stream_, send, rooted, reduction, root);
    expect(rooted, rank_ == root ? expected : values_of<T>(rank_, count_, size_, reduction),
           "reduce " + name);

    const std::vector<T> all = reduced_values<T>(total(), size_, reduction);
    const auto begin = all.begin() + rank_ * static_cast<std::ptrdiff_t>(count_);
    const Buffer<T> large = filled(total(), reduction);
    communicator_.reduce_scatter(stream_, large, receive, reduction);
    expect(receive, std::vector<T>(begin, begin + static_cast<std::ptrdiff_t>(count_)),
           "reduce_scatter " + name);
  }

  void broadcast() {
    const int root = size_ / 2;
    const Buffer<T> data = filled(count_);
    communicator_.broadcast(stream_, data, root);
    expect(data, values_of<T>(root, count_, size_), "broadcast");
  }

  void gathers() {
    std::vector<T> expected;
    for (int rank = 0; rank < size_; ++rank) {
      const std::vector<T> values = values_of<T>(rank, count_, size_);
      expected.insert(expected.end(), values.begin(), values.end());
    }
    const Buffer<T> send = filled(count_);
    const Buffer<T> receive(stream_, total());
    communicator_.all_gather(stream_, send, receive);
    expect(receive, expected, "all_gather");

    const Buffer<T> in_place(stream_, total());
    const DeviceSpan<T> own = in_place.subspan(first(), count_);
    copy(stream_, own, send);
    communicator_.all_gather(stream_, own, in_place);
    expect(in_place, expected, "all_gather in place");

    const Buffer<T> rooted = filled(total());
    communicator_.gather(stream_, send, rooted, 0);
    expect(rooted, rank_ == 0 ? expected : values_of<T>(rank_, total(), size_), "gather");
  }

  void scatter() {
    const int root = size_ - 1;
    const Buffer<T> send = filled(total());
    const Buffer<T> receive(stream_, count_);
    communicator_.scatter(stream_, send, receive, root);
    expect(receive, values_of<T>(root, count_, size_, Reduction::sum, first()), "scatter");
  }

  void all_to_all() {
    std::vector<T> expected;
    for (int rank = 0; rank < size_; ++rank) {
      const std::vector<T> part = values_of<T>(rank, count_, size_, Reduction::sum, first());
      expected.insert(expected.end(), part.begin(), part.end());
    }
    const Buffer<T> send = filled(total());
    const Buffer<T> receive(stream_, total());
    communicator_.all_to_all(stream_, send, receive);
    expect(receive, expected, "all_to_all");
  }

  /// Each rank sends to the next one.
  void ring() {
    if (size_ == 1) return;
    const int next = (rank_ + 1) % size_, previous = (rank_ + size_ - 1) % size_;
    const Buffer<T> send = filled(count_);
    const Buffer<T> receive(stream_, count_);
    CollectiveGroup group = communicator_.group();
    communicator_.receive(stream_, receive, previous);
    communicator_.send(stream_, send, next);
    group.submit();
    communicator_.barrier(stream_);
    expect(receive, values_of<T>(previous, count_, size_), "send and receive");
  }

  Communicator& communicator_;
  Stream& stream_;
  const int rank_;
  const int size_;
  const std::size_t count_;
};

template <typename T>
void check_collectives(Communicator& communicator, Stream& stream,
                       const std::vector<std::size_t>& counts) {
  for (const std::size_t count : counts) {
    CollectiveCheck<T>(communicator, stream, count).run();
  }
}

template <typename... T>
void check_types(Communicator& communicator, Stream& stream,
                 const std::vector<std::size_t>& counts) {
  (check_collectives<T>(communicator, stream, counts), ...);
}

/// All element types, and one without a DataType.
inline void check_all_types(Communicator& communicator, Stream& stream,
                            const std::vector<std::size_t>& counts) {
  check_types<bool, std::int8_t, std::int16_t, std::int32_t, std::int64_t, std::uint8_t,
              std::uint16_t, std::uint32_t, std::uint64_t, half, bfloat16, float, double,
              std::complex<float>, std::complex<double>, Point>(communicator, stream, counts);
}

}  // namespace duet::test
