#pragma once

#include <string>
#include <utility>
#include <vector>

namespace duet::test {

/// Collects the errors that tests measure. At the end of the program it writes them to the file
/// named by DUET_ACCURACY_TABLE, into this backend's section; the sections of other backends stay,
/// and errors of this one that are greater.
class AccuracyReport {
 public:
  static AccuracyReport& instance();

  /// @param column             the type, as in the head of the table
  /// @param measured, allowed  errors in units in the last place
  void add(const std::string& operation, const std::string& column, double measured,
           double allowed);
  /// The table in Markdown. Cells without a measurement are empty.
  /// @param before  a table whose greater errors are kept
  std::string table(const std::string& before) const;
  void write(const std::string& path) const;

 private:
  using Cells = std::vector<std::pair<std::string, std::string>>;  // by column
  std::vector<std::pair<std::string, Cells>> rows_{};
};

}  // namespace duet::test
