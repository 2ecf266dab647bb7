// Attention, forward: out = softmax(scale * Q K^T) V for each head, without ever storing the matrix of
// weights ("flash attention", Dao et al., 2022). Written once for all targets: the tiles of
// duet/device/matrix.hpp are multiplied by the matrix units of the GPU that the kernel is compiled for.
//
// A block computes `waves` times `rows` rows of the result. Its queries stay in shared memory; keys and
// values pass through it, `keys` of them at a time. While one part is multiplied, the next is copied.

#include <duet/device/approximate.hpp>
#include <duet/device/bfloat16.hpp>
#include <duet/device/block.hpp>
#include <duet/device/half.hpp>
#include <duet/device/limits.hpp>
#include <duet/device/matrix.hpp>
#include <duet/device/matrix/rows.hpp>
#include <duet/device/matrix/shared_product.hpp>

struct Problem {
  int queries;    ///< number of rows of Q and of the result, per head
  int keys;       ///< number of rows of K and V, per head
  int is_causal;  ///< 1: row i of Q sees the keys up to i + keys - queries
  float scale;    ///< positive
};

constexpr float infinity = duet::limits<float>::infinity();

/// @tparam rows   of each wave: a multiple of 16; 16 in code for sm_90a
/// @tparam keys   of a part: a multiple of 16
/// @tparam waves  of a block: a multiple of 4
template <typename T, int size, int rows, int keys, int waves>
__global__ __launch_bounds__(waves* duet::wave_size) void attention(const T* q, const T* k, const T* v, T* out,
                                                     Problem problem) {
  constexpr int threads = waves * duet::wave_size;
  using Weights = duet::AccumulatorTile<float, rows, keys>;
  using Result = duet::AccumulatorTile<float, rows, size>;
  using Rows = duet::TileRows<float, Weights>;
  static_assert(Rows::size == duet::TileRows<float, Result>::size, "both have the same rows");
  using Queries = duet::SharedMatrix<T, waves * rows, size>;
  using Part = duet::SharedMatrix<T, keys, size>;
  extern __shared__ __align__(1024) unsigned char shared[];
  const Queries query_rows(shared);
  unsigned char* const parts = shared + Queries::bytes;

  const duet::int64_t head = blockIdx.y;
  // With a causal mask the last blocks have the most to do: they begin first.
  const int first_of_block = int(gridDim.x - 1 - blockIdx.x) * waves * rows;
  const int row_of_wave = int(threadIdx.x) / duet::wave_size * rows;
  const int first = first_of_block + row_of_wave;
  q += (head * problem.queries + first_of_block) * size;
  out += (head * problem.queries + first) * size;
  k += head * problem.keys * size;
  v += head * problem.keys * size;

  Result result;
  result.fill(0);
  Rows greatest, sum;
  greatest.fill(-infinity);
  sum.fill(0);

  // The weights are powers of two, which GPUs compute faster than those of e.
  const float scale = problem.scale * 1.44269504f;
  const int shift = problem.keys - problem.queries;
  const int last = first_of_block + waves * rows - 1 + shift;
  const int end = problem.is_causal && last + 1 < problem.keys ? last + 1 : problem.keys;
  const auto start_copy = [&](int begin, const Part& key_rows, const Part& value_rows) {
    if (begin < end) {
      key_rows.template start_copy<threads>(k + duet::int64_t(begin) * size, size, problem.keys - begin);
      value_rows.template start_copy<threads>(v + duet::int64_t(begin) * size, size, problem.keys - begin);
    }
    duet::async_copy_commit();
  };
  query_rows.template start_copy<threads>(q, size, problem.queries - first_of_block);
  start_copy(0, Part(parts), Part(parts + Part::bytes));
  unsigned turn = 0;
#pragma unroll 1
  for (int begin = 0; begin < end; begin += keys) {
    const Part key_rows(parts + turn * 2 * Part::bytes), value_rows(parts + (turn * 2 + 1) * Part::bytes);
    turn ^= 1;
    duet::finish_copies();  // the part is there, and all have used the one before
    start_copy(begin + keys, Part(parts + turn * 2 * Part::bytes), Part(parts + (turn * 2 + 1) * Part::bytes));
    Weights weights;
    duet::start_multiply(weights, query_rows, row_of_wave, key_rows, duet::ColumnMajor());
    duet::finish_products(weights);
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
      factor.values[i] = duet::approximate_exp2(greatest.values[i] * scale - base.values[i]);
      greatest.values[i] = now;
    }
#pragma unroll
    for (int i = 0; i < Weights::size; ++i) weights[i] = duet::approximate_exp2(weights[i] * scale - base.of(i));
    // Lanes add what they hold; the others' parts follow at the end.
#pragma unroll
    for (int i = 0; i < Rows::size; ++i) sum.values[i] *= factor.values[i];
#pragma unroll
    for (int i = 0; i < Weights::size; ++i) sum.values[Rows::slot(i)] += weights[i];
    const auto left = duet::matrix_cast<duet::LeftTile<T, rows, keys>>(weights);
#pragma unroll
    for (int i = 0; i < Result::size; ++i) {
      result[i] *= factor.values[duet::TileRows<float, Result>::slot(i)];
    }
    duet::start_multiply_add(result, left, value_rows, duet::RowMajor());
    duet::finish_products(result);
  }
  const Rows total = duet::combine_lanes(sum, [](float a, float b) { return a + b; });
#pragma unroll
  for (int i = 0; i < Result::size; ++i) {
    const float divisor = total.values[duet::TileRows<float, Result>::slot(i)];
    result[i] = divisor == 0 ? 0 : result[i] / divisor;
  }
  result.store_part(out, size, problem.queries - first, size);
}
