#include "output_check.hpp"

#include <filesystem>

#include <fmt/format.h>

#include "support/output_file.hpp"
#include "support/usage_error.hpp"

namespace duet::tool {
namespace {

namespace fs = std::filesystem;

/// Space for the header of a .npy file.
constexpr std::size_t header_bytes = 4096;

bool is_same_file(const std::string& a, const std::string& b) {
  if (a.empty() || b.empty()) return false;
  std::error_code error;
  if (fs::equivalent(a, b, error)) return fs::is_regular_file(a, error);
  std::error_code other;
  const fs::path first = fs::weakly_canonical(a, error);
  const fs::path second = fs::weakly_canonical(b, other);
  return !error && !other && first == second && !fs::exists(first, error);
}

/// @param arrays  those of all arguments
void check_output(const std::vector<const LoadedArgument*>& arrays, std::size_t index) {
  const LoadedArray& output = *arrays[index]->array();
  require_writable(output.spec.output, output.host.bytes.size() + header_bytes);
  for (std::size_t i = 0; i < arrays.size(); ++i) {
    const LoadedArray& other = *arrays[i]->array();
    if (i == index) continue;
    if (is_same_file(output.spec.output, other.spec.content.path)) {
      throw UsageError(
          fmt::format("the output of '{}' would replace the input of '{}'; write it to "
                      "another file",
                      arrays[index]->text, arrays[i]->text));
    }
    if (i < index && is_same_file(output.spec.output, other.spec.output))
      throw UsageError(fmt::format("two arguments would write '{}'", output.spec.output));
  }
}

}  // namespace

void check_outputs(const std::vector<LoadedArgument>& arguments,
                   const std::vector<std::string>& other_files) {
  const std::vector<const LoadedArgument*> arrays = arrays_of(arguments);
  for (std::size_t i = 0; i < arrays.size(); ++i) {
    const std::string& output = arrays[i]->array()->spec.output;
    if (output.empty()) continue;
    check_output(arrays, i);
    for (const std::string& file : other_files) {
      if (is_same_file(output, file)) {
        throw UsageError(
            fmt::format("the output of '{}' would replace '{}', which is read; write "
                        "it to another file",
                        arrays[i]->text, file));
      }
    }
  }
}

}  // namespace duet::tool
