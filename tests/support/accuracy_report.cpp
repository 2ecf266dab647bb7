#include "accuracy_report.hpp"

#include <duet/duet.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string_view>
#include <utility>

namespace duet::test {
namespace {

constexpr std::string_view introduction = R"(# Accuracy of operations

The errors of the operations of `duet/device/ops`, and of the functions with the same names in
`duet/device/math.hpp`, in units in the last place of the result's type. "A of B" means: the greatest measured
error is A, and the tests allow B. "exact" means 0. A correctly rounded result has an error of at most 0.5.
The tests write this page:

```sh
DUET_ACCURACY_TABLE=docs/accuracy.md build/tests/duet_tests --gtest_filter='Accuracy*'
```

They keep an error in the page that is greater than theirs; to measure anew, delete the backend's section.

Each unary operation is compared for all 65,536 numbers of half and of bfloat16. For float and double it is
compared near all powers of two, near integers, multiples of π/2 and other zeros and poles, for zeros,
infinities and NaN. Binary operations are compared for special and random pairs. The reference is the host's
library in `long double`. Half and bfloat16 are computed in float and rounded, and their errors contain both.

Where cancellation makes the exact result small, the error is relative to the size of the operands instead:
Lgamma of negative numbers (64), Digamma (4), LogAddExp (1). Errors of complex numbers are relative to their
absolute value.

The allowed errors are those that CUDA (Programming Guide), HIP (math API) and glibc (manual) document for
their functions, plus 0.5 for a rounding. Operations without such a function (Sigmoid, Digamma, FloorDivide,
LogAddExp, complex numbers) may have roughly the sum of the errors of the functions they consist of. The section
HIP is of AMD's machine code in the emulator ([AMD without a GPU](amd_without_a_gpu.md)), by hiprtc 5.2.3 for gfx90a and
gfx1030 and by clang 19 for gfx942, gfx1100 and gfx1201: the greatest error of ten runs, two for each target, with
approximating instructions at the least and at the greatest end of the ranges that AMD documents. A reciprocal of a
number with a fraction of ones is the nearest one, since AMD's divisions, which are documented to be correctly
rounded, need that.
)";

/// The heading of a backend's section.
std::string heading(const std::string& backend) { return "\n## " + backend + "\n"; }

/// Returns the section with this heading; empty if there is none.
std::string section_of(const std::string& text, const std::string& start) {
  const std::size_t first = text.find(start);
  if (first == std::string::npos) return {};
  const std::size_t end = text.find("\n## ", first + start.size());
  return text.substr(first, end == std::string::npos ? end : end - first);
}

class Writer : public testing::Environment {
  void TearDown() override {
    if (const char* path = std::getenv("DUET_ACCURACY_TABLE")) {
      AccuracyReport::instance().write(path);
    }
  }
};
[[maybe_unused]] const auto* const writer = testing::AddGlobalTestEnvironment(new Writer);

/// The greater error of two cells of the table.
std::string greater(const std::string& a, const std::string& b) {
  if (a.empty() || b == "wrong") return b;
  if (b.empty() || a == "wrong") return a;
  return std::strtod(b.c_str(), nullptr) > std::strtod(a.c_str(), nullptr) ? b : a;
}

/// The cells of an operation in a table that was written before.
std::vector<std::string> cells_of(const std::string& table, const std::string& operation) {
  std::vector<std::string> cells;
  const std::string start = "\n| " + operation + " | ";
  const std::size_t first = table.find(start);
  if (first == std::string::npos) return cells;
  const std::size_t end = table.find('\n', first + 1);
  for (std::size_t from = first + start.size(); from < end;) {
    const std::size_t bar = std::min(table.find('|', from), end);
    std::string cell = table.substr(from, bar - from);
    cell.erase(0, cell.find_first_not_of(' '));
    cell.erase(cell.find_last_not_of(' ') + 1);
    cells.push_back(std::move(cell));
    from = bar + 1;
  }
  return cells;
}

std::string text_of(double measured, double allowed) {
  if (allowed == 0) return measured == 0 ? "exact" : "wrong";
  std::array<char, 64> text{};
  const char* const format = allowed < 1 ? "%.5f of %.5f" : "%.2f of %.1f";
  std::snprintf(text.data(), text.size(), format, measured, allowed);
  return text.data();
}

}  // namespace

AccuracyReport& AccuracyReport::instance() {
  static AccuracyReport report;
  return report;
}

void AccuracyReport::add(const std::string& operation, const std::string& column, double measured,
                         double allowed) {
  auto row = std::find_if(rows_.begin(), rows_.end(),
                          [&](const auto& entry) { return entry.first == operation; });
  if (row == rows_.end()) row = rows_.insert(rows_.end(), {operation, {}});
  row->second.emplace_back(column, text_of(measured, allowed));
}

std::string AccuracyReport::table(const std::string& before) const {
  const std::array<std::string, 4> columns{"half", "bfloat16", "float", "double"};
  std::string text = "\n| operation |";
  for (const std::string& column : columns) text += " " + column + " |";
  text += "\n|---|---|---|---|---|\n";
  for (const auto& [operation, cells] : rows_) {
    text += "| " + operation + " |";
    std::vector<std::string> old = cells_of(before, operation);
    old.resize(columns.size());
    for (std::size_t i = 0; i < columns.size(); ++i) {
      const auto cell = std::find_if(cells.begin(), cells.end(),
                                     [&](const auto& entry) { return entry.first == columns[i]; });
      text += " " + greater(old[i], cell == cells.end() ? "" : cell->second) + " |";
    }
    text += "\n";
  }
  return text;
}

void AccuracyReport::write(const std::string& path) const {
  std::ifstream before(path);
  const std::string old((std::istreambuf_iterator<char>(before)), {});
  std::ofstream after(path);
  after << introduction;
  for (const std::string backend : {"CPU", "CUDA", "HIP"}) {
    const std::string start = heading(backend);
    const std::string section = section_of(old, start);
    after << (backend == backend_name() ? start + table(section) : section);
  }
}

}  // namespace duet::test
