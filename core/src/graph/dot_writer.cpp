#include "dot_writer.hpp"

#include <fmt/format.h>

#include <iterator>

namespace duet::detail {

namespace {

std::string escaped(std::string_view text) {
  std::string result;
  for (const char c : text) {
    if (c == '"' || c == '\\') result += '\\';
    result += c;
  }
  return result;
}

}  // namespace

DotWriter::DotWriter(std::string_view name) {
  line(fmt::format("digraph \"{}\" {{", escaped(name)));
  levels_.push_back({"n"});
  line("compound=true;");
}

void DotWriter::add(const GraphNodeInfo& node) {
  Level& level = levels_.back();
  const std::string own = fmt::format("{}{}", level.path, level.nodes++);
  line(fmt::format("{} [shape={}, label=\"{}\"];", own,
                   node.kind == GraphNodeKind::launch ? "box" : "ellipse", escaped(node.text)));
  for (const GraphNode before : node.after) {
    line(fmt::format("{}{} -> {};", level.path, before.index, own));
  }
}

void DotWriter::begin_child(std::string_view label) {
  const std::string own = fmt::format("{}{}", levels_.back().path, levels_.back().nodes - 1);
  line(fmt::format("subgraph cluster_{} {{", own));
  levels_.push_back({own + "_"});
  line(fmt::format("label=\"{}\";", escaped(label)));
}

void DotWriter::end_child() {
  levels_.pop_back();
  line("}");
}

std::string DotWriter::text() && {
  levels_.clear();
  line("}");
  return std::move(text_);
}

void DotWriter::line(std::string_view text) {
  fmt::format_to(std::back_inserter(text_), "{:{}}{}\n", "", 2 * levels_.size(), text);
}

}  // namespace duet::detail
