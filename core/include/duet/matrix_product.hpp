#pragma once

#include <cstdint>
#include <memory>
#include <optional>
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
struct MatrixProductState;
}

/// The arrays of one product: d = epilogue(alpha * a * b + beta * c, inputs…).
///
/// The last two dimensions are those of the matrices: a has M x K, b K x N, and d M x N elements.
/// Dimensions before them number the matrices of a batch; they are those of d, and a, b, c and the
/// inputs are broadcast to them as in NumPy. c and the inputs are also broadcast to the matrix: a
/// bias of N elements is one for each column. Matrices may have any strides.
///
/// With `group_ends`, one launch multiplies groups of rows by different matrices, as experts do
/// with the tokens that were sorted by expert: a has M x K and d M x N elements, and b G x K x N.
/// Rows of a and d from `group_ends[g - 1]`, or 0, up to `group_ends[g]` are multiplied by matrix g
/// of b. b, c and the inputs are broadcast to G x M x N, so that a bias of G x 1 x N is one for
/// each group.
struct MatrixProductCall {
  ArrayView a;                      ///< The left operand.
  ArrayView b;                      ///< The right operand, of a's type.
  ArrayView d;                      ///< What is written. It overlaps neither a nor b.
  double alpha = 1;                 ///< Factor of the product; a whole number for integers.
  double beta = 0;                  ///< Factor of c; with 0, c is not read.
  std::optional<ArrayView> c{};     ///< What is added, of d's type. Unset: d's former contents.
  std::vector<ArrayView> inputs{};  ///< Further inputs of the epilogue.
  /// Where the rows of each group end: i32 in device memory, ascending, read when the kernel runs.
  /// An end before the one of the group before it counts as that, one behind the last row as M: no
  /// other memory is accessed. Rows of d behind the last end are not written.
  std::optional<ArrayView> group_ends{};
};

/// How a product is computed.
enum class ProductMethod : std::uint8_t {
  automatic,   ///< The fastest that the device and the arrays permit.
  arithmetic,  ///< By ordinary arithmetic, in the order of the depth.
  /// By duet::MatrixTile of waves: the matrix instructions of NVIDIA's GPUs from sm_75 on and of
  /// AMD's from gfx908 and gfx11 on, for the types that they take. Elsewhere the same by ordinary
  /// arithmetic, which `automatic` does not choose.
  waves,
  warpgroups  ///< By the matrix unit of sm_90 for types of 8 and 16 bits and TF32; any other case
              ///< is an error.
};

/// What numbers the elements of a and b are.
enum class OperandFormat : std::uint8_t {
  of_array,  ///< Those of the arrays' type.
  tf32,      ///< Arrays of f32: rounded to 11 significant bits, ties away from zero; by warpgroups,
             ///< ties to even.
  e4m3,      ///< Arrays of u8: OCP's 8-bit floating-point numbers, as duet::float8_e4m3 of kernels.
  e5m2,      ///< The same as duet::float8_e5m2.
  e4m3_fnuz,  ///< The same as duet::float8_e4m3_fnuz, those of gfx942.
  e5m2_fnuz   ///< The same as duet::float8_e5m2_fnuz.
};

/// How products are compiled and computed.
struct MatrixProductOptions {
  CompileOptions compile{};                         ///< For all kernels.
  ProductMethod method = ProductMethod::automatic;  ///< Which way is taken.
  OperandFormat format = OperandFormat::of_array;   ///< What a and b hold.
  /// How many parts of the depth are computed apart and then added, which gives more blocks their
  /// share of a long depth: 2 to 64 for products of two matrices without groups, by waves or
  /// arithmetic. The sums of the parts lie in memory that is allocated in the stream's order, or,
  /// where the copy engine brings the operands, in the shared memory of a cluster of blocks. 1:
  /// none; 0: what `tune` finds, else what is expected to be the fastest. Warpgroups choose
  /// themselves.
  int splits = 0;
};

/// The kernel that a call leads to.
struct MatrixProductPlan {
  ProductMethod method = ProductMethod::arithmetic;  ///< Never `automatic`.
  int tile_rows = 0;                                 ///< Rows of a block's tile.
  int tile_columns = 0;                              ///< Columns of a block's tile.
  int splits = 1;           ///< How many blocks share the depth of one tile.
  bool is_swapped = false;  ///< Whether the transposed product is computed.
  unsigned blocks = 0;      ///< Number of blocks of the launch.
};

/// What `MatrixProduct::tune` found.
struct MatrixProductTuning {
  MatrixProductPlan plan{};  ///< The fastest plan, which `launch` takes from now on.
  int measured = 0;          ///< How many plans were measured; 0 if the fastest was known.
};

/// A plan as text: "warpgroups, tiles of 128 x 256, 128 blocks".
std::string to_string(const MatrixProductPlan& plan);

/// Matrix products on a device. Operands are f16, bf16 or f32, summed in f32; f64, summed in f64;
/// or i8 or u8, summed in i32; MatrixProductOptions::format names further types. The kernel of each
/// combination of types and layouts is compiled by `jit` when it is first launched. A cheap, shared
/// handle: copies name the same kernels. Using an empty one (default-constructed or moved from)
/// throws Error (invalid_handle).
///
///     duet::Fusion epilogue;                              // gelu(sum + bias)
///     const auto sum = epilogue.input(duet::DataType::f32);
///     const auto bias = epilogue.cast(epilogue.input(duet::DataType::bf16), duet::DataType::f32);
///     …
///     epilogue.output(epilogue.cast(result, duet::DataType::bf16));
///     const duet::MatrixProduct layer(device, epilogue);
///     layer.launch(stream, {.a = x, .b = weights.transposed(), .d = y, .inputs = {bias_array}});
///
/// Results do not depend on timing: the same call on the same device gives the same bits, unless
/// `tune` has found a plan of another method or number of splits.
/// Thread-safety: all const members may be called from any thread.
class MatrixProduct {
 public:
  MatrixProduct() noexcept = default;
  /// Products whose elements are converted to d's type, rounded once. Compiles nothing.
  /// @param device   where they are launched
  /// @param options  how to compile and compute
  explicit MatrixProduct(const Device& device, MatrixProductOptions options = {});
  /// Products whose elements pass through an epilogue. Compiles nothing.
  /// @param device    where they are launched
  /// @param epilogue  copied during the call: its input 0 is alpha * a * b + beta * c, of the sum's
  ///                  type; further inputs are the call's; its only output is d
  /// @param options   how to compile and compute
  /// @throws Error  invalid_argument for an epilogue without inputs or with other than one output
  MatrixProduct(const Device& device, const Fusion& epilogue, MatrixProductOptions options = {});

  /// Whether this names products: false if default-constructed or moved from.
  explicit operator bool() const noexcept { return state_ != nullptr; }

  /// Launches a product in the order of `stream`. No-op if d is empty; with a depth of 0 the
  /// product is 0.
  /// @param stream  where the kernel is enqueued
  /// @param call    the arrays, which must outlive the kernel's execution
  /// @throws Error  invalid_argument, naming the array, for types, shapes or factors that do not
  /// fit
  ///                each other, memory that is null, read-only, misaligned, on another device, or
  ///                that d shares with an operand; not_supported for a method that the arrays or
  ///                the device do not permit, with the reason; what `jit` and `duet::launch` throw
  void launch(StreamRef stream, const MatrixProductCall& call) const;
  /// Records the launch in an encoder, together with the memory that it reads and writes.
  /// @param encoder  records the launch
  /// @param call     the arrays, which must outlive the kernel's execution
  /// @throws Error  as for a stream
  void launch(CommandEncoder& encoder, const MatrixProductCall& call) const;

  /// Measures how fast the possible methods and tiles compute a product, once on a device: the
  /// fastest is kept in the folder of the kernel cache for the device's name, architecture and
  /// driver, the types, layouts and extents, the epilogue and the options, and taken from there by
  /// all later processes. From then on `launch` of this object and its copies takes it for calls of
  /// the same kind. A missing or damaged file, or DUET_CACHE=off, leads to measuring. Waits for the
  /// stream, compiles each plan's kernel, launches it some times, and writes to temporary memory of
  /// d's size: the arrays are not changed.
  /// @param stream  where the launches are enqueued; not one that is captured
  /// @param call    the arrays; of their contents only those of `group_ends` matter
  /// @throws Error  as `launch`; out_of_memory
  MatrixProductTuning tune(StreamRef stream, const MatrixProductCall& call) const;

  /// What `launch` would do for these arrays.
  /// @throws Error  as `launch`
  MatrixProductPlan plan(const MatrixProductCall& call) const;
  /// The program of the kernel for these arrays, as `launch` passes it to `jit`. If waves or
  /// arithmetic split the depth, that of the parts.
  /// @throws Error  as `launch`; invalid_argument if d is empty
  Program program(const MatrixProductCall& call) const;

 private:
  detail::MatrixProductState& state() const;

  std::shared_ptr<detail::MatrixProductState> state_{};
};

}  // namespace duet
DUET_API_END
