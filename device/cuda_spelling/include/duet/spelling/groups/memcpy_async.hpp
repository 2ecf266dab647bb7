#pragma once

#include <duet/spelling/groups/tiles.hpp>

namespace cooperative_groups {

namespace detail {
template <typename Group, typename T>
__device__ inline void copy_elements(const Group& group, T* to, const T* from, unsigned count) {
  for (unsigned i = unsigned(group.thread_rank()); i < count; i += unsigned(group.size())) {
    to[i] = from[i];
  }
}
template <typename Group>
__device__ inline void copy_bytes(const Group& group, void* to, const void* from,
                                  unsigned long bytes) {
  const unsigned long places =
      reinterpret_cast<unsigned long>(to) | reinterpret_cast<unsigned long>(from) | bytes;
  if (places % sizeof(uint4) == 0) {
    copy_elements(group, static_cast<uint4*>(to), static_cast<const uint4*>(from),
                  unsigned(bytes / sizeof(uint4)));
  } else if (places % sizeof(unsigned) == 0) {
    copy_elements(group, static_cast<unsigned*>(to), static_cast<const unsigned*>(from),
                  unsigned(bytes / sizeof(unsigned)));
  } else {
    copy_elements(group, static_cast<char*>(to), static_cast<const char*>(from), unsigned(bytes));
  }
}
}  // namespace detail

/// Copies bytes together. `wait` makes them visible to the group.
template <typename Group, typename T, typename Bytes>
__device__ inline void memcpy_async(const Group& group, T* to, const T* from, const Bytes& bytes) {
  detail::copy_bytes(group, to, from, static_cast<unsigned long>(bytes));
}
/// Copies as many elements as both have.
template <typename Group, typename T, typename To, typename From>
__device__ inline void memcpy_async(const Group& group, T* to, const To& to_count, const T* from,
                                    const From& from_count) {
  const auto a = static_cast<unsigned long>(to_count), b = static_cast<unsigned long>(from_count);
  detail::copy_bytes(group, to, from, (a < b ? a : b) * sizeof(T));
}
template <typename Group>
__device__ inline void wait(const Group& group, duet::vendor::Place place = duet::vendor::here()) {
  group.sync(place);
}
/// Waits for all copies, also the last `Stages`.
template <unsigned Stages, typename Group>
__device__ inline void wait_prior(const Group& group,
                                  duet::vendor::Place place = duet::vendor::here()) {
  group.sync(place);
}

}  // namespace cooperative_groups
