#pragma once

namespace duet::detail {

template <typename T>
struct NotDeduced {
  using type = T;
};
/// A parameter type that is not deduced from this argument but from another: atomic_add(&byte, 1).
template <typename T>
using not_deduced = typename NotDeduced<T>::type;

}  // namespace duet::detail
