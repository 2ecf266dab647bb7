#include <duet/fusion.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <cmath>

#include <duet/error.hpp>

#include "graph.hpp"
#include "literal.hpp"
#include "operation_table.hpp"

namespace duet {

using detail::FusionGraph;
using detail::FusionNode;
using detail::FusionOperation;

namespace {

constexpr std::size_t max_inputs = 64;  // one bit each in FusionVariant::scalars

bool is_identifier(std::string_view name) {
  return !name.empty() && std::ranges::all_of(name, [](unsigned char c) {
    return std::isalnum(c) != 0 || c == '_';
  });
}

[[noreturn]] void refuse(const FusionGraph& graph, const std::string& why) {
  throw Error(ErrorCode::invalid_argument, fmt::format("fusion '{}': {}", graph.name(), why));
}

/// Returns the types of the operands, such as "f32 and f64".
std::string type_names(const FusionGraph& graph, std::span<const int> operands) {
  std::vector<const char*> names;
  for (const int operand : operands) names.push_back(name_of(graph.type_of(operand)));
  return fmt::format("{}", fmt::join(names, " and "));
}

/// Returns the common type of the operands.
DataType operand_type(const FusionGraph& graph, const FusionOperation& operation,
                      std::span<const int> operands) {
  // The condition of Select may have any type.
  const auto rest = operands.subspan(operation.name == "Select" ? 1 : 0);
  const DataType type = graph.type_of(rest[0]);
  for (const int operand : rest) {
    if (graph.type_of(operand) != type) {
      refuse(graph, fmt::format("{} takes operands of one type, not {}; cast them", operation.name,
                                type_names(graph, rest)));
    }
  }
  if (!accepts_type(operation, type)) {
    refuse(graph, fmt::format("{} takes {}, not {}; cast them", operation.name,
                              detail::describe(operation.kinds), name_of(type)));
  }
  return type;
}

/// @returns the index of the result
int add_operation(FusionGraph& graph, std::string_view name, std::span<const int> operands) {
  const FusionOperation& operation = detail::find_operation(name);
  if (operands.size() != operation.operands) {
    refuse(graph, fmt::format("{} takes {} operand{}, not {}", operation.name, operation.operands,
                              operation.operands == 1 ? "" : "s", operands.size()));
  }
  const DataType type = result_type(operation, operand_type(graph, operation, operands));
  return graph.add({FusionNode::Kind::operation, type, std::string(operation.name),
                    std::vector<int>(operands.begin(), operands.end())});
}

}  // namespace

Fusion::Fusion(std::string name) {
  if (!is_identifier(name)) {
    throw Error(
        ErrorCode::invalid_argument,
        fmt::format("'{}' cannot be the name of a fusion: use letters, digits and _", name));
  }
  graph_ = std::make_unique<FusionGraph>(std::move(name));
}
Fusion::Fusion(Fusion&& other) noexcept = default;
Fusion& Fusion::operator=(Fusion&& other) noexcept = default;
Fusion::~Fusion() = default;

const FusionGraph& Fusion::graph() const {
  if (graph_ == nullptr) throw Error(ErrorCode::invalid_handle, "the Fusion was moved from");
  return *graph_;
}
FusionGraph& Fusion::mutable_graph() {
  (void)graph();  // throws if moved from
  return *graph_;
}

int Fusion::node_of(FusionValue value) const {
  if (value.graph_ != &graph()) refuse(graph(), "the value belongs to another fusion");
  return value.node_;
}

FusionValue Fusion::input(DataType type) {
  if (graph().inputs().size() == max_inputs) {
    refuse(graph(), fmt::format("there can be at most {} inputs", max_inputs));
  }
  return {graph_.get(), mutable_graph().add_input(type)};
}

FusionValue Fusion::constant(DataType type, std::complex<double> value) {
  return {graph_.get(), mutable_graph().add(
                            {FusionNode::Kind::constant, type, detail::literal(type, value), {}})};
}

FusionValue Fusion::integer(DataType type, bool is_negative, std::uint64_t bits) {
  return {graph_.get(), mutable_graph().add({FusionNode::Kind::constant,
                                             type,
                                             detail::integer_literal(type, is_negative, bits),
                                             {}})};
}

FusionValue Fusion::apply(std::string_view name, std::span<const FusionValue> values) {
  std::vector<int> operands;
  for (const FusionValue& value : values) operands.push_back(node_of(value));
  return {graph_.get(), add_operation(mutable_graph(), name, operands)};
}

FusionValue detail::combine(const char* operation, const FusionTerm& a, const FusionTerm& b) {
  FusionGraph& graph = *(a.value_ ? a : b).value_->graph_;
  const auto node_of = [&](const FusionTerm& term, const FusionTerm& other) {
    if (term.value_) {
      if (term.value_->graph_ != &graph) {
        refuse(graph, fmt::format("{} has an operand of another fusion", operation));
      }
      return term.value_->node_;
    }
    const DataType type = graph.type_of(other.value_->node_);
    // Other integers are doubles, whose range `literal` checks.
    constexpr double exact = 1LL << 53;
    const bool fits = term.is_negative_ ? type == DataType::i64
                                        : type == DataType::u64 ||
                                              (type == DataType::i64 && term.bits_ <= INT64_MAX);
    const bool is_exact = term.is_integer_ && fits && std::abs(term.number_.real()) >= exact;
    return graph.add({FusionNode::Kind::constant,
                      type,
                      is_exact ? integer_literal(type, term.is_negative_, term.bits_)
                               : literal(type, term.number_),
                      {}});
  };
  const int operands[] = {node_of(a, b), node_of(b, a)};
  return {&graph, add_operation(graph, operation, operands)};
}

FusionValue FusionValue::operator-() const {
  return {graph_, add_operation(*graph_, "Negative", {&node_, 1})};
}
FusionValue FusionValue::operator~() const {
  return {graph_, add_operation(*graph_, "BitwiseNot", {&node_, 1})};
}
FusionValue FusionValue::operator!() const {
  return {graph_, add_operation(*graph_, "LogicalNot", {&node_, 1})};
}

FusionValue Fusion::cast(FusionValue value, DataType type) {
  const int node = node_of(value);
  if (graph().type_of(node) == type) return value;
  return {graph_.get(), mutable_graph().add({FusionNode::Kind::cast, type, {}, {node}})};
}

void Fusion::output(FusionValue value) { mutable_graph().add_output(node_of(value)); }

const std::string& Fusion::name() const { return graph().name(); }
DataType Fusion::type_of(FusionValue value) const { return graph().type_of(node_of(value)); }
std::size_t Fusion::inputs() const { return graph().inputs().size(); }
std::size_t Fusion::outputs() const { return graph().outputs().size(); }

}  // namespace duet
