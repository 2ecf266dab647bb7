#include "program_texts.hpp"

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>

namespace duet {

std::vector<std::string_view> texts_of(const Program& program) {
  std::vector<std::string_view> texts{program.source};
  for (const Header& header : program.headers) texts.emplace_back(header.text);
  return texts;
}
void set_texts(Program& program, std::vector<std::string> texts) {
  std::vector<Header> headers(program.headers.begin(), program.headers.end());
  for (std::size_t i = 0; i < headers.size(); ++i) headers[i].text = std::move(texts[i + 1]);
  program.source = std::move(texts.front());
  program.headers = Headers(std::move(headers));
}

bool mentions(const Program& program, std::string_view part) {
  return program.source.find(part) != std::string::npos ||
         std::ranges::any_of(program.headers, [part](const Header& header) {
           return header.text.find(part) != std::string::npos;
         });
}

bool has_file(const Program& program, std::string_view header) {
  return std::ranges::any_of(program.options.include_dirs, [header](const std::string& folder) {
    std::error_code error;
    return std::filesystem::exists(std::filesystem::path(folder) / header, error);
  });
}

}  // namespace duet
