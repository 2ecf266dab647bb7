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

void check_output(const std::vector<LoadedArgument>& arguments, std::size_t index) {
  const LoadedArray& output = *arguments[index].array();
  require_writable(output.spec.output, output.host.bytes.size() + header_bytes);
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const LoadedArray* other = arguments[i].array();
    if (i == index || other == nullptr) continue;
    if (is_same_file(output.spec.output, other->spec.content.path)) {
      throw UsageError(
          fmt::format("the output of '{}' would replace the input of '{}'; write it to "
                      "another file",
                      arguments[index].text, arguments[i].text));
    }
    if (i < index && is_same_file(output.spec.output, other->spec.output))
      throw UsageError(fmt::format("two arguments would write '{}'", output.spec.output));
  }
}

}  // namespace

void check_outputs(const std::vector<LoadedArgument>& arguments,
                   const std::vector<std::string>& other_files) {
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const LoadedArray* array = arguments[i].array();
    if (array == nullptr || array->spec.output.empty()) continue;
    check_output(arguments, i);
    for (const std::string& file : other_files) {
      if (is_same_file(array->spec.output, file)) {
        throw UsageError(
            fmt::format("the output of '{}' would replace '{}', which is read; write "
                        "it to another file",
                        arguments[i].text, file));
      }
    }
  }
}

}  // namespace duet::tool
