#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include <duet/device.hpp>
#include <nlohmann/json.hpp>

#include "arguments/loaded_argument.hpp"
#include "arguments/parameter.hpp"
#include "expectation.hpp"
#include "loaded_kernel.hpp"

namespace duet::tool {

/// What `duet run` tells: lines that are printed at once, or one JSON object at the end. With JSON,
/// everything else that the process prints, such as the output of kernels, goes to standard error.
class RunReport {
 public:
  explicit RunReport(bool is_json);
  RunReport(const RunReport&) = delete;
  RunReport& operator=(const RunReport&) = delete;
  ~RunReport();

  /// What follows is of a rank. @param index  of the rank among those of the process
  void rank(std::size_t index, int rank);
  void device(const Device& device);
  void code(const LoadedKernel& loaded);
  void kernel(const std::string& file, const std::string& name,
              const std::vector<Parameter>& parameters);
  void warning(const std::string& text);
  /// @param milliseconds  of each run; not empty
  /// @param has_warm_up   whether an earlier run is not among them
  void times(const std::vector<float>& milliseconds, bool has_warm_up);
  /// @param counts  a JSON object: what an emulated launch executed
  void emulation(const std::string& counts);
  /// @param with_elements  whether the elements are printed, too
  void output(const LoadedArgument& output, bool with_elements);
  void comparison(const Comparison& comparison, const std::string& file,
                  const LoadedArgument& output);
  /// Prints the JSON object.
  void finish();

 private:
  bool is_json_;
  int standard_output_ = -1;  ///< the original one, with JSON
  nlohmann::ordered_json& own();

  nlohmann::ordered_json json_{};
  std::optional<std::size_t> rank_index_{};  ///< empty: there are no ranks
};

}  // namespace duet::tool
