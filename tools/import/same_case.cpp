#include "same_case.hpp"

#include <algorithm>

namespace duet::tool {
namespace {

/// The bytes of a structure are not compared, because padding has any value. If the members differ,
/// so do the results.
bool same(const CaseScalar& a, const CaseScalar& b) {
  const bool is_structure = a.text.empty() && a.bytes.size() > 8;
  return is_structure ? a.bytes.size() == b.bytes.size() : a.bytes == b.bytes;
}

bool same(const CaseSameArray& a, const CaseSameArray& b) {
  return a.argument == b.argument && a.offset == b.offset;
}

bool same(const CaseArray& a, const CaseArray& b) {
  return a.type == b.type && a.offset == b.offset && a.array.get().bytes == b.array.get().bytes;
}

bool same_argument(const CaseArgument& a, const CaseArgument& b) {
  return std::visit(
      [&](const auto& own) {
        const auto* other = std::get_if<std::remove_cvref_t<decltype(own)>>(&b);
        return other != nullptr && same(own, *other);
      },
      a);
}

bool same_extent(const Dim3& a, const Dim3& b) { return a.x == b.x && a.y == b.y && a.z == b.z; }

}  // namespace

bool same_case(const Case& a, const Case& b) {
  return a.program == b.program && a.kernel == b.kernel &&
         same_extent(a.shape.grid, b.shape.grid) && same_extent(a.shape.block, b.shape.block) &&
         a.shape.shared_bytes == b.shape.shared_bytes && a.tolerance == b.tolerance &&
         std::ranges::equal(a.arguments, b.arguments, same_argument);
}

bool same_results(const Case& a, const Case& b) {
  for (std::size_t i = 0; i < a.arguments.size(); ++i) {
    const auto* own = std::get_if<CaseArray>(&a.arguments[i]);
    if (own == nullptr) continue;
    const NpyArray other = expected_of(std::get<CaseArray>(b.arguments[i]));
    if (find_difference(other, *own, a.tolerance)) return false;
  }
  return true;
}

}  // namespace duet::tool
