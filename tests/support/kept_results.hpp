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

/// What is allowed where any result will do.
inline constexpr double anything = std::numeric_limits<double>::infinity();

/// Says more of an array of the calling thread's last launch than duet knows, if launches are kept
/// ($DUET_KEEP_LAUNCHES): so that a device that runs it elsewhere is held to what the test expects
/// and not to the bits that this one has computed.
class KeptResults {
 public:
  /// @param argument  which is the array, from its beginning
  explicit KeptResults(std::size_t argument) : argument_(argument) {}

  /// Whether anybody is interested.
  bool is_kept() const { return !folder_.empty(); }

  /// @param name  of the elements' type, as tools/support/element_type.hpp has it
  void set_type(const std::string& name) const { write("type", name.data(), name.size()); }
  template <typename T>
  void set_type() const {
    set_type(type_name<T>());
  }
  /// @param expected  all of the array
  template <typename T>
  void set_expected(std::span<const T> expected) const {
    write("expected", expected.data(), expected.size_bytes());
  }
  /// @param allowed  for each number of the array, how far it may be from the expected one
  void set_allowed(const std::vector<double>& allowed) const {
    write("allowed", allowed.data(), allowed.size() * sizeof(double));
  }
  /// For an array of structures: what is between their members does not matter.
  /// @param count    of structures
  /// @param members  that count, "&Results::sum"
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
  /// @param count  numbers of the array
  /// @param which  those that depend on the order of threads
  void allow_any(std::size_t count, std::initializer_list<std::size_t> which) const {
    std::vector<double> allowed(count);
    for (const std::size_t i : which) allowed.at(i) = anything;
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
    if (!is_kept()) return;
    std::ofstream file(folder_ / ("argument." + std::to_string(argument_) + "." + what),
                       std::ios::binary);
    file.write(static_cast<const char*>(data), static_cast<std::streamsize>(bytes));
  }

  std::filesystem::path folder_ = last_launch_dump();
  std::size_t argument_;
};

/// The same, number after number.
/// @tparam T  of the numbers
template <typename T>
class KeptNumbers {
 public:
  explicit KeptNumbers(std::size_t argument) : results_(argument) {}
  KeptNumbers(const KeptNumbers&) = delete;
  KeptNumbers& operator=(const KeptNumbers&) = delete;
  ~KeptNumbers() {
    if (!results_.is_kept()) return;
    results_.set_type<T>();
    results_.set_expected(std::span<const T>(expected_));
    results_.set_allowed(allowed_);
  }

  void add(T expected, double allowed) {
    if (!results_.is_kept()) return;
    expected_.push_back(expected);
    allowed_.push_back(allowed);
  }

 private:
  KeptResults results_;
  std::vector<T> expected_{};
  std::vector<double> allowed_{};
};

/// Kept launches carry this tolerance for floating-point results meanwhile.
class KeptTolerance {
 public:
  KeptTolerance(const std::string& absolute, const std::string& relative)
      : variable_("DUET_KEEP_TOLERANCE", absolute + "," + relative) {}

 private:
  ScopedVariable variable_;
};

/// Launches are not kept meanwhile.
class KeptSkip {
 public:
  explicit KeptSkip(const std::string& reason) : variable_("DUET_KEEP_SKIP", reason) {}

 private:
  ScopedVariable variable_;
};

}  // namespace duet::test
