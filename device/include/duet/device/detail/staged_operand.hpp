#pragma once

#include <duet/device/async_copy.hpp>
#include <duet/device/detail/plain_copy.hpp>
#include <duet/device/detail/product_problem.hpp>
#include <duet/device/detail/swizzled_lines.hpp>
#include <duet/device/vector.hpp>

// What the threads of a block copy of an operand's part of the depth to shared memory. `start`
// begins, and `finish` ends what does not proceed by itself.

namespace duet::detail {

/// The part of an operand that a block needs: rows of A or columns of B from the first one on.
template <typename T>
struct OperandPart {
  const T* data;  ///< the first row's first element
  int64_t stride, depth_stride;
  int rows, depth;  ///< how many there are

  __device__ OperandPart(const ProductOperand<T>& operand, unsigned batch, unsigned first,
                         unsigned all_rows, unsigned whole_depth)
      : data(operand.data + batch * operand.batch_stride + first * operand.stride),
        stride(operand.stride),
        depth_stride(operand.depth_stride),
        rows(int(all_rows - first)),
        depth(int(whole_depth)) {}
};

/// Lines of an operand, which start at multiples of 16 bytes, in shared memory as in global memory.
/// Chunks of 16 bytes are copied asynchronously, or else through registers.
/// @tparam extent  rows of A's tile or columns of B's
template <typename T, ProductOrder order, int extent, int depth, int threads>
class CopiedOperand {
 public:
  static constexpr bool is_across = order == ProductOrder::across;
  using Lines = SwizzledLines<T, is_across ? extent : depth>;

  __device__ explicit CopiedOperand(const OperandPart<T>& part)
      : from_(part.data),
        stride_(is_across ? part.depth_stride : part.stride),
        lines_(is_across ? part.depth : part.rows),
        length_(is_across ? part.rows : part.depth),
        line_(threadIdx.x / Lines::chunks),
        element_(threadIdx.x % Lines::chunks * Lines::chunk) {
    from_ += line_ * stride_ + element_;
  }

  /// @param at  the first depth of the part
  __device__ void start(T* to, unsigned at) {
    const T* const from = from_ + (is_across ? at * stride_ : int64_t(at));
    const int lines = lines_ - int(line_ + (is_across ? at : 0));
    const int left = length_ - int(element_ + (is_across ? 0 : at));
    const int bytes = (left < 0 ? 0 : left < chunk ? left : chunk) * int(sizeof(T));
#pragma unroll
    for (int i = 0; i < count; ++i) {
      const int used = i * step < lines ? bytes : 0;
      const T* const source = from + i * step * stride_;
      if constexpr (vendor::AsyncCopy::is_async) {
        async_copy_bytes<16>(to + place(i), source, used);
      } else {
        is_held_[i] = used == 16;
        if (is_held_[i]) {
          held_[i] = load_vector<chunk>(source, 0);
        } else {
          PlainCopy::start<16>(to + place(i), source, used);
        }
      }
    }
  }
  __device__ void finish(T* to) const {
    if constexpr (!vendor::AsyncCopy::is_async) {
#pragma unroll
      for (int i = 0; i < count; ++i) {
        if (is_held_[i]) store_vector<chunk>(to + place(i), 0, held_[i]);
      }
    }
  }

 private:
  static constexpr int chunk = Lines::chunk;
  static constexpr int step = threads / int(Lines::chunks);  ///< lines between a thread's chunks
  static constexpr int count = (is_across ? depth : extent) / step;
  static_assert(threads % Lines::chunks == 0 && count > 0, "each thread copies whole chunks");
  static constexpr bool holds = !vendor::AsyncCopy::is_async;

  __device__ unsigned place(int i) const { return Lines::at(line_ + i * step, element_); }

  const T* from_;  ///< the thread's first chunk
  int64_t stride_;
  int lines_, length_;
  unsigned line_, element_;
  vector<T, chunk> held_[holds ? count : 1];
  bool is_held_[holds ? count : 1];
};

/// Lines along the depth in shared memory, made of memory in any order: blocks of some rows and
/// neighbours along the depth are turned in registers. Across the depth, lines start at multiples
/// of 16 bytes.
template <typename T, ProductOrder order, int extent, int depth, int threads>
class GatheredOperand {
 public:
  static constexpr bool is_across = false;
  using Lines = SwizzledLines<T, depth>;

  __device__ explicit GatheredOperand(const OperandPart<T>& part) : part_(part) {}

  __device__ void start(T*, unsigned at) {
#pragma unroll
    for (int i = 0; i < count; ++i) {
      const Place block = place(i);
#pragma unroll
      for (int j = 0; j < run; ++j) load(values_[i][j], int(block.row), int(at + block.at) + j);
    }
  }
  __device__ void finish(T* to) const {
#pragma unroll
    for (int i = 0; i < count; ++i) {
      const Place block = place(i);
#pragma unroll
      for (int n = 0; n < rows; ++n) {
        vector<T, run> values;
#pragma unroll
        for (int j = 0; j < run; ++j) values[j] = values_[i][j][n];
        store_vector<run>(to + Lines::at(block.row + n, block.at), 0, values);
      }
    }
  }

 private:
  static constexpr int rows = sizeof(T) < 4 ? 4 / int(sizeof(T)) : 1;  ///< of a block: 4 bytes
  static constexpr int run = sizeof(T) < 8 ? 4 : 2;                    ///< its depth
  static constexpr int count = extent * depth / (run * rows * threads);
  static_assert(extent * depth % (run * rows * threads) == 0, "each thread copies whole blocks");

  struct Place {
    unsigned row, at;
  };
  /// Neighbouring threads have neighbours in memory, if there are any.
  __device__ Place place(int i) const {
    const unsigned index = threadIdx.x + i * threads;
    if (order == ProductOrder::across || part_.depth_stride != 1) {
      return {index % (extent / rows) * rows, index / (extent / rows) * run};
    }
    return {index / (depth / run) * rows, index % (depth / run) * run};
  }
  /// The elements of one depth. Those outside the operand are 0.
  __device__ void load(vector<T, rows>& to, int row, int at) const {
    const T* const from = part_.data + row * part_.stride + at * part_.depth_stride;
    if (order == ProductOrder::across && row + rows <= part_.rows && at < part_.depth) {
      to = load_vector<rows>(from, 0);
      return;
    }
#pragma unroll
    for (int n = 0; n < rows; ++n) {
      const bool is_inside = row + n < part_.rows && at < part_.depth;
      to[n] = is_inside ? from[n * part_.stride] : T(0.0f);
    }
  }

  OperandPart<T> part_;
  vector<T, rows> values_[count][run];
};

}  // namespace duet::detail
