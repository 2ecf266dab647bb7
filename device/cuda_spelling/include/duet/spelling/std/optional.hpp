#pragma once

#include <duet/spelling/new.hpp>
#include <duet/spelling/std/type_operations.hpp>
#include <duet/spelling/std/utility.hpp>

namespace std {

struct nullopt_t {
  __host__ __device__ explicit constexpr nullopt_t(int) {}
};
inline constexpr nullopt_t nullopt{0};

namespace spelling_detail {

/// A value that may be absent. It is copied as bytes if its type is.
template <typename T_, bool is_trivial_>
struct optional_value {
  bool has_value_ = false;
  union {
    char none_;
    T_ value_;
  };
  __host__ __device__ constexpr optional_value() : none_() {}
  template <typename... A_>
  __host__ __device__ constexpr explicit optional_value(in_place_t, A_&&... arguments)
      : has_value_(true), value_(std::forward<A_>(arguments)...) {}
};

template <typename T_>
struct optional_value<T_, false> {
  bool has_value_ = false;
  union {
    char none_;
    T_ value_;
  };
  __host__ __device__ optional_value() : none_() {}
  template <typename... A_>
  __host__ __device__ explicit optional_value(in_place_t, A_&&... arguments)
      : has_value_(true), value_(std::forward<A_>(arguments)...) {}
  __host__ __device__ optional_value(const optional_value& other) : none_() { take(other); }
  __host__ __device__ optional_value(optional_value&& other) : none_() {
    take(static_cast<optional_value&&>(other));
  }
  __host__ __device__ optional_value& operator=(const optional_value& other) {
    if (this != &other) clear(), take(other);
    return *this;
  }
  __host__ __device__ optional_value& operator=(optional_value&& other) {
    if (this != &other) clear(), take(static_cast<optional_value&&>(other));
    return *this;
  }
  __host__ __device__ ~optional_value() { clear(); }

 private:
  template <typename Other_>
  __host__ __device__ void take(Other_&& other) {
    if (other.has_value_) ::new (&value_) T_(std::forward<Other_>(other).value_);
    has_value_ = other.has_value_;
  }
  __host__ __device__ void clear() {
    if (has_value_) value_.~T_();
    has_value_ = false;
  }
};

}  // namespace spelling_detail

template <typename T_>
class optional : spelling_detail::optional_value<T_, __is_trivially_copyable(T_)> {
  using base_ = spelling_detail::optional_value<T_, __is_trivially_copyable(T_)>;
  template <typename U_>
  static constexpr bool is_value_ =
      !is_same<decay_t<U_>, optional>::value && !is_same<decay_t<U_>, nullopt_t>::value &&
      !is_same<decay_t<U_>, in_place_t>::value && is_constructible<T_, U_>::value;

 public:
  using value_type = T_;

  constexpr optional() = default;
  __host__ __device__ constexpr optional(nullopt_t) {}
  template <typename... A_>
  __host__ __device__ constexpr explicit optional(in_place_t, A_&&... arguments)
      : base_(in_place_t(), std::forward<A_>(arguments)...) {}
  template <typename U_ = T_, enable_if_t<is_value_<U_>, int> = 0>
  __host__ __device__ constexpr optional(U_&& value)
      : base_(in_place_t(), std::forward<U_>(value)) {}
  template <typename U_, enable_if_t<!is_same<U_, T_>::value && is_constructible<T_, U_>::value &&
                                         !is_constructible<T_, const optional<U_>&>::value,
                                     int> = 0>
  __host__ __device__ optional(const optional<U_>& other) {
    if (other) emplace(*other);
  }

  __host__ __device__ optional& operator=(nullopt_t) {
    reset();
    return *this;
  }
  template <typename U_ = T_, enable_if_t<is_value_<U_>, int> = 0>
  __host__ __device__ optional& operator=(U_&& value) {
    if (this->has_value_) {
      this->value_ = std::forward<U_>(value);
    } else {
      emplace(std::forward<U_>(value));
    }
    return *this;
  }
  template <typename... A_>
  __host__ __device__ T_& emplace(A_&&... arguments) {
    reset();
    ::new (&this->value_) T_(std::forward<A_>(arguments)...);
    this->has_value_ = true;
    return this->value_;
  }
  __host__ __device__ void reset() {
    if (this->has_value_) this->value_.~T_();
    this->has_value_ = false;
  }
  __host__ __device__ void swap(optional& other) {
    optional kept = std::move(other);
    other = std::move(*this);
    *this = std::move(kept);
  }

  __host__ __device__ constexpr bool has_value() const { return this->has_value_; }
  __host__ __device__ constexpr explicit operator bool() const { return this->has_value_; }
  __host__ __device__ constexpr T_& operator*() & { return this->value_; }
  __host__ __device__ constexpr const T_& operator*() const& { return this->value_; }
  __host__ __device__ constexpr T_&& operator*() && { return static_cast<T_&&>(this->value_); }
  __host__ __device__ constexpr T_* operator->() { return &this->value_; }
  __host__ __device__ constexpr const T_* operator->() const { return &this->value_; }
  /// Ends the kernel if there is no value.
  __device__ T_& value() {
    if (!this->has_value_) __trap();
    return this->value_;
  }
  __device__ const T_& value() const {
    if (!this->has_value_) __trap();
    return this->value_;
  }
  template <typename U_>
  __host__ __device__ constexpr T_ value_or(U_&& other) const {
    return this->has_value_ ? this->value_ : static_cast<T_>(std::forward<U_>(other));
  }
};
template <typename T_>
optional(T_) -> optional<T_>;

template <typename T_>
__host__ __device__ constexpr optional<decay_t<T_>> make_optional(T_&& value) {
  return optional<decay_t<T_>>(std::forward<T_>(value));
}
template <typename A_, typename B_>
__host__ __device__ constexpr bool operator==(const optional<A_>& a, const optional<B_>& b) {
  return a.has_value() == b.has_value() && (!a || *a == *b);
}
template <typename A_, typename B_>
__host__ __device__ constexpr bool operator!=(const optional<A_>& a, const optional<B_>& b) {
  return !(a == b);
}
template <typename A_, typename B_>
__host__ __device__ constexpr bool operator<(const optional<A_>& a, const optional<B_>& b) {
  return b && (!a || *a < *b);
}
template <typename T_>
__host__ __device__ constexpr bool operator==(const optional<T_>& a, nullopt_t) {
  return !a;
}
template <typename T_>
__host__ __device__ constexpr bool operator!=(const optional<T_>& a, nullopt_t) {
  return bool(a);
}
template <typename T_, typename U_>
__host__ __device__ constexpr auto operator==(const optional<T_>& a, const U_& b)
    -> decltype(bool(*a == b)) {
  return a && *a == b;
}
template <typename T_, typename U_>
__host__ __device__ constexpr auto operator!=(const optional<T_>& a, const U_& b)
    -> decltype(bool(*a == b)) {
  return !(a == b);
}

}  // namespace std
