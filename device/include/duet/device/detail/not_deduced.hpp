#pragma once

namespace duet::detail {

template <typename T>
struct NotDeduced {
  using type = T;
};
/// For a parameter whose type another one gives: atomic_add(&byte, 1).
template <typename T>
using not_deduced = typename NotDeduced<T>::type;

}  // namespace duet::detail
