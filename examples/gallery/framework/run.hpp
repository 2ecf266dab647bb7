#pragma once

#include <cmath>
#include <cstddef>
#include <string>
#include <type_traits>
#include <vector>

#include <duet/duet.hpp>

#include "gallery/framework/comparison.hpp"

namespace gallery {

/// One run of one kernel file: launches its kernels and compares their results with the host's.
class Run {
 public:
  /// @param comparison  measures each launch after it ran; null: nothing is measured
  Run(const duet::Stream& stream, const duet::Module& module, Comparison* comparison = nullptr)
      : stream_(stream), module_(module), comparison_(comparison) {}

  /// Device memory with the elements of `host`.
  template <typename T>
  duet::Buffer<T> input(const std::vector<T>& host) const {
    duet::Buffer<T> buffer(stream_, host.size());
    duet::copy(stream_, buffer, host);
    stream_.synchronize();
    return buffer;
  }
  /// Device memory of `count` zeros.
  template <typename T, typename Count>
  duet::Buffer<T> output(Count count) const {
    return input(std::vector<T>(static_cast<std::size_t>(count)));
  }

  /// Launches a kernel of the file. Buffers are passed as untyped pointers.
  template <typename... Arguments>
  void launch(const std::string& kernel, const duet::LaunchShape& shape,
              const Arguments&... arguments) const {
    duet::launch(stream_, module_.kernel(kernel), shape, argument(arguments)...);
    if (comparison_ != nullptr)
      comparison_->measure(kernel, shape, duet::Arguments::of(argument(arguments)...));
  }

  template <typename T>
  std::vector<T> read(const duet::Buffer<T>& buffer) const {
    std::vector<T> host(buffer.size());
    duet::copy(stream_, host, buffer);
    stream_.synchronize();
    return host;
  }

  /// Records a failure unless all elements are equal.
  template <typename T>
  void expect_equal(const std::vector<T>& found, const std::vector<T>& expected) {
    compare(found, expected, [](T a, T b) { return a == b; });
  }
  /// Records a failure unless all elements differ by at most `tolerance` * max(1, |expected|).
  template <typename T>
  void expect_near(const std::vector<T>& found, const std::vector<T>& expected, double tolerance) {
    compare(found, expected, [tolerance](T a, T b) {
      const auto x = static_cast<double>(a), y = static_cast<double>(b);
      return std::fabs(x - y) <= tolerance * std::fmax(1.0, std::fabs(y));
    });
  }

  /// The first failure; empty if there is none.
  const std::string& failure() const { return failure_; }

 private:
  template <typename T>
  static const T& argument(const T& value) {
    return value;
  }
  template <typename T>
  static void* argument(const duet::Buffer<T>& buffer) {
    return buffer.data();
  }

  template <typename T, typename Equal>
  void compare(const std::vector<T>& found, const std::vector<T>& expected, Equal equal) {
    if (found.size() != expected.size()) return fail("wrong number of results");
    for (std::size_t i = 0; i < found.size(); ++i) {
      if (equal(found[i], expected[i])) continue;
      fail("result " + std::to_string(i) + " is " + text(found[i]) + ", not " + text(expected[i]));
      return;
    }
  }
  template <typename T>
  static std::string text(T value) {
    if constexpr (std::is_integral_v<T>) {
      return std::to_string(value);
    } else {
      return std::to_string(static_cast<double>(value));
    }
  }
  void fail(const std::string& what) {
    if (failure_.empty()) failure_ = what;
  }

  const duet::Stream& stream_;
  const duet::Module& module_;
  Comparison* comparison_;
  std::string failure_;
};

/// A kernel file, its kernels, and the function that runs and checks them.
struct Case {
  std::string file;                  ///< Below the gallery's folder: "reduce/softmax.cu".
  std::vector<std::string> kernels;  ///< Name expressions.
  void (*check)(Run& run);
  bool is_cooperative = false;  ///< Needs a device that runs cooperative grids.
};

/// All cases, in the order of the folders.
std::vector<Case> all_cases();

// The cases of each folder.
std::vector<Case> reduce_cases();
std::vector<Case> structure_cases();
std::vector<Case> linear_cases();
std::vector<Case> image_cases();
std::vector<Case> simulation_cases();
std::vector<Case> learning_cases();

/// An index that is computed with int.
inline std::size_t index(int i) { return static_cast<std::size_t>(i); }

/// Numbers in [low, high) that look random: the same in every run.
template <typename T, typename Count>
std::vector<T> numbers(Count count, double low, double high, unsigned seed = 1) {
  std::vector<T> result(static_cast<std::size_t>(count));
  unsigned long long state = seed * 2654435761ull + 12345;
  for (T& x : result) {
    state = state * 6364136223846793005ull + 1442695040888963407ull;
    const double unit = static_cast<double>(state >> 40) / static_cast<double>(1 << 24);
    x = static_cast<T>(low + (high - low) * unit);
  }
  return result;
}

}  // namespace gallery
