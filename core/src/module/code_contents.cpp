#include "code_contents.hpp"

#include <cstdint>
#include <utility>

#include "driver/driver.hpp"
#include "kernel_record.hpp"

namespace duet {

void add_contents(CodeContents& contents, std::span<const std::byte> image) {
  contents.kernels = vendor::read_kernels(image);
  contents.variables = vendor::read_variables(image);
  if (contents.architecture.empty() && !contents.kernels.empty()) {
    contents.architecture = contents.kernels.front().architecture;
  }
}

void write(Serializer& record, const CodeContents& contents) {
  record.text(contents.architecture).number(std::uint64_t{contents.lowered_names.size()});
  for (const auto& [expression, lowered] : contents.lowered_names) {
    record.text(expression).text(lowered);
  }
  record.number(std::uint64_t{contents.kernels.size()});
  for (const KernelInfo& kernel : contents.kernels) write(record, kernel);
  record.number(std::uint64_t{contents.variables.size()});
  for (const std::string& variable : contents.variables) record.text(variable);
  record.text(contents.compile_log);
}

CodeContents read_contents(Deserializer& record) {
  CodeContents contents{.architecture = record.text()};
  for (auto remaining = record.number<std::uint64_t>(); remaining != 0; --remaining) {
    std::string expression = record.text();
    contents.lowered_names.emplace(std::move(expression), record.text());
  }
  for (auto remaining = record.number<std::uint64_t>(); remaining != 0; --remaining) {
    contents.kernels.push_back(read_kernel(record));
  }
  for (auto remaining = record.number<std::uint64_t>(); remaining != 0; --remaining) {
    contents.variables.push_back(record.text());
  }
  contents.compile_log = record.text();
  return contents;
}

}  // namespace duet
