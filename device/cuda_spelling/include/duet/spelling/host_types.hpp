#pragma once

// Types of the host that classes in files of kernels have as members. Nothing can be done with
// them.

/// A class, and the head of its template. Its constructor is written out so that members of the
/// type can be constant.
#define DUET_SPELLING_HOST_TYPE(name, ...)  \
  __VA_ARGS__ struct name {                 \
    __host__ __device__ constexpr name() {} \
  };
/// The same for one that can be null.
#define DUET_SPELLING_HOST_POINTER(name, ...)                \
  __VA_ARGS__ struct name {                                  \
    __host__ __device__ constexpr name() {}                  \
    __host__ __device__ constexpr name(decltype(nullptr)) {} \
  };

namespace std {
struct string {
  __host__ __device__ constexpr string() {}
  __host__ __device__ constexpr string(const char*) {}
  __host__ __device__ constexpr string& operator+=(const string&) { return *this; }
};
struct ostringstream {
  __host__ __device__ constexpr ostringstream() {}
  __host__ __device__ constexpr string str() const { return {}; }
};
DUET_SPELLING_HOST_TYPE(ifstream)
DUET_SPELLING_HOST_TYPE(ofstream)
DUET_SPELLING_HOST_TYPE(stringstream)
DUET_SPELLING_HOST_TYPE(istringstream)
DUET_SPELLING_HOST_TYPE(ostream)
DUET_SPELLING_HOST_TYPE(istream)
DUET_SPELLING_HOST_TYPE(ios_base)
DUET_SPELLING_HOST_TYPE(string_view)
DUET_SPELLING_HOST_TYPE(exception)
DUET_SPELLING_HOST_TYPE(bad_alloc)
DUET_SPELLING_HOST_TYPE(allocator, template <typename T_>)
DUET_SPELLING_HOST_TYPE(mutex)
DUET_SPELLING_HOST_TYPE(recursive_mutex)
DUET_SPELLING_HOST_TYPE(condition_variable)
DUET_SPELLING_HOST_TYPE(shared_mutex)
DUET_SPELLING_HOST_TYPE(once_flag)
DUET_SPELLING_HOST_TYPE(thread)
DUET_SPELLING_HOST_TYPE(any)
template <typename T_>
struct atomic {
  __host__ __device__ constexpr atomic(T_ value = T_()) : value_(value) {}
  T_ value_;
};
DUET_SPELLING_HOST_TYPE(future, template <typename T_>)
DUET_SPELLING_HOST_TYPE(promise, template <typename T_>)
DUET_SPELLING_HOST_TYPE(bitset, template <size_t count>)
DUET_SPELLING_HOST_TYPE(vector, template <typename T_, typename...>)
DUET_SPELLING_HOST_TYPE(list, template <typename T_, typename...>)
DUET_SPELLING_HOST_TYPE(deque, template <typename T_, typename...>)
DUET_SPELLING_HOST_TYPE(queue, template <typename T_, typename...>)
DUET_SPELLING_HOST_TYPE(stack, template <typename T_, typename...>)
DUET_SPELLING_HOST_TYPE(set, template <typename K_, typename...>)
DUET_SPELLING_HOST_TYPE(unordered_set, template <typename K_, typename...>)
DUET_SPELLING_HOST_TYPE(map, template <typename K_, typename V_, typename...>)
DUET_SPELLING_HOST_TYPE(unordered_map, template <typename K_, typename V_, typename...>)
DUET_SPELLING_HOST_TYPE(multimap, template <typename K_, typename V_, typename...>)
DUET_SPELLING_HOST_TYPE(multiset, template <typename K_, typename...>)
DUET_SPELLING_HOST_TYPE(hash, template <typename T_>)
DUET_SPELLING_HOST_POINTER(function, template <typename F_>)
DUET_SPELLING_HOST_TYPE(variant, template <typename...>)
DUET_SPELLING_HOST_POINTER(unique_ptr, template <typename T_, typename...>)
DUET_SPELLING_HOST_POINTER(shared_ptr, template <typename T_>)
DUET_SPELLING_HOST_TYPE(weak_ptr, template <typename T_>)
}  // namespace std
#undef DUET_SPELLING_HOST_TYPE
#undef DUET_SPELLING_HOST_POINTER
