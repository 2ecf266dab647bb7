#include "ptx.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>

#include "base/byte_reader.hpp"
#include "base/identifier.hpp"

// The grammar is that of NVIDIA's "PTX ISA", chapters 4 (syntax), 5.2 (types) and 11 (directives).

namespace duet::vendor {
namespace {

bool is_name_char(char c) noexcept {
  return is_identifier_char(c) || c == '$' || c == '%' || c == '.';
}

/// Splits PTX into tokens: names, numbers, directives with their dot, strings with their quotes,
/// and single characters. Skips comments and white space.
class PtxScanner {
 public:
  explicit PtxScanner(std::string_view text) noexcept : rest_(text.substr(0, text.find('\0'))) {}

  /// The next token; empty at the end.
  std::string_view next() {
    skip_blank();
    if (rest_.empty()) return {};
    if (rest_.front() == '"') return take(string_length());
    // ".param.u64" is two tokens.
    const bool directive = rest_.front() == '.';
    std::size_t length = 1;
    if (!directive && !is_name_char(rest_.front())) return take(length);
    while (length < rest_.size() && is_name_char(rest_[length]) &&
           !(directive && rest_[length] == '.')) {
      ++length;
    }
    return take(length);
  }

 private:
  std::string_view take(std::size_t count) {
    const std::string_view token = rest_.substr(0, count);
    rest_.remove_prefix(token.size());
    return token;
  }
  void skip_to(std::string_view end) {
    const std::size_t at = rest_.find(end, 2);
    rest_.remove_prefix(at == std::string_view::npos ? rest_.size() : at + end.size());
  }
  void skip_blank() {
    while (!rest_.empty()) {
      if (rest_.starts_with("//")) {
        skip_to("\n");
      } else if (rest_.starts_with("/*")) {
        skip_to("*/");
      } else if (std::string_view(" \t\r\n\v\f").find(rest_.front()) != std::string_view::npos) {
        rest_.remove_prefix(1);
      } else {
        return;
      }
    }
  }
  std::size_t string_length() const {
    for (std::size_t i = 1; i < rest_.size(); ++i) {
      if (rest_[i] == '\\') {
        ++i;
      } else if (rest_[i] == '"') {
        return i + 1;
      }
    }
    return rest_.size();
  }

  std::string_view rest_;
};

std::optional<std::size_t> to_number(std::string_view token) {
  std::size_t value = 0;
  const auto [end, error] = std::from_chars(token.data(), token.data() + token.size(), value);
  if (error != std::errc{} || end != token.data() + token.size()) return std::nullopt;
  return value;
}

std::optional<std::size_t> type_bytes(std::string_view type) {
  struct Type {
    std::string_view name;
    std::size_t bytes;
  };
  static constexpr std::array<Type, 22> types{{
      {".b8", 1},    {".u8", 1},     {".s8", 1},      {".b16", 2},        {".u16", 2}, {".s16", 2},
      {".f16", 2},   {".bf16", 2},   {".b32", 4},     {".u32", 4},        {".s32", 4}, {".f32", 4},
      {".f16x2", 4}, {".bf16x2", 4}, {".b64", 8},     {".u64", 8},        {".s64", 8}, {".f64", 8},
      {".b128", 16}, {".texref", 8}, {".surfref", 8}, {".samplerref", 8},
  }};
  const auto* found = std::ranges::find(types, type, &Type::name);
  if (found == types.end()) return std::nullopt;
  return found->bytes;
}

/// Reads one kernel, beginning with its name.
class EntryReader {
 public:
  explicit EntryReader(PtxScanner& scanner) : scanner_(scanner) {}

  /// Empty if the kernel is declared but not defined.
  std::optional<KernelInfo> read() {
    kernel_.name = scanner_.next();
    std::string_view token = scanner_.next();
    if (token == "(") {
      read_parameters();
      token = scanner_.next();
    }
    while (token != "{") {
      if (token.empty()) throw_load_error("the PTX ends inside kernel " + kernel_.name);
      if (token == ";") return std::nullopt;
      token = token == ".maxntid" || token == ".reqntid" ? read_threads() : scanner_.next();
    }
    if (sizes_known_) kernel_.parameter_bytes = std::move(sizes_);
    return std::move(kernel_);
  }

 private:
  /// Reads `.param .align 8 .b8 name[24], …)`.
  void read_parameters() {
    std::optional<std::size_t> bytes;
    bool any = false;
    for (std::string_view token = scanner_.next(); token != ")"; token = scanner_.next()) {
      if (token.empty()) throw_load_error("the PTX ends inside kernel " + kernel_.name);
      if (token == ",") {
        add_parameter(bytes);
        bytes.reset();
      } else if (token == ".align") {
        scanner_.next();
      } else if (token == "[") {
        bytes = multiply(bytes, to_number(scanner_.next()));
      } else if (const auto of_type = type_bytes(token)) {
        bytes = of_type;
      }
      any = true;
    }
    if (any) add_parameter(bytes);
  }

  static std::optional<std::size_t> multiply(std::optional<std::size_t> bytes,
                                             std::optional<std::size_t> count) {
    std::size_t product = 0;
    if (!bytes || !count || __builtin_mul_overflow(*bytes, *count, &product)) return std::nullopt;
    return product;
  }

  /// If one size is unknown, the list is unknown.
  void add_parameter(std::optional<std::size_t> bytes) {
    if (bytes) {
      sizes_.push_back(*bytes);
    } else {
      sizes_known_ = false;
    }
  }

  /// Reads `x`, `x, y` or `x, y, z`. @returns the token after them
  std::string_view read_threads() {
    std::optional<std::size_t> threads = to_number(scanner_.next());
    std::string_view token = scanner_.next();
    for (; token == ","; token = scanner_.next()) {
      threads = multiply(threads, to_number(scanner_.next()));
    }
    if (threads && *threads > 0 && *threads <= std::numeric_limits<int>::max()) {
      kernel_.max_threads = static_cast<int>(*threads);
    }
    return token;
  }

  PtxScanner& scanner_;
  KernelInfo kernel_{};
  std::vector<std::size_t> sizes_{};
  bool sizes_known_ = true;
};

}  // namespace

std::optional<PtxHeader> read_ptx_header(std::string_view text) {
  PtxScanner scanner(text);
  if (scanner.next() != ".version") return std::nullopt;
  PtxHeader header{.version = std::string(scanner.next())};
  if (scanner.next() != ".target") return std::nullopt;
  std::string_view target = scanner.next();
  constexpr std::string_view machine = "sm_";
  if (target.starts_with(machine)) target.remove_prefix(machine.size());
  header.architecture = "compute_" + std::string(target);
  return header;
}

std::vector<KernelInfo> read_ptx(std::string_view text) {
  PtxScanner scanner(text);
  std::vector<KernelInfo> kernels;
  const PtxHeader header = read_ptx_header(text).value_or(PtxHeader{});
  std::size_t depth = 0;
  for (std::string_view token = scanner.next(); !token.empty(); token = scanner.next()) {
    if (token == "{") ++depth;
    if (token == "}" && depth > 0) --depth;
    if (token != ".entry" || depth > 0) continue;
    if (auto kernel = EntryReader(scanner).read()) {
      kernel->architecture = header.architecture;
      kernel->wave_size = 32;
      kernels.push_back(std::move(*kernel));
      ++depth;
    }
  }
  if (depth > 0) throw_load_error("the PTX is truncated: it ends inside a function");
  return kernels;
}

}  // namespace duet::vendor
