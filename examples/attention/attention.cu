// Attention, forward: out = softmax(scale * Q K^T) V for each head, without ever storing the matrix of
// weights ("flash attention", Dao et al., 2022). Written once for all targets: the tiles of
// duet/device/matrix.hpp are multiplied by the matrix units of the GPU that the kernel is compiled for.
//
// Each wave computes 16 rows of the result. The waves of a block share the keys and values, which pass
// through shared memory `keys` at a time.

#include <duet/device/async_copy.hpp>
#include <duet/device/bfloat16.hpp>
#include <duet/device/block.hpp>
#include <duet/device/half.hpp>
#include <duet/device/limits.hpp>
#include <duet/device/matrix.hpp>
#include <duet/device/matrix/rows.hpp>

struct Problem {
  int queries;   ///< number of rows of Q and of the result, per head
  int keys;      ///< number of rows of K and V, per head
  int is_causal;  ///< 1: row i of Q sees the keys up to i + keys - queries
  float scale;
};

constexpr int rows_of_wave = 16;
constexpr int step = 16;  // depth of a product by tiles
constexpr float infinity = duet::limits<float>::infinity();

/// The waves of a block, the keys of a round, and the elements between the rows of shared memory, which
/// differ from a power of two, so that rows begin in different banks.
template <typename T, int size, int waves>
struct Shape {
  static constexpr int keys = size > 128 ? 32 : 64;
  static constexpr int pitch = size + 8;
  static constexpr int elements = keys * pitch;
};

/// Copies rows of K or V to shared memory. Rows past the end become zero.
template <typename T, int size, int waves>
__device__ void copy_rows(T* shared, const T* from, int first, int end) {
  using S = Shape<T, size, waves>;
  constexpr int at_once = 16 / sizeof(T), in_row = size / at_once;
  for (int i = threadIdx.x; i < S::keys * in_row; i += blockDim.x) {
    const int row = i / in_row, column = i % in_row * at_once;
    const bool exists = first + row < end;
    duet::async_copy_bytes<16>(shared + row * S::pitch + column,
                               from + duet::int64_t(exists ? first + row : 0) * size + column,
                               exists ? 16 : 0);
  }
  duet::async_copy_commit();
}

template <typename T, int size, int waves>
__global__ __launch_bounds__(waves * duet::wave_size) void attention(const T* q, const T* k,
                                                                     const T* v, T* out,
                                                                     Problem problem) {
  using S = Shape<T, size, waves>;
  using Weights = duet::AccumulatorTile<float, rows_of_wave, S::keys>;
  using Result = duet::AccumulatorTile<float, rows_of_wave, step>;
  using Rows = duet::TileRows<float, Weights>;
  static_assert(Rows::size == duet::TileRows<float, Result>::size, "both have the same rows");
  __shared__ __align__(16) T key_tile[S::elements];
  __shared__ __align__(16) T value_tile[S::elements];

  const duet::int64_t head = blockIdx.y;
  const int first = (int(blockIdx.x) * waves + int(threadIdx.x) / duet::wave_size) * rows_of_wave;
  q += head * problem.queries * size;
  out += head * problem.queries * size;
  k += head * problem.keys * size;
  v += head * problem.keys * size;

  duet::LeftTile<T, rows_of_wave, step> query[size / step];
#pragma unroll
  for (int i = 0; i < size / step; ++i) {
    query[i].load_part(q + duet::int64_t(first) * size + i * step, size, problem.queries - first, step);
  }
  Result result[size / step];
#pragma unroll
  for (int i = 0; i < size / step; ++i) result[i].fill(0);
  Rows greatest, sum;
  greatest.fill(-infinity);
  sum.fill(0);

  // The weights are powers of two, which GPUs compute faster than those of e.
  const float scale = problem.scale * 1.44269504f;
  const int shift = problem.keys - problem.queries;
  const int last = int(blockIdx.x + 1) * waves * rows_of_wave - 1 + shift;
  const int end = problem.is_causal && last + 1 < problem.keys ? last + 1 : problem.keys;
  for (int begin = 0; begin < end; begin += S::keys) {
    copy_rows<T, size, waves>(key_tile, k, begin, problem.keys);
    copy_rows<T, size, waves>(value_tile, v, begin, problem.keys);
    duet::async_copy_wait<1>();
    duet::barrier();

    Weights weights;
    weights.fill(0);
#pragma unroll
    for (int i = 0; i < size / step; ++i) {
      duet::RightTile<T, step, S::keys> keys;
      keys.load(key_tile + i * step, S::pitch, duet::ColumnMajor{}, duet::Aligned<16>{});
      duet::multiply_add(weights, query[i], keys);
    }
    weights.apply([&](float x, int row, int column) {
      const int key = begin + column;
      const bool is_seen =
          key < problem.keys && (!problem.is_causal || key <= first + row + shift);
      return is_seen ? x * scale : -infinity;
    });

    const Rows most = duet::reduce_rows(weights, [](float a, float b) { return fmaxf(a, b); });
    Rows factor, base;
#pragma unroll
    for (int i = 0; i < Rows::size; ++i) {
      const float now = fmaxf(greatest.values[i], most.values[i]);
      base.values[i] = now == -infinity ? 0 : now;  // a row that sees no key yet
      factor.values[i] = exp2f(greatest.values[i] - base.values[i]);
      greatest.values[i] = now;
    }
#pragma unroll
    for (int i = 0; i < Weights::size; ++i) weights[i] = exp2f(weights[i] - base.of(i));
    const Rows added = duet::reduce_rows(weights, [](float a, float b) { return a + b; });
#pragma unroll
    for (int i = 0; i < Rows::size; ++i) {
      sum.values[i] = sum.values[i] * factor.values[i] + added.values[i];
    }

    const auto left = duet::matrix_cast<duet::LeftTile<T, rows_of_wave, S::keys>>(weights);
    duet::async_copy_wait<0>();
    duet::barrier();
#pragma unroll
    for (int i = 0; i < size / step; ++i) {
#pragma unroll
      for (int n = 0; n < Result::size; ++n) {
        result[i][n] *= factor.values[duet::TileRows<float, Result>::slot(n)];
      }
      duet::RightTile<T, S::keys, step> values;
      values.load(value_tile + i * step, S::pitch);
      duet::multiply_add(result[i], left, values);
    }
    duet::barrier();  // before the next round overwrites the tiles
  }

#pragma unroll
  for (int i = 0; i < size / step; ++i) {
#pragma unroll
    for (int n = 0; n < Result::size; ++n) {
      const float total = sum.values[duet::TileRows<float, Result>::slot(n)];
      result[i][n] = total == 0 ? 0 : result[i][n] / total;
    }
    result[i].store_part(out + duet::int64_t(first) * size + i * step, size, problem.queries - first, step);
  }
}
