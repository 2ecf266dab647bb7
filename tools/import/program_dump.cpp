#include "program_dump.hpp"

#include <algorithm>
#include <cctype>
#include <string_view>
#include <vector>

#include "options/compile_flags.hpp"
#include "support/file.hpp"
#include "support/usage_error.hpp"

namespace duet::tool {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> split_at_nulls(const std::string& text) {
  std::vector<std::string> parts;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\0', at), text.size());
    parts.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  return parts;
}

bool mentions_waves(std::string text) {
  for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  constexpr std::string_view words[] = {"wave",
                                        "warp",
                                        "lane",
                                        "shfl",
                                        "shuffle",
                                        "ballot",
                                        "__any",
                                        "__all",
                                        "__match",
                                        "__reduce_",
                                        "__active",
                                        "block_reduce",
                                        "block_inclusive",
                                        "block_exclusive",
                                        "device/block.hpp",
                                        "cooperative_groups"};
  return std::ranges::any_of(
      words, [&](std::string_view word) { return text.find(word) != std::string::npos; });
}

}  // namespace

Program read_dumped_program(const fs::path& folder, const std::string& name) {
  CompileFlags flags;
  CLI::App parser;
  flags.add_to(parser);
  parser.add_option("--kernel", flags.kernels)->expected(1)->allow_extra_args(false)->take_all();
  std::vector<std::string> arguments = split_at_nulls(read_text(folder / "arguments"));
  std::ranges::reverse(arguments);  // the parser expects them in reverse order
  parser.parse(std::move(arguments));
  Program program{.name = name,
                  .source = read_text(folder / "program.cu"),
                  .kernels = flags.kernels,
                  .headers = {},
                  .options = flags.options};
  for (const std::string& header : flags.headers) {
    const std::size_t equals = header.find('=');
    program.headers.push_back(
        {header.substr(0, equals), read_text(folder / header.substr(equals + 1))});
  }
  if (!flags.contract.empty()) program.options.contract = flags.contract == "on";
  return program;
}

bool uses_waves(const Program& program) {
  return mentions_waves(program.source) ||
         std::ranges::any_of(program.headers,
                             [](const Header& header) { return mentions_waves(header.text); });
}

}  // namespace duet::tool
