#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "../problem/operand.hpp"

namespace duet::detail {

/// How blocks compute a product: duet::ProductTile of kernels.
struct ProductTileShape {
  int rows = 64;
  int columns = 64;
  int stages = 2;
  int splits = 1;         ///< of the depth
  int residents = 1;      ///< blocks on a multiprocessor at once
  int run = 4;            ///< a thread's neighbouring columns, by arithmetic
  int line = 64;          ///< bytes along the depth in a stage, by waves
  bool boxes = false;     ///< the copy engine brings the operands, by waves
  bool clusters = false;  ///< the blocks of a cluster have the splits; else matrices of sums

  friend bool operator==(const ProductTileShape&, const ProductTileShape&) = default;
};

/// What a kernel computes.
enum class ProductStep : std::uint8_t {
  whole,  ///< d
  parts,  ///< the sums of parts of the depth, each a matrix of a batch
  sums    ///< d from those
};

/// What the kernel's code depends on, besides the types.
struct ProductKernelForm {
  ProductMethod method = ProductMethod::arithmetic;
  ProductStep step = ProductStep::whole;
  OperandFormat format = OperandFormat::of_array;
  OperandOrder a = OperandOrder::any;
  OperandOrder b = OperandOrder::any;
  ProductTileShape tile{};
  bool stores_vectors = false;  ///< rows of d are dense, aligned and whole vectors of 16 bytes
  bool has_c = false;
  bool is_grouped = false;
  std::string strides{};  ///< a letter for each stride of c and the inputs: '0', '1' or 'n'

  friend bool operator==(const ProductKernelForm&, const ProductKernelForm&) = default;
};

/// How a problem is computed.
struct ProductPlan {
  ProductProblem problem{};  ///< with rows and columns exchanged if that is better
  bool is_swapped = false;
  ProductKernelForm form{};
  unsigned blocks = 0;
  unsigned threads = 256;
  std::size_t shared_bytes = 0;
};

/// What a plan depends on besides the problem.
struct ProductDevice {
  int multiprocessors = 1;
  int wave_size = 32;
  std::size_t shared_bytes = 0;  ///< the most that a block may have
  std::string architecture{};    ///< what kernels are compiled for
  bool has_warpgroups = false;   ///< the kernel may be compiled for them
  bool has_boxes = false;        ///< kernels for the architecture may use the copy engine
};

/// Whether the target has matrix instructions for the operands.
bool has_matrix_instructions(const ProductProblem& problem, const ProductDevice& device);

/// The plan that a model of the time expects to be the fastest.
/// @throws Error  not_supported if the options are not possible, with the reason; invalid_argument
///                for a wrong number of splits
ProductPlan make_plan(const ProductProblem& problem, const MatrixProductOptions& options,
                      const ProductDevice& device);

/// The plan with a given method and tile.
ProductPlan make_plan(const ProductProblem& problem, ProductMethod method,
                      const ProductTileShape& tile, const ProductDevice& device);

/// All plans that are worth being measured. @throws as `make_plan`
std::vector<ProductPlan> make_all_plans(const ProductProblem& problem,
                                        const MatrixProductOptions& options,
                                        const ProductDevice& device);

}  // namespace duet::detail
