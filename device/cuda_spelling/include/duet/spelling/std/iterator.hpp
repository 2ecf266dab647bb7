#pragma once

#include <duet/spelling/std/cstddef.hpp>

namespace std {

struct input_iterator_tag {};
struct output_iterator_tag {};
struct forward_iterator_tag : input_iterator_tag {};
struct bidirectional_iterator_tag : forward_iterator_tag {};
struct random_access_iterator_tag : bidirectional_iterator_tag {};

template <typename I_>
struct iterator_traits {
  using value_type = typename I_::value_type;
  using difference_type = typename I_::difference_type;
  using pointer = typename I_::pointer;
  using reference = typename I_::reference;
  using iterator_category = typename I_::iterator_category;
};
template <typename T_>
struct iterator_traits<T_*> {
  using value_type = remove_cv_t<T_>;
  using difference_type = ptrdiff_t;
  using pointer = T_*;
  using reference = T_&;
  using iterator_category = random_access_iterator_tag;
};

/// Goes through a sequence from its end to its beginning.
template <typename I_>
class reverse_iterator {
 public:
  using iterator_type = I_;
  using value_type = typename iterator_traits<I_>::value_type;
  using difference_type = typename iterator_traits<I_>::difference_type;
  using pointer = typename iterator_traits<I_>::pointer;
  using reference = typename iterator_traits<I_>::reference;
  using iterator_category = typename iterator_traits<I_>::iterator_category;

  reverse_iterator() = default;
  /// @param behind  the position behind the element that it points to
  __host__ __device__ constexpr explicit reverse_iterator(I_ behind) : behind_(behind) {}

  __host__ __device__ constexpr I_ base() const { return behind_; }
  __host__ __device__ constexpr reference operator*() const {
    I_ at = behind_;
    return *--at;
  }
  __host__ __device__ constexpr pointer operator->() const { return &**this; }
  __host__ __device__ constexpr reference operator[](difference_type n) const {
    return *(*this + n);
  }
  __host__ __device__ constexpr reverse_iterator& operator++() {
    --behind_;
    return *this;
  }
  __host__ __device__ constexpr reverse_iterator& operator--() {
    ++behind_;
    return *this;
  }
  __host__ __device__ constexpr reverse_iterator operator++(int) {
    return reverse_iterator(behind_--);
  }
  __host__ __device__ constexpr reverse_iterator operator--(int) {
    return reverse_iterator(behind_++);
  }
  __host__ __device__ constexpr reverse_iterator& operator+=(difference_type n) {
    behind_ -= n;
    return *this;
  }
  __host__ __device__ constexpr reverse_iterator& operator-=(difference_type n) {
    behind_ += n;
    return *this;
  }
  __host__ __device__ constexpr reverse_iterator operator+(difference_type n) const {
    return reverse_iterator(behind_ - n);
  }
  __host__ __device__ constexpr reverse_iterator operator-(difference_type n) const {
    return reverse_iterator(behind_ + n);
  }
  __host__ __device__ friend constexpr difference_type operator-(const reverse_iterator& a,
                                                                 const reverse_iterator& b) {
    return b.behind_ - a.behind_;
  }
  __host__ __device__ friend constexpr bool operator==(const reverse_iterator& a,
                                                       const reverse_iterator& b) {
    return a.behind_ == b.behind_;
  }
  __host__ __device__ friend constexpr bool operator!=(const reverse_iterator& a,
                                                       const reverse_iterator& b) {
    return !(a == b);
  }
  __host__ __device__ friend constexpr bool operator<(const reverse_iterator& a,
                                                      const reverse_iterator& b) {
    return b.behind_ < a.behind_;
  }

 private:
  I_ behind_{};
};
template <typename I_>
__host__ __device__ constexpr reverse_iterator<I_> make_reverse_iterator(I_ behind) {
  return reverse_iterator<I_>(behind);
}

template <typename C_>
__host__ __device__ constexpr auto begin(C_& c) -> decltype(c.begin()) {
  return c.begin();
}
template <typename C_>
__host__ __device__ constexpr auto end(C_& c) -> decltype(c.end()) {
  return c.end();
}
template <typename C_>
__host__ __device__ constexpr auto size(const C_& c) -> decltype(c.size()) {
  return c.size();
}
template <typename C_>
__host__ __device__ constexpr auto data(C_& c) -> decltype(c.data()) {
  return c.data();
}
template <typename T_, size_t n_>
__host__ __device__ constexpr T_* begin(T_ (&array)[n_]) noexcept {
  return array;
}
template <typename T_, size_t n_>
__host__ __device__ constexpr T_* end(T_ (&array)[n_]) noexcept {
  return array + n_;
}
template <typename T_, size_t n_>
__host__ __device__ constexpr size_t size(const T_ (&)[n_]) noexcept {
  return n_;
}
template <typename I_>
__host__ __device__ constexpr ptrdiff_t distance(I_ first, I_ last) {
  return last - first;
}
template <typename I_, typename N_>
__host__ __device__ constexpr void advance(I_& at, N_ count) {
  at += count;
}
template <typename I_>
__host__ __device__ constexpr I_ next(I_ at, ptrdiff_t count = 1) {
  return at + count;
}
template <typename I_>
__host__ __device__ constexpr I_ prev(I_ at, ptrdiff_t count = 1) {
  return at - count;
}

template <typename C_>
__host__ __device__ constexpr auto cbegin(const C_& c) {
  return std::begin(c);
}
template <typename C_>
__host__ __device__ constexpr auto cend(const C_& c) {
  return std::end(c);
}
template <typename C_>
__host__ __device__ constexpr auto rbegin(C_& c) {
  return std::make_reverse_iterator(std::end(c));
}
template <typename C_>
__host__ __device__ constexpr auto rend(C_& c) {
  return std::make_reverse_iterator(std::begin(c));
}
template <typename C_>
__host__ __device__ constexpr ptrdiff_t ssize(const C_& c) {
  return static_cast<ptrdiff_t>(std::size(c));
}
template <typename C_>
__host__ __device__ constexpr bool empty(const C_& c) {
  return std::size(c) == 0;
}

}  // namespace std
