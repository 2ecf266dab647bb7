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

/// The arrays that a formula may name.
class Table {
 public:
  /// Adds the columns of a file of comma-separated numbers whose first line has their names.
  /// @throws duet::tool::UsageError naming file, line and column of what is wrong
  void add_csv(const std::filesystem::path& path);

  /// Adds the array of a .npy file; integers, f16 and bool become numbers too.
  /// @param assignment  "NAME=FILE"
  void add_array(std::string_view assignment);

  /// The columns of these names, in this order, all of one length.
  /// @throws duet::tool::UsageError naming the one that is missing, and those there are
  std::vector<const Column*> find(const std::vector<std::string>& names) const;

 private:
  void add(Column column);

  std::vector<Column> columns_{};
};

}  // namespace expression
