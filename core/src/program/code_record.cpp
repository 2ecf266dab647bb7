#include "code_record.hpp"

#include <bit>
#include <cstdint>

namespace duet {

namespace {

CodeFormat to_format(std::uint32_t number) {
  switch (static_cast<CodeFormat>(number)) {
    case CodeFormat::cubin:
    case CodeFormat::ptx:
    case CodeFormat::code_object:
    case CodeFormat::shared_object: return static_cast<CodeFormat>(number);
  }
  throw_load_error("the record's code has an unknown format");
}

}  // namespace

void write(Serializer& record, const Code& code) {
  record.number(static_cast<std::uint32_t>(code.format))
      .text(code.architecture)
      .text(code.log)
      .number(std::bit_cast<std::uint64_t>(code.milliseconds))
      .number(std::uint64_t{code.lowered_names.size()});
  for (const auto& [expression, lowered] : code.lowered_names) {
    record.text(expression).text(lowered);
  }
  record.bytes(code.bytes);
}

Code read_code(Deserializer& record) {
  Code code;
  code.format = to_format(record.number<std::uint32_t>());
  code.architecture = record.text();
  code.log = record.text();
  code.milliseconds = std::bit_cast<double>(record.number<std::uint64_t>());
  for (auto remaining = record.number<std::uint64_t>(); remaining != 0; --remaining) {
    std::string expression = record.text();
    code.lowered_names.emplace(std::move(expression), record.text());
  }
  const std::span<const std::byte> bytes = record.bytes();
  code.bytes.assign(bytes.begin(), bytes.end());
  return code;
}

}  // namespace duet
