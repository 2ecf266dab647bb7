#pragma once

// Thrust's algorithms in kernels: each thread runs them by itself, with every policy.

#include <duet/spelling/thrust/own_algorithms.hpp>

namespace thrust {

// Enumerators, since kernels cannot refer to the host's objects.
enum sequential_policy { seq };
enum host_policy { host };
enum device_policy { device };
namespace cuda {
enum parallel_policy { par, par_nosync };
}

template <typename T_>
inline constexpr bool is_policy =
    ::std::is_same<T_, sequential_policy>::value || ::std::is_same<T_, host_policy>::value ||
    ::std::is_same<T_, device_policy>::value || ::std::is_same<T_, cuda::parallel_policy>::value;

/// Passes on the arguments but for a policy.
#define DUET_SPELLING_ALGORITHM(scope, name)                            \
  template <typename First_, typename... A_>                            \
  __host__ __device__ inline auto name(First_ first, A_... arguments) { \
    if constexpr (is_policy<First_>) {                                  \
      return scope::name(arguments...);                                 \
    } else {                                                            \
      return scope::name(first, arguments...);                          \
    }                                                                   \
  }
DUET_SPELLING_ALGORITHM(::std, adjacent_difference)
DUET_SPELLING_ALGORITHM(::std, all_of)
DUET_SPELLING_ALGORITHM(::std, any_of)
DUET_SPELLING_ALGORITHM(::std, binary_search)
DUET_SPELLING_ALGORITHM(::std, copy)
DUET_SPELLING_ALGORITHM(own, copy_if)
DUET_SPELLING_ALGORITHM(::std, copy_n)
DUET_SPELLING_ALGORITHM(::std, count)
DUET_SPELLING_ALGORITHM(::std, count_if)
DUET_SPELLING_ALGORITHM(::std, equal)
DUET_SPELLING_ALGORITHM(::std, equal_range)
DUET_SPELLING_ALGORITHM(own, exclusive_scan)
DUET_SPELLING_ALGORITHM(::std, fill)
DUET_SPELLING_ALGORITHM(::std, fill_n)
DUET_SPELLING_ALGORITHM(::std, find)
DUET_SPELLING_ALGORITHM(::std, find_if)
DUET_SPELLING_ALGORITHM(::std, find_if_not)
DUET_SPELLING_ALGORITHM(::std, for_each)
DUET_SPELLING_ALGORITHM(::std, for_each_n)
DUET_SPELLING_ALGORITHM(own, gather)
DUET_SPELLING_ALGORITHM(::std, generate)
DUET_SPELLING_ALGORITHM(::std, inclusive_scan)
DUET_SPELLING_ALGORITHM(::std, inner_product)
DUET_SPELLING_ALGORITHM(::std, is_partitioned)
DUET_SPELLING_ALGORITHM(::std, is_sorted)
DUET_SPELLING_ALGORITHM(::std, is_sorted_until)
DUET_SPELLING_ALGORITHM(::std, lower_bound)
DUET_SPELLING_ALGORITHM(::std, max_element)
DUET_SPELLING_ALGORITHM(::std, merge)
DUET_SPELLING_ALGORITHM(::std, min_element)
DUET_SPELLING_ALGORITHM(::std, minmax_element)
DUET_SPELLING_ALGORITHM(::std, mismatch)
DUET_SPELLING_ALGORITHM(::std, none_of)
DUET_SPELLING_ALGORITHM(::std, partition)
DUET_SPELLING_ALGORITHM(::std, partition_point)
DUET_SPELLING_ALGORITHM(::std, reduce)
DUET_SPELLING_ALGORITHM(own, reduce_by_key)
DUET_SPELLING_ALGORITHM(::std, remove)
DUET_SPELLING_ALGORITHM(::std, remove_copy)
DUET_SPELLING_ALGORITHM(::std, remove_copy_if)
DUET_SPELLING_ALGORITHM(::std, remove_if)
DUET_SPELLING_ALGORITHM(::std, replace)
DUET_SPELLING_ALGORITHM(::std, replace_if)
DUET_SPELLING_ALGORITHM(::std, reverse)
DUET_SPELLING_ALGORITHM(::std, reverse_copy)
DUET_SPELLING_ALGORITHM(own, scatter)
DUET_SPELLING_ALGORITHM(own, sequence)
DUET_SPELLING_ALGORITHM(::std, set_difference)
DUET_SPELLING_ALGORITHM(::std, set_intersection)
DUET_SPELLING_ALGORITHM(::std, set_symmetric_difference)
DUET_SPELLING_ALGORITHM(::std, set_union)
DUET_SPELLING_ALGORITHM(::std, sort)
DUET_SPELLING_ALGORITHM(own, sort_by_key)
DUET_SPELLING_ALGORITHM(::std, stable_partition)
DUET_SPELLING_ALGORITHM(::std, stable_sort)
DUET_SPELLING_ALGORITHM(own, stable_sort_by_key)
DUET_SPELLING_ALGORITHM(::std, swap_ranges)
DUET_SPELLING_ALGORITHM(own, tabulate)
DUET_SPELLING_ALGORITHM(::std, transform)
DUET_SPELLING_ALGORITHM(own, transform_exclusive_scan)
DUET_SPELLING_ALGORITHM(own, transform_if)
DUET_SPELLING_ALGORITHM(own, transform_inclusive_scan)
DUET_SPELLING_ALGORITHM(own, transform_reduce)
DUET_SPELLING_ALGORITHM(::std, unique)
DUET_SPELLING_ALGORITHM(::std, unique_copy)
DUET_SPELLING_ALGORITHM(::std, upper_bound)
#undef DUET_SPELLING_ALGORITHM

}  // namespace thrust
