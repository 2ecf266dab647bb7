// Attention, forward: out = softmax(scale * Q K^T) V for each head, without ever storing the matrix of
// weights ("flash attention", Dao et al., 2022). Written once for all targets: the tiles of
// duet/device/matrix.hpp are multiplied by the matrix units of the GPU that the kernel is compiled for.
//
// A block computes `waves` times `rows` rows of the result. Its queries stay in shared memory; keys and
// values pass through it, `keys` of them at a time. While one part is multiplied, the next is copied.

#include <duet/device/async_copy.hpp>
#include <duet/device/bfloat16.hpp>
#include <duet/device/block.hpp>
#include <duet/device/half.hpp>
#include <duet/device/limits.hpp>
#include <duet/device/matrix.hpp>
#include <duet/device/matrix/rows.hpp>

struct Problem {
  int queries;    ///< number of rows of Q and of the result, per head
  int keys;       ///< number of rows of K and V, per head
  int is_causal;  ///< 1: row i of Q sees the keys up to i + keys - queries
  float scale;    ///< positive
};

constexpr int waves = 4;
constexpr int threads = waves * duet::wave_size;
constexpr int step = 16;  // depth of a product by tiles
constexpr float infinity = duet::limits<float>::infinity();

/// Rows of a matrix in shared memory.
template <typename T, int size, int count>
struct SharedRows {
  /// Elements between rows. It differs from a power of two, so that rows begin in different banks.
  static constexpr int pitch = size + 8;
  static constexpr int elements = count * pitch;

  T* data;

  /// Starts to copy rows. Those past the end become zero.
  __device__ void copy(const T* from, int first, int end) const {
    constexpr int at_once = 16 / sizeof(T), in_row = size / at_once;
#pragma unroll 2
    for (int i = threadIdx.x; i < count * in_row; i += threads) {
      const int row = i / in_row, column = i % in_row * at_once;
      const bool exists = first + row < end;
      duet::async_copy_bytes<16>(data + row * pitch + column,
                                 from + duet::int64_t(exists ? first + row : 0) * size + column,
                                 exists ? 16 : 0);
    }
    duet::async_copy_commit();
  }
  __device__ const T* at(int row, int column) const { return data + row * pitch + column; }
};

/// @tparam rows  of each wave, a multiple of 16
/// @tparam keys  of a part, a multiple of 16
template <typename T, int size, int rows, int keys>
__global__ __launch_bounds__(threads) void attention(const T* q, const T* k, const T* v, T* out,
                                                     Problem problem) {
  using Weights = duet::AccumulatorTile<float, rows, keys>;
  using Result = duet::AccumulatorTile<float, rows, step>;
  using Rows = duet::TileRows<float, Weights>;
  static_assert(Rows::size == duet::TileRows<float, Result>::size, "both have the same rows");
  using Queries = SharedRows<T, size, waves * rows>;
  using Keys = SharedRows<T, size, keys>;
  extern __shared__ __align__(16) unsigned char shared[];
  const Queries query_rows{reinterpret_cast<T*>(shared)};
  const Keys key_rows{query_rows.data + Queries::elements};
  const Keys value_rows{key_rows.data + Keys::elements};

  const duet::int64_t head = blockIdx.y;
  // With a causal mask the last blocks have the most to do: they begin first.
  const int first_of_block = int(gridDim.x - 1 - blockIdx.x) * waves * rows;
  const int row_of_wave = int(threadIdx.x) / duet::wave_size * rows;
  const int first = first_of_block + row_of_wave;
  q += head * problem.queries * size;
  out += head * problem.queries * size;
  k += head * problem.keys * size;
  v += head * problem.keys * size;

  Result result[size / step];
#pragma unroll
  for (int i = 0; i < size / step; ++i) result[i].fill(0);
  Rows greatest, sum;
  greatest.fill(-infinity);
  sum.fill(0);

  // The weights are powers of two, which GPUs compute faster than those of e.
  const float scale = problem.scale * 1.44269504f;
  const int shift = problem.keys - problem.queries;
  const int last = first_of_block + waves * rows - 1 + shift;
  const int end = problem.is_causal && last + 1 < problem.keys ? last + 1 : problem.keys;
  query_rows.copy(q, first_of_block, problem.queries);
  key_rows.copy(k, 0, problem.keys);
  for (int begin = 0; begin < end; begin += keys) {
    duet::async_copy_wait<0>();
    duet::barrier();  // the keys are there, and all have used the values before
    value_rows.copy(v, begin, problem.keys);

    Weights weights;
    weights.fill(0);
#pragma unroll
    for (int i = 0; i < size; i += step) {
      duet::LeftTile<T, rows, step> left;
      duet::RightTile<T, step, keys> right;
      left.load_shared([=](int row, int column) { return query_rows.at(row_of_wave + row, i + column); },
                       duet::RowMajor());
      right.load_shared([=](int row, int column) { return key_rows.at(column, i + row); },
                        duet::ColumnMajor());
      duet::multiply_add(weights, left, right);
    }
    const int greatest_key = problem.is_causal ? first + shift : problem.keys - 1;
    if (begin + keys > problem.keys || begin + keys - 1 > greatest_key) {
      weights.apply([&](float x, int row, int column) {
        const int key = begin + column;
        const bool is_seen =
            key < problem.keys && (!problem.is_causal || key <= first + row + shift);
        return is_seen ? x : -infinity;
      });
    }

    const Rows most = duet::reduce_rows(weights, [](float a, float b) { return fmaxf(a, b); });
    Rows factor, base;
#pragma unroll
    for (int i = 0; i < Rows::size; ++i) {
      const float now = fmaxf(greatest.values[i], most.values[i]);
      base.values[i] = now == -infinity ? 0 : now * scale;  // a row that sees no key yet
      factor.values[i] = exp2f(greatest.values[i] * scale - base.values[i]);
      greatest.values[i] = now;
    }
#pragma unroll
    for (int i = 0; i < Weights::size; ++i) weights[i] = exp2f(weights[i] * scale - base.of(i));
    const Rows added = duet::reduce_rows(weights, [](float a, float b) { return a + b; });
#pragma unroll
    for (int i = 0; i < Rows::size; ++i) {
      sum.values[i] = sum.values[i] * factor.values[i] + added.values[i];
    }
    const auto left = duet::matrix_cast<duet::LeftTile<T, rows, keys>>(weights);
#pragma unroll
    for (int i = 0; i < size / step; ++i) {
#pragma unroll
      for (int n = 0; n < Result::size; ++n) {
        result[i][n] *= factor.values[duet::TileRows<float, Result>::slot(n)];
      }
    }

    duet::async_copy_wait<0>();
    duet::barrier();  // the values are there, and all have used the keys
    if (begin + keys < end) key_rows.copy(k, begin + keys, problem.keys);
#pragma unroll
    for (int i = 0; i < size / step; ++i) {
      duet::RightTile<T, keys, step> right;
      right.load_shared([=](int row, int column) { return value_rows.at(row, i * step + column); },
                        duet::RowMajor());
      duet::multiply_add(result[i], left, right);
    }
  }

#pragma unroll
  for (int i = 0; i < size / step; ++i) {
#pragma unroll
    for (int n = 0; n < Result::size; ++n) {
      const float total = sum.values[duet::TileRows<float, Result>::slot(n)];
      result[i][n] = total == 0 ? 0 : result[i][n] / total;
    }
    result[i].store_part(out + duet::int64_t(first) * size + i * step, size,
                         problem.queries - first, step);
  }
}
