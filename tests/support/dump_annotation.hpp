#pragma once

#include <duet/float16.hpp>
#include <duet/launch_dump.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <initializer_list>
#include <limits>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include "environment.hpp"

namespace duet::test {

/// The allowed error of a number that may have any value.
inline constexpr double any_error = std::numeric_limits<double>::infinity();

/// Adds the test's expectations about one array to the dump of the calling thread's last launch.
/// `duet check-cases` then accepts on another device what the test accepts, instead of only the
/// bits that this device computed. No-op unless launches are dumped ($DUET_KEEP_LAUNCHES).
class DumpAnnotation {
 public:
  /// @param argument  index of the kernel argument that points to the beginning of the array
  explicit DumpAnnotation(std::size_t argument) : argument_(argument) {}

  /// Whether the launch was dumped.
  bool is_dumped() const { return !folder_.empty(); }

  /// @param name  element type as in tools/support/element_type.hpp
  void set_type(const std::string& name) const { write("type", name.data(), name.size()); }
  template <typename T>
  void set_type() const {
    set_type(type_name<T>());
  }
  /// @param expected  the whole array
  template <typename T>
  void set_expected(std::span<const T> expected) const {
    write("expected", expected.data(), expected.size_bytes());
  }
  /// @param allowed  the allowed error of each number of the array
  void set_allowed(const std::vector<double>& allowed) const {
    write("allowed", allowed.data(), allowed.size() * sizeof(double));
  }
  /// Marks an array of structures: only the members are compared, not the padding between them.
  /// @param count    number of structures
  /// @param members  the members to compare, such as &Results::sum
  template <typename Struct, typename... Members>
  void set_members(std::size_t count, Members Struct::*... members) const {
    const Struct place{};
    std::vector<double> each(sizeof(Struct), 255), allowed;
    const auto add = [&](auto member) {
      const auto* const begin = reinterpret_cast<const char*>(&(place.*member));
      const auto at = begin - reinterpret_cast<const char*>(&place);
      std::fill_n(each.begin() + at, sizeof(place.*member), 0.0);
    };
    (add(members), ...);
    for (std::size_t i = 0; i < count; ++i) allowed.insert(allowed.end(), each.begin(), each.end());
    set_type("u8");
    set_allowed(allowed);
  }
  /// Allows any value for some numbers.
  /// @param count  how many numbers the array has
  /// @param which  indices of the numbers that depend on the order of threads
  void allow_any(std::size_t count, std::initializer_list<std::size_t> which) const {
    std::vector<double> allowed(count);
    for (const std::size_t i : which) allowed.at(i) = any_error;
    set_allowed(allowed);
  }

 private:
  template <typename T>
  static const char* type_name() {
    if constexpr (std::is_same_v<T, half>) return "f16";
    if constexpr (std::is_same_v<T, bfloat16>) return "bf16";
    if constexpr (std::is_same_v<T, float>) return "f32";
    if constexpr (std::is_same_v<T, double>) return "f64";
    constexpr const char* integers[] = {"", "i8", "i16", "", "i32", "", "", "", "i64"};
    return integers[sizeof(T)];
  }

  void write(const char* what, const void* data, std::size_t bytes) const {
    if (!is_dumped()) return;
    std::ofstream file(folder_ / ("argument." + std::to_string(argument_) + "." + what),
                       std::ios::binary);
    file.write(static_cast<const char*>(data), static_cast<std::streamsize>(bytes));
  }

  std::filesystem::path folder_ = last_launch_dump();
  std::size_t argument_;
};

/// Collects expected values and allowed errors one by one and adds them to the dump in its
/// destructor.
/// @tparam T  type of the numbers
template <typename T>
class NumberAnnotation {
 public:
  explicit NumberAnnotation(std::size_t argument) : results_(argument) {}
  NumberAnnotation(const NumberAnnotation&) = delete;
  NumberAnnotation& operator=(const NumberAnnotation&) = delete;
  ~NumberAnnotation() {
    if (!results_.is_dumped()) return;
    results_.set_type<T>();
    results_.set_expected(std::span<const T>(expected_));
    results_.set_allowed(allowed_);
  }

  void add(T expected, double allowed) {
    if (!results_.is_dumped()) return;
    expected_.push_back(expected);
    allowed_.push_back(allowed);
  }

 private:
  DumpAnnotation results_;
  std::vector<T> expected_{};
  std::vector<double> allowed_{};
};

/// While it exists, dumped launches get this tolerance for floating-point results.
class DumpTolerance {
 public:
  DumpTolerance(const std::string& absolute, const std::string& relative)
      : variable_("DUET_KEEP_TOLERANCE", absolute + "," + relative) {}

 private:
  ScopedVariable variable_;
};

/// While it exists, launches are not dumped.
class DumpSkip {
 public:
  explicit DumpSkip(const std::string& reason) : variable_("DUET_KEEP_SKIP", reason) {}

 private:
  ScopedVariable variable_;
};

}  // namespace duet::test
