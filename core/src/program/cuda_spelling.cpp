#include "cuda_spelling.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/similar_names.hpp"
#include "embedded.hpp"
#include "include_prefix.hpp"
#include "macros.hpp"
#include "source/ptx_translation.hpp"
#include "source/shared_alignment.hpp"

namespace duet {

namespace {

constexpr std::string_view prologue = "#include <duet/spelling/prelude.hpp>\n";

/// Whether the text before the source tests the macro, so that it must be defined earlier.
bool is_setting(std::string_view macro) {
  return macro.starts_with("__CUDA") || macro.starts_with("CUDA");
}

}  // namespace

namespace {

/// Whether a text of the program has a part.
bool mentions(const Program& program, std::string_view part) {
  return program.source.find(part) != std::string::npos ||
         std::ranges::any_of(program.headers, [part](const Header& header) {
           return header.text.find(part) != std::string::npos;
         });
}

/// Translates the inline PTX of the source and the headers. @returns whether there is any
bool translate_all(Program& program) {
  TranslatedSource source = translate_ptx(with_leading_alignment(program.source));
  bool is_changed = source.is_changed;
  program.source = std::move(source.text);
  std::vector<Header> headers(program.headers.begin(), program.headers.end());
  for (Header& header : headers) {
    TranslatedSource text = translate_ptx(with_leading_alignment(header.text));
    is_changed |= text.is_changed;
    header.text = std::move(text.text);
  }
  program.headers = Headers(std::move(headers));
  return is_changed;
}

}  // namespace

Program with_cuda_spelling(const Program& program, bool compiles_ptx) {
  if (!program.options.cuda_headers) return program;
  Program result = program;
  result.source = without_byte_order_mark(program.source);
  const bool has_ptx = !compiles_ptx && translate_all(result);
  std::vector<std::string>& macros = result.options.defines;
  std::string settings;
  std::string others;
  for (const std::string& macro : macros) {
    (is_setting(macro) ? settings : others) += macro_definition(macro);
  }
  macros.clear();
  std::string text = settings.append(prologue);
  // Files rely on standard headers that other ones include.
  if (mentions(program, "std::")) text += "#include <duet/spelling/std/common.hpp>\n";
  if (has_ptx) text += "#include <duet/spelling/ptx.hpp>\n";
  if (!others.empty()) text += line_directive(1, "macros") + others;
  text += line_directive(1, program.name);
  result.source = text + result.source;
  return result;
}

std::string_view without_spelling_prologue(std::string_view source) {
  const std::size_t begin = source.find(prologue);
  if (begin == std::string_view::npos) return source;
  std::string_view rest = source.substr(begin);
  while (!rest.starts_with("#line 1 ") || rest.starts_with("#line 1 \"macros\"\n")) {
    const std::size_t end = rest.find('\n');
    if (end == std::string_view::npos) return source;
    rest.remove_prefix(end + 1);
  }
  return rest.substr(std::min(rest.find('\n'), rest.size() - 1) + 1);
}

std::vector<std::string_view> cuda_header_names() {
  std::vector<std::string_view> names;
  for (const embedded::File& file : embedded::cuda_spelling_headers()) {
    if (!is_own_header(file.name)) names.push_back(file.name);
  }
  std::sort(names.begin(), names.end());
  return names;
}

std::string missing_cuda_header_advice(std::string_view name) {
  const std::vector<std::string_view> all = cuda_header_names();
  std::vector<std::string_view> similar = similar_names(name, all);
  if (similar.empty()) {
    // Headers of the same folder.
    const std::string_view folder = name.substr(0, name.rfind('/') + 1);
    std::ranges::copy_if(all, std::back_inserter(similar), [folder](std::string_view known) {
      return !folder.empty() && known.starts_with(folder);
    });
  }
  return fmt::format(
      "it is not one of the headers of CompileOptions::cuda_headers "
      "(--cuda-headers); {}: {}",
      similar.empty() ? "those are" : "there is", fmt::join(similar.empty() ? all : similar, ", "));
}

}  // namespace duet
