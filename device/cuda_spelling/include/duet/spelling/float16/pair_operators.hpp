#pragma once

namespace duet::spelling {

/// The operators of a type P of two 16-bit numbers, which derives from this. Compilers read a
/// friend of a template only where it is called.
template <typename P>
struct PairOperators {
  friend __device__ inline P operator+(P a, P b) { return a.pair() + b.pair(); }
  friend __device__ inline P operator-(P a, P b) { return a.pair() - b.pair(); }
  friend __device__ inline P operator*(P a, P b) { return a.pair() * b.pair(); }
  friend __device__ inline P operator/(P a, P b) { return a.pair() / b.pair(); }
  friend __device__ inline P operator-(P a) { return -a.pair(); }
  friend __device__ inline P operator+(P a) { return a; }
  friend __device__ inline P& operator+=(P& a, P b) { return a = a + b; }
  friend __device__ inline P& operator-=(P& a, P b) { return a = a - b; }
  friend __device__ inline P& operator*=(P& a, P b) { return a = a * b; }
  friend __device__ inline P& operator/=(P& a, P b) { return a = a / b; }
  friend __device__ inline P& operator++(P& a) { return a = a + one(a); }
  friend __device__ inline P& operator--(P& a) { return a = a - one(a); }
  friend __device__ inline bool operator==(P a, P b) { return a.x == b.x && a.y == b.y; }
  friend __device__ inline bool operator!=(P a, P b) { return a.x != b.x && a.y != b.y; }
  friend __device__ inline bool operator<(P a, P b) { return a.x < b.x && a.y < b.y; }
  friend __device__ inline bool operator<=(P a, P b) { return a.x <= b.x && a.y <= b.y; }
  friend __device__ inline bool operator>(P a, P b) { return a.x > b.x && a.y > b.y; }
  friend __device__ inline bool operator>=(P a, P b) { return a.x >= b.x && a.y >= b.y; }

 private:
  template <typename Q>
  __device__ static Q one(Q) {
    return Q(typename Q::single(1.0f), typename Q::single(1.0f));
  }
};

}  // namespace duet::spelling
