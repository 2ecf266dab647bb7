#pragma once

// Types of the host that classes in files of kernels have as members. Nothing can be done with
// them.

namespace std {
struct string {
  string() = default;
  __host__ __device__ string(const char*) {}
};
struct ifstream {};
struct ofstream {};
struct stringstream {};
struct ostringstream {};
struct istringstream {};
struct ostream {};
struct istream {};
struct ios_base {};
struct string_view {};
struct exception {};
struct mutex {};
struct recursive_mutex {};
struct condition_variable {};
struct shared_mutex {};
struct once_flag {};
struct thread {};
struct any {};
template <typename T_>
struct atomic {
  T_ value_;
};
template <typename T_>
struct future {};
template <typename T_>
struct promise {};
template <size_t count>
struct bitset {};
template <typename T_, typename...>
struct vector {};
template <typename T_, typename...>
struct list {};
template <typename T_, typename...>
struct deque {};
template <typename T_, typename...>
struct queue {};
template <typename T_, typename...>
struct stack {};
template <typename K_, typename...>
struct set {};
template <typename K_, typename...>
struct unordered_set {};
template <typename K_, typename V_, typename...>
struct map {};
template <typename K_, typename V_, typename...>
struct unordered_map {};
template <typename K_, typename V_, typename...>
struct multimap {};
template <typename K_, typename...>
struct multiset {};
template <typename T_>
struct hash {};
template <typename F_>
struct function {};
template <typename...>
struct variant {};
template <typename T_>
struct optional {};
template <typename T_, typename...>
struct unique_ptr {};
template <typename T_>
struct shared_ptr {};
template <typename T_>
struct weak_ptr {};
}  // namespace std
