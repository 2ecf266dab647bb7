#pragma once

#include <duet/spelling/std/cmath.hpp>
#include <duet/spelling/std/cstdint.hpp>
#include <duet/spelling/std/limits.hpp>

// Thrust's generators and distributions, with its sequences of numbers.

namespace thrust::random {

/// x -> (a x + c) mod m, where m = 0 stands for the range of T.
template <typename T, T a, T c, T m>
class linear_congruential_engine {
 public:
  using result_type = T;
  static constexpr T multiplier = a, increment = c, modulus = m;
  static constexpr T min = c == 0 ? 1 : 0;
  static constexpr T max = m - 1;
  static constexpr T default_seed = 1;

  __host__ __device__ explicit linear_congruential_engine(T value = default_seed) { seed(value); }
  __host__ __device__ void seed(T value = default_seed) {
    const bool would_stay_zero = c % m == 0 && value % m == 0;
    state_ = would_stay_zero ? 1 : value % m;
  }
  __host__ __device__ T operator()() {
    state_ = T((static_cast<unsigned long long>(a) * state_ + c) % m);
    return state_;
  }
  /// Skips numbers, in as many steps as the count has bits.
  __host__ __device__ void discard(unsigned long long count) {
    unsigned long long factor = a, sum = c;
    for (; count != 0; count >>= 1) {
      if ((count & 1) != 0) state_ = T((factor * state_ + sum) % m);
      sum = (factor + 1) * sum % m;
      factor = factor * factor % m;
    }
  }

 private:
  T state_;
};
using minstd_rand0 = linear_congruential_engine<uint32_t, 16807, 0, 2147483647>;
using minstd_rand = linear_congruential_engine<uint32_t, 48271, 0, 2147483647>;
using default_random_engine = minstd_rand;

/// A number from 0 to less than 1.
template <typename F, typename Engine>
__host__ __device__ inline F unit_number(Engine& engine) {
  const F number = F(engine() - Engine::min);
  return number / (F(Engine::max - Engine::min) + F(1));
}

template <typename F = double>
class uniform_real_distribution {
 public:
  using result_type = F;
  __host__ __device__ explicit uniform_real_distribution(F a = F(0), F b = F(1)) : a_(a), b_(b) {}
  template <typename Engine>
  __host__ __device__ F operator()(Engine& engine) {
    return unit_number<F>(engine) * (b_ - a_) + a_;
  }
  __host__ __device__ F a() const { return a_; }
  __host__ __device__ F b() const { return b_; }
  __host__ __device__ void reset() {}

 private:
  F a_, b_;
};

/// From a to b, both included.
template <typename I = int>
class uniform_int_distribution {
 public:
  using result_type = I;
  __host__ __device__ explicit uniform_int_distribution(I a = I(0),
                                                        I b = ::std::numeric_limits<I>::max())
      : a_(a), b_(b) {}
  template <typename Engine>
  __host__ __device__ I operator()(Engine& engine) {
    const double low = double(a_), high = double(b_) + 1.0;
    return I(unit_number<double>(engine) * (high - low) + low);
  }
  __host__ __device__ I a() const { return a_; }
  __host__ __device__ I b() const { return b_; }
  __host__ __device__ void reset() {}

 private:
  I a_, b_;
};

template <typename F = double>
class normal_distribution {
 public:
  using result_type = F;
  __host__ __device__ explicit normal_distribution(F mean = F(0), F deviation = F(1))
      : mean_(mean), deviation_(deviation) {}
  template <typename Engine>
  __device__ F operator()(Engine& engine) {
    constexpr auto range = Engine::max - Engine::min;
    constexpr F scale = F(1.0 / double(range));
    auto number = engine() - Engine::min;
    // The half with the smaller numbers, which are more exact.
    const bool is_upper = number > range / 2;
    if (is_upper) number = range - number;
    const F size = F(1.4142135623730951) * F(::erfcinv(2 * (F(number) * scale + scale / 2)));
    return mean_ + deviation_ * (is_upper ? size : -size);
  }
  __host__ __device__ F mean() const { return mean_; }
  __host__ __device__ F stddev() const { return deviation_; }
  __host__ __device__ void reset() {}

 private:
  F mean_, deviation_;
};

}  // namespace thrust::random

namespace thrust {
using random::default_random_engine;
using random::linear_congruential_engine;
using random::minstd_rand;
using random::minstd_rand0;
using random::normal_distribution;
using random::uniform_int_distribution;
using random::uniform_real_distribution;
}  // namespace thrust
