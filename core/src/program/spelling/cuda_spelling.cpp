#include "cuda_spelling.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <regex>
#include <span>

#include <fmt/format.h>

#include "computed_includes.hpp"
#include "eigen.hpp"
#include "function_carries.hpp"
#include "hip_shared.hpp"
#include "host_libraries.hpp"
#include "leading_includes.hpp"
#include "program/embedded.hpp"
#include "program/include_prefix.hpp"
#include "program/include_scan.hpp"
#include "program/macros.hpp"
#include "program_texts.hpp"
#include "source/declarations/class_attributes.hpp"
#include "source/declarations/compound_literals.hpp"
#include "source/declarations/constant_floats.hpp"
#include "source/declarations/declaration_items.hpp"
#include "source/declarations/restrict_words.hpp"
#include "source/declarations/shared_storage.hpp"
#include "source/declarations/statement_expressions.hpp"
#include "source/extern_variables.hpp"
#include "source/host_code/host_code.hpp"
#include "source/macros/type_macros.hpp"
#include "source/macros/vector_names.hpp"
#include "source/plain_coordinates.hpp"
#include "source/ptx/assembly_macros.hpp"
#include "source/ptx/conditional_assembly.hpp"
#include "source/ptx/ptx_translation.hpp"
#include "source/shared_alignment.hpp"
#include "source/template_keywords.hpp"
#include "source/tokens.hpp"
#include "source/unroll_pragmas.hpp"
#include "spelling_parts.hpp"
#include "wrapped_namespaces.hpp"

namespace duet {

namespace {

constexpr std::string_view prologue = "#include <duet/spelling/prelude.hpp>\n";

/// Whether the text before the source tests the macro, so that it must be defined earlier.
bool is_setting(std::string_view macro) {
  return macro.starts_with("__CUDA") || macro.starts_with("CUDA");
}

bool is_wide_integer(std::string_view name) { return name == "int64_t" || name == "uint64_t"; }

/// A name expression with the types that the macros of vendor/hip.hpp stand for.
std::string with_renamed_types(const std::string& expression) {
  std::string text = expression;
  const std::vector<Token> tokens = tokenise(expression);
  for (std::size_t i = tokens.size(); i-- > 0;) {
    const std::string_view name = tokens[i].text;
    std::string renamed;
    if (name == "half" || name == "__half") renamed = "duet::half";
    if (name == "half2" || name == "__half2") renamed = "duet_spelled__half2";
    if (name == "std" || is_vector_type(name) || is_wide_integer(name))
      renamed = fmt::format("duet_{}", name);
    const bool is_qualified =
        i > 0 && tokens[i - 1].is(":") && name != "std" && !is_wide_integer(name);
    if (!renamed.empty() && !is_qualified) text.replace(tokens[i].offset, name.size(), renamed);
  }
  return text;
}

bool is_embedded(const std::string& header) {
  const auto is_in = [&](std::span<const embedded::File> files) {
    return std::ranges::find(files, header, &embedded::File::name) != files.end();
  };
  return is_in(embedded::cuda_spelling_headers()) || is_in(embedded::device_headers());
}

/// Whether a header is neither the program's nor embedded, so that it is a file.
bool is_file(const Program& program, const std::string& header) {
  return std::ranges::find(program.headers, header, &Header::name) == program.headers.end() &&
         !is_embedded(header);
}

/// The headers that a text's macros name: `#define LIBRARY <a.h>`.
std::vector<std::string> headers_of_macros(std::string_view text) {
  std::vector<std::string> names;
  for (const Token& token : tokenise(text)) {
    if (token.kind != Token::Kind::directive || directive_word(token.text) != "define") continue;
    const std::size_t open = token.text.find('<');
    const std::size_t close = token.text.find_last_not_of(" \t\r");
    if (open == std::string_view::npos || token.text[close] != '>' || token.text[open - 1] != ' ')
      continue;
    const std::string_view name = token.text.substr(open + 1, close - open - 1);
    if (name.find_first_of(" <>()") == std::string_view::npos) names.emplace_back(name);
  }
  return names;
}

/// The headers that a program includes, by macros, too.
std::vector<std::string> included_headers(const Program& program) {
  std::vector<std::string> names;
  bool is_computed = false;
  for (const std::string_view text : texts_of(program)) {
    const IncludeScan scan = scan_includes(text);
    for (const Include& include : scan.includes) names.push_back(include.name);
    is_computed |= scan.computed;
  }
  if (!is_computed) return names;
  for (const std::string_view text : texts_of(program)) {
    for (std::string& name : headers_of_macros(text)) names.push_back(std::move(name));
  }
  return names;
}

/// Makes headers of libraries for the host empty, also those that the program does not have. A
/// program's own copy of CUB becomes the set's.
void add_host_libraries(Program& program) {
  std::vector<Header> headers(program.headers.begin(), program.headers.end());
  bool is_changed = std::erase_if(headers, [](const Header& header) {
                      return is_copy_of_cub(header.text) && is_embedded(header.name);
                    }) != 0;
  for (Header& header : headers) {
    if (is_copy_of_cub(header.text)) {
      header.text = "#include <cub/cub.cuh>\n";
      is_changed = true;
    }
    if (!is_bundled_library(header.name, header.text)) continue;
    header.text = library_macros(header.name);
    is_changed = true;
  }
  if (is_changed) program.headers = Headers(headers);
  const std::size_t own = headers.size();
  for (const std::string& name : included_headers(program)) {
    const bool is_torch = is_torch_header(name);
    const bool is_part = is_libcu_part(name);
    if (!is_file(program, name) || !(is_torch || is_part || is_host_library(name))) continue;
    if (std::ranges::find(headers, name, &Header::name) != headers.end()) continue;
    headers.push_back({name, is_part    ? public_libcu_include(name)
                             : is_torch ? "#include <torch/types.h>\n"
                                        : library_macros(name)});
  }
  if (headers.size() != own) program.headers = Headers(std::move(headers));
}

/// A function's body that is an error only if the compiler makes code of the function.
std::string_view error_where_reached(const SpellingTarget& target) {
  if (target.compiles_ptx) return "asm volatile(\"duet_unreached;\");";
  return "extern __device__ __attribute__((error(\"its errors are told above\"))) void "
         "duet_unreached(); duet_unreached();";
}

/// Removes the host's code from the source and the headers. @returns the names of what went
std::set<std::string, std::less<>> remove_host_code(Program& program, const SpellingTarget& target,
                                                    const HostCodeHints& hints) {
  const std::vector<std::string_view> texts = texts_of(program);
  bool is_complete = true;
  for (const std::string_view text : texts) {
    for (const Include& include : scan_includes(text).includes) {
      is_complete &= !(is_file(program, include.name) && has_file(program, include.name));
    }
  }
  std::vector<std::string_view> names(program.kernels.begin(), program.kernels.end());
  names.insert(names.end(), program.options.defines.begin(), program.options.defines.end());
  DeviceTexts result =
      without_host_code(texts, names, is_complete, hints, error_where_reached(target));
  set_texts(program, std::move(result.texts));
  return std::move(result.left_out);
}

/// Changes the source and the headers.
void change_texts(Program& program, std::string (*change)(std::string_view text)) {
  std::vector<std::string> texts;
  for (const std::string_view text : texts_of(program)) texts.push_back(change(text));
  set_texts(program, std::move(texts));
}

/// A text whose lines end as on Unix: some compilers hold a lone carriage return for a line's end.
std::string with_plain_line_ends(std::string_view text) {
  std::string result;
  result.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\r' || i + 1 == text.size() || text[i + 1] != '\n') result += text[i];
  }
  return result;
}

/// Makes C++ of what only NVIDIA's compilers take, inline PTX.
PtxUse translate_all(Program& program, PtxTranslation options) {
  PtxUse use{.shares_carry = options.shares_carry};
  bool takes_carry = false;
  std::vector<std::string> texts;
  for (const std::string_view text : with_written_out_assembly(texts_of(program))) {
    TranslatedSource translated = translate_ptx(with_leading_alignment(text), options);
    use.is_there |= translated.is_changed;
    takes_carry |= translated.takes_carry;
    texts.push_back(std::move(translated.text));
  }
  if (takes_carry && !options.shares_carry) {
    options.shares_carry = true;
    return translate_all(program, options);
  }
  set_texts(program,
            options.shares_carry ? with_function_carries(std::move(texts)) : std::move(texts));
  return use;
}

}  // namespace

SpelledProgram with_cuda_spelling(const Program& program, const SpellingTarget& target,
                                  const HostCodeHints& hints) {
  SpelledProgram spelled{.program = program};
  Program& result = spelled.program;
  if (!program.options.cuda_headers) return spelled;
  result.source = without_byte_order_mark(program.source);
  if (mentions(result, "\r\n")) change_texts(result, with_plain_line_ends);
  set_texts(result, with_written_includes(texts_of(result)));
  add_host_libraries(result);
  if (mentions(result, "define int") || mentions(result, "define u"))
    change_texts(result, without_type_macros);
  if (!hints.dependent.empty()) set_texts(result, with_keywords(texts_of(result), hints.dependent));
  if (!hints.constructed_shared.empty())
    set_texts(result, with_shared_storage(texts_of(result), hints.constructed_shared));
  spelled.left_out = remove_host_code(result, target, hints);
  if (mentions(result, "__attribute") || mentions(result, "__align__"))
    set_texts(result, with_leading_attributes(texts_of(result)));
  if (mentions(result, "__restrict")) change_texts(result, without_misplaced_restricts);
  const bool has_eigen = use_eigen(result);
  set_texts(result, with_template_keywords(texts_of(result)));
  if (mentions(result, "HIP_DYNAMIC_SHARED")) change_texts(result, with_hip_shared);
  if (target.compiles_ptx) {
    change_texts(result, with_constant_floats);
    if (mentions(result, "({") || mentions(result, "( {")) change_texts(result, with_lambdas);
    if (mentions(result, "){") || mentions(result, ") {")) change_texts(result, with_cpp_literals);
  } else {
    if (mentions(result, "asm")) change_texts(result, with_whole_assembly);
    set_texts(result, with_defined_variables(texts_of(result)));
    if (mentions(result, "unroll 0") || mentions(result, "unroll(0")) {
      change_texts(result, without_empty_unrolls);
    }
  }
  if (!target.has_plain_coordinates) change_texts(result, with_plain_coordinates);
  const std::string parts = spelling_parts(result);
  const PtxUse ptx =
      target.compiles_ptx
          ? PtxUse()
          : translate_all(result, {.permits_unreached = hints.permits_unreached_ptx});
  if (!target.expands_names) {
    if (mentions(result, "2(") || mentions(result, "3(") || mentions(result, "4("))
      change_texts(result, with_renamed_vector_macros);
    for (std::string& kernel : result.kernels) kernel = with_renamed_types(kernel);
  }
  std::vector<std::string>& macros = result.options.defines;
  std::string settings;
  std::string others;
  for (const std::string& macro : macros) {
    (is_setting(macro) ? settings : others) += macro_definition(macro);
  }
  macros.clear();
  std::string text = settings + parts + std::string(prologue);
  text += wrapped_namespaces(program) + leading_includes(result, ptx);
  if (hints.has_devices_alone) text += "#undef __host__\n#define __host__\n";
  if (hints.is_ahead_of_time) text += fmt::format("#undef {}\n", run_time_macro);
  if (!others.empty()) text += line_directive(1, "macros") + others;
  // Around a whole program, the pragma makes clang refuse kernels that are declared twice.
  const std::string_view pragma = target.both_sides_pragma;
  if (has_eigen)
    text += eigen_settings(result, hints.declares_kernels_twice ? pragma : std::string_view());
  const bool has_both_sides =
      !pragma.empty() && !hints.declares_kernels_twice && (hints.has_both_sides || has_eigen);
  if (has_both_sides) text += fmt::format("{} begin\n", pragma);
  text += line_directive(1, program.name);
  result.source = text + result.source;
  if (has_both_sides) result.source += fmt::format("\n{} end\n", pragma);
  return spelled;
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

bool is_told_before(std::string_view message) {
  return message.find("duet_unreached") != std::string_view::npos;
}

std::string with_cuda_names(std::string log) {
  static const std::regex renamed(R"(\bduet_(\w+))");
  std::string readable;
  auto from = log.cbegin();
  for (std::sregex_iterator match(log.begin(), log.end(), renamed), end; match != end; ++match) {
    readable.append(from, (*match)[0].first);
    const std::string name = (*match)[1].str();
    constexpr std::string_view prefix = "spelled_";
    if (name.starts_with(prefix)) {
      const std::string own = name.substr(prefix.size());
      readable += (own.starts_with('_') && !own.starts_with("__") ? "_" : "") + own;
    } else if (name == "std" || is_vector_type(name) || is_wide_integer(name) ||
               name.starts_with("make_")) {
      readable += name;
    } else if (name == "warp_size") {
      readable += "warpSize";
    } else if (name.starts_with("p") && name.size() == 2) {
      readable += (*match)[0].str();  // an operand of PTX
    } else {
      readable += "__" + name;
    }
    from = (*match)[0].second;
  }
  return readable.append(from, log.cend());
}

}  // namespace duet
