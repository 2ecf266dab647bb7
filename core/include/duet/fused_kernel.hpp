#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include <duet/array_view.hpp>
#include <duet/command_encoder.hpp>
#include <duet/compile.hpp>
#include <duet/device.hpp>
#include <duet/export.hpp>
#include <duet/fusion.hpp>
#include <duet/stream.hpp>

DUET_API_BEGIN
namespace duet {

namespace detail {
struct FusedKernelState;
}

/// How a fused kernel accesses the elements of its arrays.
enum class FusionForm : std::uint8_t {
  vectors,     ///< Dense, aligned arrays: up to 16 bytes for each thread, of the largest type.
  contiguous,  ///< Dense arrays that are not aligned for vectors: one element for each thread.
  strided      ///< Any arrays: one element for each thread, or a vector of an aligned row.
};

/// The name of a form, such as "contiguous". Static storage, never null.
const char* name_of(FusionForm form) noexcept;

/// One of the kernels that a fusion can become. It depends on the layouts of the arrays, not on
/// their sizes.
struct FusionVariant {
  /// How elements are accessed.
  FusionForm form = FusionForm::vectors;
  /// Size of indices: 32 if all elements and locations can be counted with 32 bits, else 64.
  int index_bits = 32;
  /// Number of elements for each thread.
  int elements = 1;
  /// For strided arrays: number of dimensions after merging those that are adjacent in all arrays:
  /// 1, 2 or 3, or `max_dimensions` for any number.
  int dimensions = 1;
  /// Bit i is set if input i repeats one element: in dense arrays for all others, in strided ones
  /// along each vector.
  std::uint64_t scalars = 0;

  friend bool operator==(const FusionVariant&, const FusionVariant&) = default;
};

/// A variant as text: "vectors of 4, 32-bit indices, scalars 0x2" or
/// "2-dimensional strided, vectors of 4, 32-bit indices".
std::string to_string(const FusionVariant& variant);

/// How a fused kernel is compiled.
struct FusedKernelOptions {
  /// Compiler options for all variants.
  CompileOptions compile{};
  /// The smallest index size in bits: 64 makes one variant serve small and large arrays.
  int index_bits = 32;
};

/// A fusion on a device. Each variant of its kernel is compiled by `jit` when it is first launched.
/// A cheap, shared handle: copies name the same kernels. Using an empty one (default-constructed or
/// moved from) throws Error (invalid_handle).
/// Thread-safety: all const members may be called from any thread.
///
/// A launch takes one array for each input and output. All outputs have the same shape. Inputs are
/// broadcast to it as in NumPy: dimensions are matched from the last one, and missing dimensions
/// and those of extent 1 are repeated. Dimensions that are adjacent in memory in all arrays are
/// merged, and the order of dimensions does not matter: arrays that are all transposed are as fast
/// as others.
///
/// An output may be the same array as an input, element for element. Otherwise its memory must not
/// overlap any other array, and its elements must not overlap each other. Interleaved arrays, such
/// as the even and the odd elements of one buffer, do not overlap.
class FusedKernel {
 public:
  FusedKernel() noexcept = default;
  /// Prepares the kernels of a fusion; compiles nothing.
  /// @param device   where it is launched
  /// @param fusion   copied during the call
  /// @param options  how to compile
  /// @throws Error  invalid_argument for a fusion without outputs or an invalid option
  FusedKernel(const Device& device, const Fusion& fusion, FusedKernelOptions options = {});

  /// Whether this names a fused kernel: false if default-constructed or moved from.
  explicit operator bool() const noexcept { return state_ != nullptr; }

  /// Launches the variant for these arrays in the order of `stream`. No-op for empty arrays.
  /// @param stream   where the kernel is enqueued
  /// @param inputs   one array for each input, in order; must outlive the kernel's execution
  /// @param outputs  one array for each output, in order; must outlive the kernel's execution
  /// @throws Error  invalid_argument, naming the array, for a wrong number of arrays, a wrong type
  /// or
  ///                shape, or memory that is null, read-only, misaligned or overlaps an output;
  ///                what `jit` and `duet::launch` throw
  void launch(StreamRef stream, std::span<const ArrayView> inputs,
              std::span<const ArrayView> outputs) const;
  /// Launches the variant for these arrays in the order of `stream`.
  void launch(StreamRef stream, std::initializer_list<ArrayView> inputs,
              std::initializer_list<ArrayView> outputs) const {
    launch(stream, std::span(inputs.begin(), inputs.size()),
           std::span(outputs.begin(), outputs.size()));
  }
  /// Records the launch in an encoder, together with the memory that it reads and writes.
  /// @param encoder  records the launch
  /// @param inputs   one array for each input, in order; must outlive the kernel's execution
  /// @param outputs  one array for each output, in order; must outlive the kernel's execution
  /// @throws Error  as for a stream
  void launch(CommandEncoder& encoder, std::span<const ArrayView> inputs,
              std::span<const ArrayView> outputs) const;
  /// Records the launch in an encoder.
  void launch(CommandEncoder& encoder, std::initializer_list<ArrayView> inputs,
              std::initializer_list<ArrayView> outputs) const {
    launch(encoder, std::span(inputs.begin(), inputs.size()),
           std::span(outputs.begin(), outputs.size()));
  }

  /// The variant that `launch` would use for these arrays.
  /// @throws Error  invalid_argument as `launch`
  FusionVariant variant(std::span<const ArrayView> inputs,
                        std::span<const ArrayView> outputs) const;
  /// The variant that `launch` would use for these arrays.
  FusionVariant variant(std::initializer_list<ArrayView> inputs,
                        std::initializer_list<ArrayView> outputs) const {
    return variant(std::span(inputs.begin(), inputs.size()),
                   std::span(outputs.begin(), outputs.size()));
  }

  /// The variants that have been launched, in the order of their first launches.
  std::vector<FusionVariant> variants() const;
  /// The program of a variant, as `launch` passes it to `jit`.
  Program program(const FusionVariant& variant) const;

 private:
  detail::FusedKernelState& state() const;

  std::shared_ptr<detail::FusedKernelState> state_{};
};

}  // namespace duet
DUET_API_END
