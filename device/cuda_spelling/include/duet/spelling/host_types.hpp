#pragma once

// Types of the host that classes in files of kernels have as members. Nothing can be done with
// them. They have the sizes of libstdc++ on 64-bit Linux, so that a class which a kernel takes by
// value has its other members where the host has them.

/// A class of some bytes, and the head of its template. Its constructor is written out so that
/// members of the type can be constant.
#define DUET_SPELLING_HOST_TYPE(name, bytes, ...)        \
  __VA_ARGS__ struct alignas(8) name {                   \
    unsigned char content_[bytes];                       \
    __host__ __device__ constexpr name() : content_() {} \
  };
/// The same for one that can be null.
#define DUET_SPELLING_HOST_POINTER(name, bytes, ...)                  \
  __VA_ARGS__ struct alignas(8) name {                                \
    unsigned char content_[bytes];                                    \
    __host__ __device__ constexpr name() : content_() {}              \
    __host__ __device__ constexpr name(decltype(nullptr)) : name() {} \
  };

namespace std {
struct alignas(8) string {
  unsigned char content_[32];
  __host__ __device__ constexpr string() : content_() {}
  __host__ __device__ constexpr string(const char*) : string() {}
  __host__ __device__ constexpr string& operator+=(const string&) { return *this; }
};
struct alignas(8) ostringstream {
  unsigned char content_[376];
  __host__ __device__ constexpr ostringstream() : content_() {}
  __host__ __device__ constexpr string str() const { return {}; }
};
DUET_SPELLING_HOST_TYPE(ifstream, 520)
DUET_SPELLING_HOST_TYPE(ofstream, 512)
DUET_SPELLING_HOST_TYPE(stringstream, 392)
DUET_SPELLING_HOST_TYPE(istringstream, 384)
DUET_SPELLING_HOST_TYPE(ostream, 272)
DUET_SPELLING_HOST_TYPE(istream, 280)
DUET_SPELLING_HOST_TYPE(ios_base, 216)
DUET_SPELLING_HOST_TYPE(string_view, 16)
DUET_SPELLING_HOST_TYPE(exception, 8)
DUET_SPELLING_HOST_TYPE(bad_alloc, 8)
template <typename T_>
struct allocator {
  using value_type = T_;
  __host__ __device__ constexpr allocator() {}
};
/// What an allocator is for other elements.
template <typename A_, typename T_>
struct duet_rebound {};
template <template <typename, typename...> class A_, typename U_, typename... R_, typename T_>
struct duet_rebound<A_<U_, R_...>, T_> {
  using type = A_<T_, R_...>;
};
template <typename A_>
struct allocator_traits {
  template <typename T_>
  using rebind_alloc = typename duet_rebound<A_, T_>::type;
};
DUET_SPELLING_HOST_TYPE(mutex, 40)
DUET_SPELLING_HOST_TYPE(recursive_mutex, 40)
DUET_SPELLING_HOST_TYPE(condition_variable, 48)
DUET_SPELLING_HOST_TYPE(shared_mutex, 56)
struct once_flag {
  int content_;
  __host__ __device__ constexpr once_flag() : content_() {}
};
DUET_SPELLING_HOST_TYPE(thread, 8)
DUET_SPELLING_HOST_TYPE(any, 16)
template <typename T_>
struct atomic {
  __host__ __device__ constexpr atomic(T_ value = T_()) : value_(value) {}
  T_ value_;
};
DUET_SPELLING_HOST_TYPE(future, 16, template <typename T_>)
DUET_SPELLING_HOST_TYPE(promise, 24, template <typename T_>)
DUET_SPELLING_HOST_TYPE(bitset, (count + 63) / 64 * 8, template <size_t count>)
DUET_SPELLING_HOST_TYPE(vector, 24, template <typename T_, typename...>)
DUET_SPELLING_HOST_TYPE(list, 24, template <typename T_, typename...>)
DUET_SPELLING_HOST_TYPE(deque, 80, template <typename T_, typename...>)
DUET_SPELLING_HOST_TYPE(queue, 80, template <typename T_, typename...>)
DUET_SPELLING_HOST_TYPE(stack, 80, template <typename T_, typename...>)
DUET_SPELLING_HOST_TYPE(set, 48, template <typename K_, typename...>)
DUET_SPELLING_HOST_TYPE(unordered_set, 56, template <typename K_, typename...>)
DUET_SPELLING_HOST_TYPE(map, 48, template <typename K_, typename V_, typename...>)
DUET_SPELLING_HOST_TYPE(unordered_map, 56, template <typename K_, typename V_, typename...>)
DUET_SPELLING_HOST_TYPE(multimap, 48, template <typename K_, typename V_, typename...>)
DUET_SPELLING_HOST_TYPE(multiset, 48, template <typename K_, typename...>)
template <typename T_>
struct hash {
  __host__ __device__ constexpr hash() {}
};
DUET_SPELLING_HOST_POINTER(function, 32, template <typename F_>)
/// The largest of some sizes.
constexpr size_t duet_most(size_t most) { return most; }
template <typename... S_>
constexpr size_t duet_most(size_t a, size_t b, S_... rest) {
  return duet_most(a < b ? b : a, rest...);
}
/// An index behind the largest type.
template <typename... T_>
struct alignas(duet_most(1, alignof(T_)...)) variant {
  unsigned char content_[duet_most(1, sizeof(T_)...)];
  unsigned char index_;
  __host__ __device__ constexpr variant() : content_(), index_() {}
};
DUET_SPELLING_HOST_POINTER(unique_ptr, 8, template <typename T_, typename...>)
DUET_SPELLING_HOST_POINTER(shared_ptr, 16, template <typename T_>)
DUET_SPELLING_HOST_TYPE(weak_ptr, 16, template <typename T_>)
}  // namespace std
#undef DUET_SPELLING_HOST_TYPE
#undef DUET_SPELLING_HOST_POINTER
