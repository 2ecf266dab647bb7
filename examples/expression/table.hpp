#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace expression {

/// A named array of numbers.
struct Column {
  std::string name;
  std::vector<double> values;
  std::string origin;  ///< The file, for messages.
};

/// The arrays that a formula may use.
class Table {
 public:
  /// Adds the columns of a CSV file. Its first line has their names.
  /// @throws duet::tool::UsageError naming file, line and column of the error
  void add_csv(const std::filesystem::path& path);

  /// Adds the array of a .npy file. Converts integers, f16, bf16 and bool to double.
  /// @param assignment  "NAME=FILE"
  void add_array(std::string_view assignment);

  /// Returns the columns with these names, in this order. All have the same length.
  /// @throws duet::tool::UsageError naming a missing column and the existing ones
  std::vector<const Column*> find(const std::vector<std::string>& names) const;

 private:
  void add(Column column);

  std::vector<Column> columns_{};
};

}  // namespace expression
