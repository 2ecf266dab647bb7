#pragma once

// Thrust's iterators whose elements are computed.

#include <duet/spelling/std/iterator.hpp>

namespace thrust {

/// What iterators have in common.
/// @tparam Self_      the iterator: its `operator*` gives the element at `position_`
/// @tparam Position_  an iterator or a number
template <typename Self_, typename Value_, typename Position_>
class computed_iterator {
 public:
  using value_type = Value_;
  using difference_type = ptrdiff_t;
  using pointer = const Value_*;
  using reference = Value_;
  using iterator_category = ::std::random_access_iterator_tag;

  computed_iterator() = default;
  __host__ __device__ explicit computed_iterator(Position_ position) : position_(position) {}
  __host__ __device__ const Position_& base() const { return position_; }
  __host__ __device__ decltype(auto) operator[](ptrdiff_t n) const { return *(*this + n); }
  __host__ __device__ Self_& operator+=(ptrdiff_t n) {
    position_ += n;
    return static_cast<Self_&>(*this);
  }
  __host__ __device__ Self_& operator-=(ptrdiff_t n) { return *this += -n; }
  __host__ __device__ Self_& operator++() { return *this += 1; }
  __host__ __device__ Self_& operator--() { return *this += -1; }
  __host__ __device__ Self_ operator++(int) {
    const Self_ old = static_cast<Self_&>(*this);
    *this += 1;
    return old;
  }
  __host__ __device__ Self_ operator--(int) {
    const Self_ old = static_cast<Self_&>(*this);
    *this += -1;
    return old;
  }
  __host__ __device__ Self_ operator+(ptrdiff_t n) const {
    Self_ moved = static_cast<const Self_&>(*this);
    return moved += n;
  }
  __host__ __device__ Self_ operator-(ptrdiff_t n) const { return *this + -n; }
  __host__ __device__ friend ptrdiff_t operator-(const Self_& a, const Self_& b) {
    return ptrdiff_t(a.position_ - b.position_);
  }
  __host__ __device__ friend bool operator==(const Self_& a, const Self_& b) {
    return a.position_ == b.position_;
  }
  __host__ __device__ friend bool operator!=(const Self_& a, const Self_& b) { return !(a == b); }
  __host__ __device__ friend bool operator<(const Self_& a, const Self_& b) {
    return a.position_ < b.position_;
  }

 protected:
  Position_ position_{};
};

template <typename T_>
class counting_iterator : public computed_iterator<counting_iterator<T_>, T_, T_> {
 public:
  using computed_iterator<counting_iterator, T_, T_>::computed_iterator;
  __host__ __device__ T_ operator*() const { return this->position_; }
};
template <typename T_>
__host__ __device__ inline counting_iterator<T_> make_counting_iterator(T_ first) {
  return counting_iterator<T_>(first);
}

template <typename T_>
class constant_iterator : public computed_iterator<constant_iterator<T_>, T_, ptrdiff_t> {
 public:
  constant_iterator() = default;
  __host__ __device__ explicit constant_iterator(T_ value, ptrdiff_t at = 0)
      : computed_iterator<constant_iterator, T_, ptrdiff_t>(at), value_(value) {}
  __host__ __device__ T_ operator*() const { return value_; }

 private:
  T_ value_{};
};
template <typename T_>
__host__ __device__ inline constant_iterator<T_> make_constant_iterator(T_ value) {
  return constant_iterator<T_>(value);
}

/// A function that needs no memory if it has no data. As a member it would have a byte that is
/// never written; objects with such bytes become undefined where AMD's compiler (hiprtc 5.2)
/// returns them.
template <typename F_, bool is_empty_ = ::std::is_empty<F_>::value && !::std::is_final<F_>::value>
class held_function {
 public:
  held_function() = default;
  __host__ __device__ explicit held_function(F_ function) : function_(function) {}

 protected:
  __host__ __device__ const F_& function() const { return function_; }

 private:
  F_ function_;
};
template <typename F_>
class held_function<F_, true> : F_ {
 public:
  held_function() = default;
  __host__ __device__ explicit held_function(F_ function) : F_(function) {}

 protected:
  __host__ __device__ const F_& function() const { return *this; }
};

template <typename F_, typename I_>
using transformed = ::std::decay_t<decltype(::std::declval<F_>()(*::std::declval<I_>()))>;
template <typename F_, typename I_>
class transform_iterator
    : public computed_iterator<transform_iterator<F_, I_>, transformed<F_, I_>, I_>,
      held_function<F_> {
 public:
  transform_iterator() = default;
  __host__ __device__ transform_iterator(I_ position, F_ function)
      : computed_iterator<transform_iterator, transformed<F_, I_>, I_>(position),
        held_function<F_>(function) {}
  __host__ __device__ transformed<F_, I_> operator*() const {
    return this->function()(*this->position_);
  }
};
template <typename F_, typename I_>
__host__ __device__ inline transform_iterator<F_, I_> make_transform_iterator(I_ position,
                                                                              F_ function) {
  return {position, function};
}

/// The elements of a sequence in the order of indices.
template <typename E_, typename I_>
class permutation_iterator
    : public computed_iterator<permutation_iterator<E_, I_>,
                               typename ::std::iterator_traits<E_>::value_type, I_> {
 public:
  permutation_iterator() = default;
  __host__ __device__ permutation_iterator(E_ elements, I_ position)
      : computed_iterator<permutation_iterator, typename ::std::iterator_traits<E_>::value_type,
                          I_>(position),
        elements_(elements) {}
  __host__ __device__ decltype(auto) operator*() const { return elements_[*this->position_]; }

 private:
  E_ elements_{};
};
template <typename E_, typename I_>
__host__ __device__ inline permutation_iterator<E_, I_> make_permutation_iterator(E_ elements,
                                                                                  I_ position) {
  return {elements, position};
}

}  // namespace thrust
