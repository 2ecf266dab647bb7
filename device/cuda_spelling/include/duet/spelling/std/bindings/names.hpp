#pragma once

// Structured bindings take tuples and arrays apart by names that compilers look for in the
// namespace std itself. In kernels that namespace has another name.
#ifdef std
#undef std
namespace std {
template <typename T_>
struct tuple_size;
template <decltype(sizeof(0)) i_, typename T_>
struct tuple_element;
}  // namespace std
#define std duet_std
#endif
