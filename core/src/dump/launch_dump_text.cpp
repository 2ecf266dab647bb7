#include "launch_dump_text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <charconv>
#include <cmath>
#include <span>

#include "base/digest.hpp"

namespace duet {

namespace {

std::string json_string(std::string_view text) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') {
      result += {'\\', c};
    } else if (static_cast<unsigned char>(c) < 0x20) {
      result += fmt::format("\\u{:04x}", static_cast<unsigned>(c));
    } else {
      result += c;
    }
  }
  return result + '"';
}

std::string text_of(const Dim3& extent) {
  return fmt::format("[{}, {}, {}]", extent.x, extent.y, extent.z);
}

std::string text_of(const DumpedArgument& argument) {
  std::string text;
  if (const auto* const pointer = std::get_if<DumpedPointer>(&argument.value)) {
    text = fmt::format("\"memory\": {}, \"offset\": {}", pointer->memory, pointer->offset);
  } else {
    const std::span bytes(std::get<std::string>(argument.value));
    text = fmt::format("\"bytes\": \"{}\"", to_hex(std::as_bytes(bytes)));
  }
  if (!argument.type.empty()) text += fmt::format(", \"type\": {}", json_string(argument.type));
  return "{" + text + "}";
}

std::string text_of(const DumpedMemory& memory, std::size_t index) {
  std::string text = fmt::format("\"bytes\": {}, \"before\": {}", memory.before.size(),
                                 json_string(before_file(index)));
  if (memory.after != memory.before) {
    text += fmt::format(", \"after\": {}", json_string(after_file(index)));
  }
  return "{" + text + "}";
}

/// Formats the two numbers of a tolerance as JSON.
std::string tolerance_text(const std::string& text) {
  double absolute = 0;
  double relative = 0;
  const char* const end = text.data() + text.size();
  // Unlike strtod, from_chars does not depend on the program's locale.
  const auto first = std::from_chars(text.data(), end, absolute);
  const bool has_comma = first.ec == std::errc() && first.ptr != end && *first.ptr == ',';
  const auto second = std::from_chars(has_comma ? first.ptr + 1 : end, end, relative);
  if (second.ec != std::errc() || second.ptr != end ||
      !(absolute >= 0 && absolute < HUGE_VAL && relative >= 0 && relative < HUGE_VAL)) {
    throw Error(ErrorCode::invalid_argument,
                fmt::format("$DUET_KEEP_TOLERANCE is '{}'; it must be ABSOLUTE,RELATIVE", text));
  }
  return fmt::format("{{\"absolute\": {}, \"relative\": {}}}", absolute, relative);
}

constexpr std::string_view fingerprint_key = "\"fingerprint\": \"";

}  // namespace

std::string before_file(std::size_t index) { return fmt::format("memory.{}.before", index); }
std::string after_file(std::size_t index) { return fmt::format("memory.{}.after", index); }

std::string text_of(const LaunchDump& launch, const std::string& fingerprint) {
  std::vector<std::string> arguments;
  for (const DumpedArgument& argument : launch.arguments) arguments.push_back(text_of(argument));
  std::vector<std::string> memory;
  for (std::size_t i = 0; i < launch.memory.size(); ++i) {
    memory.push_back(text_of(launch.memory[i], i));
  }
  std::string text = "{\n";
  const auto add = [&](std::string_view key, const std::string& value) {
    text += fmt::format("  {}: {},\n", json_string(key), value);
  };
  add("format", json_string("duet launch"));
  add("version", "1");
  add("label", json_string(launch.label));
  add("program", json_string(launch.program));
  add("kernel", json_string(launch.kernel));
  add("grid", text_of(launch.shape.grid));
  add("block", text_of(launch.shape.block));
  add("shared_bytes", std::to_string(launch.shape.shared_bytes));
  if (launch.wave_size) add("wave_size", std::to_string(*launch.wave_size));
  add("backend", json_string(vendor::backend_name));
  add("device", json_string(launch.device));
  add("architecture", json_string(launch.architecture));
  if (launch.tolerance) add("tolerance", tolerance_text(*launch.tolerance));
  add("arguments", fmt::format("[\n    {}]", fmt::join(arguments, ",\n    ")));
  add("memory", fmt::format("[\n    {}]", fmt::join(memory, ",\n    ")));
  return text + fmt::format("  {}{}\"\n}}\n", fingerprint_key, fingerprint);
}

std::string fingerprint_in(const std::string& text) {
  const std::size_t at = text.rfind(fingerprint_key);
  if (at == std::string::npos) return {};
  const std::size_t begin = at + fingerprint_key.size();
  return text.substr(begin, text.find('"', begin) - begin);
}

}  // namespace duet
