// amd_list_instructions [--missing] FILE...: lists the instructions of code objects with the number
// of their places, and those that are not emulated with the reason.
// Exit status: 0 all are emulated, 1 some are not, 2 wrong usage.

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <fstream>
#include <iterator>
#include <map>
#include <set>

#include "base/fault.hpp"
#include "decode/program.hpp"

namespace {

using namespace amd_emulator;

struct Found {
  std::size_t places = 0;
  std::size_t missing = 0;
  std::string reason{};
};
using List = std::map<std::string, Found>;

std::vector<std::byte> read_file(const std::string& name) {
  std::ifstream file(name, std::ios::binary);
  if (!file) throw Fault("'" + name + "' cannot be read");
  const std::vector<char> bytes(std::istreambuf_iterator<char>(file), {});
  std::vector<std::byte> code(bytes.size());
  std::memcpy(code.data(), bytes.data(), bytes.size());
  return code;
}

/// The name with the suffix of its encoding.
std::string name_of(const std::string& text) { return text.substr(0, text.find_first_of(" \t")); }

/// Adds the instruction at an address. @returns its bytes
u64 add(Program& program, u64 address, List& list) {
  try {
    const Instruction& instruction = program.at(address);
    ++list[name_of(instruction.text)].places;
    return instruction.bytes;
  } catch (const Fault& fault) {
    const std::string text = fault.what();
    const bool is_padding = text.starts_with("'v_illegal");  // zeros between functions
    if (text.starts_with('\'') && !is_padding) {             // 'the instruction': the reason
      Found& found = list[name_of(text.substr(1))];
      ++found.places;
      ++found.missing;
      found.reason = text;
    }
    return program.bytes_at(address);
  }
}

void list_file(const std::string& name, List& list) {
  Memory memory;
  const std::vector<std::byte> bytes = read_file(name);
  const CodeObject code(bytes, memory);
  std::set<unsigned> sizes;
  for (const auto& [kernel, info] : code.kernels())
    sizes.insert(info.descriptor.waves_of_32 ? 32 : 64);
  for (const unsigned size : sizes) {
    Program program(code, size);
    for (const Range& range : code.code())
      for (u64 at = range.begin; at < range.begin + range.bytes;) at += add(program, at, list);
  }
}

int print(const List& list, bool only_missing) {
  bool complete = !list.empty();
  for (const auto& [name, found] : list) {
    if (found.missing > 0)
      fmt::print("MISSING {:7} {}\n", found.places, found.reason);
    else if (!only_missing)
      fmt::print("{:15} {}\n", found.places, name);
    complete = complete && found.missing == 0;
  }
  return complete ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  std::vector<std::string> files;
  bool only_missing = false;
  CLI::App app("Lists the instructions of AMD code objects");
  app.add_option("FILE", files, "A code object")->required();
  app.add_flag("--missing", only_missing, "Only those that are not emulated");
  constexpr int wrong_usage = 2;
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : wrong_usage;
  }
  try {
    List list;
    for (const std::string& file : files) list_file(file, list);
    return print(list, only_missing);
  } catch (const std::exception& error) {
    fmt::print(stderr, "amd_list_instructions: {}\n", error.what());
    return wrong_usage;
  }
}
