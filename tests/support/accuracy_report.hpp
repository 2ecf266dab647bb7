#pragma once

#include <string>
#include <utility>
#include <vector>

namespace duet::test {

/// Collects what tests measure of operations, and writes it into the file that DUET_ACCURACY_TABLE
/// names when the program ends: its part for the present backend, leaving those for others.
class AccuracyReport {
 public:
  static AccuracyReport& instance();

  /// @param column   the type, as in the table's head
  /// @param measured, allowed  greatest errors, in units in the last place
  void add(const std::string& operation, const std::string& column, double measured,
           double allowed);
  /// The table in Markdown, without what was not measured.
  std::string table() const;
  void write(const std::string& path) const;

 private:
  using Cells = std::vector<std::pair<std::string, std::string>>;  // by column
  std::vector<std::pair<std::string, Cells>> rows_{};
};

}  // namespace duet::test
