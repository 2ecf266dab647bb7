#pragma once

#include <cstddef>
#include <optional>
#include <utility>

#include <duet/communicator.hpp>

DUET_API_BEGIN
namespace duet {

/// Reduces many arrays in buckets: arrays are collected until they have a number of bytes, and are
/// then submitted as one group, whose calls progress together. What is submitted runs while the
/// next arrays are computed, if another stream computes them or, with an encoder, where memory
/// allows it.
///
///     AllReduceBuckets buckets(communicator, encoder, Reduction::average, 1 << 20);
///     for (auto& layer : layers) {
///       encoder.launch(backward, shape, in(layer.input), out(layer.gradient));
///       buckets.add(layer.gradient);
///     }
///     buckets.flush();
///
/// All ranks must add arrays of the same sizes and types in the same order.
/// Ownership: must not outlive the communicator and the stream or encoder. Arrays that are not
/// submitted when it is destroyed are not reduced.
/// Thread-safety: that of the communicator, which takes no other calls between `add` and `flush`.
class AllReduceBuckets {
 public:
  /// @param communicator  its device has the arrays
  /// @param queue         a stream or an encoder
  /// @param reduction     how elements are combined
  /// @param bytes         submits as soon as the arrays of a bucket have this size; 0: each array
  AllReduceBuckets(Communicator& communicator, WorkQueue queue, Reduction reduction,
                   std::size_t bytes)
      : communicator_(communicator), queue_(queue), reduction_(reduction), limit_(bytes) {}

  /// Adds an array, which is replaced by the reduction of those of all ranks.
  /// @throws Error  as Communicator::all_reduce
  template <detail::DeviceRange R>
  void add(const R& data) {
    if (!group_) group_.emplace(communicator_.group());
    communicator_.all_reduce(queue_, data, reduction_);
    bytes_ += data.size() * sizeof(typename R::element_type);
    if (bytes_ >= limit_) flush();
  }
  /// Submits what has been added. No-op if that is nothing.
  /// @throws Error  as Communicator::all_reduce
  void flush() {
    std::optional<CollectiveGroup> group = std::move(group_);
    group_.reset();
    bytes_ = 0;
    if (group) group->submit();
  }

 private:
  Communicator& communicator_;
  WorkQueue queue_;
  Reduction reduction_;
  std::size_t limit_;
  std::size_t bytes_ = 0;
  std::optional<CollectiveGroup> group_{};
};

}  // namespace duet
DUET_API_END
