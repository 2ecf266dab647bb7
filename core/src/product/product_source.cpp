#include "product_source.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <set>
#include <string_view>

#include "../fusion/kernel_source.hpp"
#include "../fusion/literal.hpp"

namespace duet::detail {

namespace {

const char* order_name(OperandOrder order) {
  switch (order) {
    case OperandOrder::depth: return "depth";
    case OperandOrder::across: return "across";
    case OperandOrder::any: break;
  }
  return "any";
}

/// Writes one kernel.
class ProductWriter {
 public:
  ProductWriter(const ProductKernelForm& form, DataType operand, DataType sum, DataType output,
                const FusionGraph* epilogue)
      : form_(form), operand_(operand), sum_(sum), output_(output), epilogue_(epilogue) {
    if (epilogue != nullptr) needed_ = epilogue->needed();
  }

  std::string write() const {
    return includes() + types() + (epilogue_ == nullptr ? "" : evaluation_source(*epilogue_).text) +
           finish() + kernel();
  }

 private:
  std::string includes() const {
    std::set<std::string> headers{"cast", "half", "bfloat16", "grid_constant", method_header()};
    if (form_.format != OperandFormat::of_array) {
      headers.insert(form_.format == OperandFormat::tf32 ? "matrix/tf32" : "float8");
    }
    if (epilogue_ != nullptr) headers.merge(evaluation_source(*epilogue_).headers);
    std::string text;
    for (const std::string& header : headers) {
      text += fmt::format("#include <duet/device/{}.hpp>\n", header);
    }
    return text;
  }

  std::string types() const {
    const ProductTileShape& tile = form_.tile;
    return fmt::format(
        "\nusing Operand = {};\nusing Sum = {};\nusing Output = {};\n"
        "using Tile = duet::ProductTile<{}, {}, {}, 1, {}, {}, {}, {}>;\n"
        "using Product = duet::{}<Operand, Tile, duet::ProductOrder::{},\n"
        "    duet::ProductOrder::{}>;\n\n",
        operand_type(), kernel_type(sum_), kernel_type(output_), tile.rows, tile.columns,
        tile.stages, tile.splits, tile.residents, tile.run, tile.line, method_class(),
        order_name(form_.a), order_name(form_.b));
  }

  std::string operand_type() const {
    return form_.format == OperandFormat::of_array ? kernel_type(operand_)
                                                   : fmt::format("duet::{}", name_of(form_.format));
  }

  // Not block_product.hpp, which has all methods and takes longer to compile.
  const char* method_header() const {
    if (form_.step == ProductStep::sums) return "detail/summed_parts";
    switch (form_.method) {
      case ProductMethod::waves:
        return form_.tile.boxes ? "vendor/bulk_wave_product" : "detail/wave_product";
      case ProductMethod::warpgroups: return warpgroup_header();
      default: return "detail/tiled_product";
    }
  }
  const char* warpgroup_header() const {
    switch (form_.format) {
      case OperandFormat::tf32: return "vendor/warpgroup_tf32";
      case OperandFormat::of_array: break;
      default: return "vendor/warpgroup_float8";
    }
    return size_of(operand_) == 1 ? "vendor/warpgroup_bytes" : "vendor/warpgroup_halves";
  }
  const char* method_class() const {
    if (form_.step == ProductStep::sums) return "detail::SummedParts";
    switch (form_.method) {
      case ProductMethod::waves:
        return form_.tile.boxes ? "vendor::BulkWaveProduct" : "detail::WaveProduct";
      case ProductMethod::warpgroups: return "vendor::WarpgroupProduct";
      default: return "detail::TiledProduct";
    }
  }

  std::size_t inputs() const { return epilogue_ == nullptr ? 0 : epilogue_->inputs().size() - 1; }
  bool is_needed(std::size_t input) const {
    return needed_[static_cast<std::size_t>(epilogue_->inputs()[input])];
  }

  /// An element of c or an input. @param number  of the matrix in the form's strides
  std::string element(std::string_view matrix, std::size_t number) const {
    const std::string_view classes = std::string_view(form_.strides).substr(number * 3, 3);
    constexpr std::string_view coordinates[] = {"batch", "row", "column"};
    std::string index;
    for (std::size_t i = 0; i < 3; ++i) {
      if (classes[i] == '0') continue;
      if (!index.empty()) index += " + ";
      index += classes[i] == '1' ? std::string(coordinates[i])
                                 : fmt::format("{0} * {1}.{0}_stride", coordinates[i], matrix);
    }
    return fmt::format("{}.data[{}]", matrix, index.empty() ? "0" : index);
  }

  /// What becomes of a sum.
  std::string finish() const {
    std::string members = "  Sum alpha;\n";
    if (form_.has_c) members += "  duet::ProductResult<const Output> c;\n  Sum beta;\n";
    for (std::size_t i = 1; i <= inputs(); ++i) {
      members += fmt::format("  duet::ProductResult<const {}> in{};\n",
                             kernel_type(epilogue_->input_type(i)), i);
    }
    return fmt::format(
        "struct Finish {{\n{}"
        "  __device__ Output operator()(unsigned batch, unsigned row, unsigned column,\n"
        "                               Sum sum) const {{\n"
        "    Sum value = alpha * sum;\n{}{}  }}\n}};\n",
        members,
        form_.has_c ? fmt::format("    value += beta * duet::cast<Sum>({});\n", element("c", 0))
                    : "",
        result());
  }

  std::string result() const {
    if (epilogue_ == nullptr) return "    return duet::cast<Output>(value);\n";
    std::string arguments = is_needed(0) ? "value, " : "";
    for (std::size_t i = 1; i <= inputs(); ++i) {
      if (!is_needed(i)) continue;
      arguments += element(fmt::format("in{}", i), i - 1 + (form_.has_c ? 1 : 0)) + ", ";
    }
    return fmt::format("    Output result;\n    evaluate({}result);\n    return result;\n",
                       arguments);
  }

  std::string kernel() const {
    std::string parameters = "Sum alpha";
    std::string members = "alpha";
    const auto add = [&](const std::string& type, const std::string& name) {
      parameters += fmt::format(",\n    {} {}", type, name);
      members += ", " + name;
    };
    if (form_.has_c) {
      add("duet::ProductResult<const Output>", "c");
      add("Sum", "beta");
    }
    for (std::size_t i = 1; i <= inputs(); ++i) {
      add(fmt::format("duet::ProductResult<const {}>", kernel_type(epilogue_->input_type(i))),
          fmt::format("in{}", i));
    }
    return fmt::format(
        "struct Write {{\n  duet::ProductResult<Output> result;\n  Finish finish;\n"
        "  template <typename Sums>\n"
        "  __device__ void operator()(Sums sums) const {{\n"
        "    sums.template store<{}>(result, finish);\n  }}\n}};\n\n"
        "extern \"C\" __global__ void __launch_bounds__({}) {}(\n"
        "    const DUET_GRID_CONSTANT duet::ProductOperand<Operand> a,\n"
        "    const DUET_GRID_CONSTANT duet::ProductOperand<Operand> b,\n"
        "    duet::{} extents, duet::ProductResult<Output> d, {}) {{\n"
        "  Product::run(extents, a, b, Write{{d, Finish{{{}}}}});\n}}\n",
        form_.stores_vectors, bounds(), product_kernel,
        form_.is_grouped ? "ProductGroups" : "ProductExtents", parameters, members);
  }

  std::string bounds() const {
    const bool tells_residents =
        form_.method == ProductMethod::warpgroups || form_.tile.residents > 1;
    return tells_residents ? fmt::format("Product::threads, {}", form_.tile.residents)
                           : "Product::threads";
  }

  const ProductKernelForm& form_;
  const DataType operand_, sum_, output_;
  const FusionGraph* const epilogue_;
  std::vector<bool> needed_{};
};

}  // namespace

std::string product_source(const ProductKernelForm& form, DataType operand, DataType sum,
                           DataType output, const FusionGraph* epilogue) {
  return ProductWriter(form, operand, sum, output, epilogue).write();
}

}  // namespace duet::detail
