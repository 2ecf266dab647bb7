#include "eigen.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "program/include_scan.hpp"
#include "program_texts.hpp"
#include "source/tokens.hpp"

namespace duet {

namespace {

/// Whether a name without its namespace may be one of Eigen's: "Vector3f".
bool is_eigen_type(std::string_view name) {
  constexpr std::array<std::string_view, 10> types{"AngleAxis", "Array",  "Affine", "Isometry",
                                                   "Map",       "Matrix", "Quat",   "Ref",
                                                   "RowVector", "Vector"};
  return std::ranges::any_of(types, [&](std::string_view one) { return name.starts_with(one); });
}

/// Whether a text names Eigen other than in `using namespace Eigen;`, or, behind that, its types.
bool names_eigen(std::string_view text, bool is_used) {
  const std::vector<Token> tokens = tokenise(text);
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    const Token& token = tokens[i];
    const bool is_opened = i > 0 && tokens[i - 1].is("namespace");
    if ((token.is("Eigen") && !is_opened) || (is_used && is_eigen_type(token.text))) return true;
    const bool is_macro =
        token.kind == Token::Kind::directive && token.text.find("define") != std::string_view::npos;
    if (is_macro && token.text.find("Eigen::") != std::string_view::npos) return true;
  }
  return false;
}

}  // namespace

bool is_eigen_header(std::string_view header) {
  return header.starts_with("Eigen/") || header.starts_with("unsupported/Eigen/");
}

bool use_eigen(Program& program) {
  if (!mentions(program, "Eigen/") || !has_file(program, "Eigen/Core")) return false;
  std::vector<Header> headers(program.headers.begin(), program.headers.end());
  std::erase_if(headers, [](const Header& header) { return is_eigen_header(header.name); });
  Program others = program;
  others.headers = Headers(headers);
  const bool is_used = mentions(others, "using namespace Eigen");
  const std::vector<std::string_view> texts = texts_of(others);
  if (std::ranges::none_of(texts, [&](auto text) { return names_eigen(text, is_used); }))
    return false;
  program.headers = others.headers;
  return true;
}

std::string eigen_settings(const Program& program, std::string_view both_sides_pragma) {
  std::string text = "#include <duet/spelling/eigen.hpp>\n";
  if (mentions(program, "EIGEN_DONT_ALIGN")) text += "#undef EIGEN_MAX_STATIC_ALIGN_BYTES\n";
  if (both_sides_pragma.empty()) return text;
  text += fmt::format("{} begin\n", both_sides_pragma);
  for (const std::string_view part : texts_of(program)) {
    for (const Include& include : scan_includes(part).includes) {
      if (is_eigen_header(include.name)) text += fmt::format("#include <{}>\n", include.name);
    }
  }
  return text + fmt::format("{} end\n", both_sides_pragma);
}

}  // namespace duet
