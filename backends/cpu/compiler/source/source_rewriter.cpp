#include "source_rewriter.hpp"

#include <algorithm>
#include <array>
#include <set>

#include "source/declaration_walker.hpp"

namespace duet::cpu {

namespace {

struct Edit {
  std::size_t offset;
  std::size_t length;
  std::string text;
};

class Rewriter : DeclarationWalker {
 public:
  Rewriter(std::string_view source, KernelForm form) : DeclarationWalker(source), form_(form) {}

  std::string rewrite() {
    walk();
    return apply_edits();
  }

 private:
  void replace(const Token& token, std::string text) {
    edits_.push_back({token.offset, token.text.size(), std::move(text)});
  }
  void insert(std::size_t offset, std::string text) {
    edits_.push_back({offset, 0, std::move(text)});
  }

  void visit_other(std::size_t i) override {
    const Token& token = tokens_[i];
    if (token.is("__noinline__") && i > 0 && !is(i - 1, "(") && !is(i - 1, ",")) {
      // A macro would break `__attribute__((__noinline__))` in std's headers.
      replace(token, "__attribute__((noinline))");
    } else if (token.is("__shared__") || token.is("extern")) {
      const std::string_view other = token.is("extern") ? "__shared__" : "extern";
      if (contains(statement_, i, other)) visit_shared(i);
    } else if (token.is("volatile")) {
      note_volatile(i);
    } else if (token.is("while") && is(i + 1, "(")) {
      visit_loop(i);
    } else if (volatile_names_.contains(token.text) && is(i + 1, "[")) {
      visit_volatile_element(i);
    }
  }

  /// Remembers the name that a declaration gives a volatile variable or a pointer to one.
  void note_volatile(std::size_t i) {
    constexpr std::array<std::string_view, 6> ends{";", ",", ")", "=", "[", "{"};
    std::size_t end = i + 1;
    while (end < tokens_.size() &&
           !std::ranges::any_of(ends, [&](auto mark) { return is(end, mark); }))
      ++end;
    if (end - i > 2 && tokens_[end - 1].kind == Token::Kind::word)
      volatile_names_.insert(tokens_[end - 1].text);
  }

  /// `v[i] += x;` becomes `v[i] += in_lockstep(x), lockstep();`.
  void visit_volatile_element(std::size_t i) {
    constexpr std::array<std::string_view, 6> before{";", "{", "}", ")", "else", "do"};
    if (!in_block() ||
        std::ranges::none_of(before, [&](std::string_view mark) { return is(i - 1, mark); }))
      return;
    std::size_t assignment = i + 1;
    while (is(assignment, "[")) assignment = after_group(assignment, '[', ']');
    while (!is(assignment, "=") && is_operator(assignment)) ++assignment;
    if (!is(assignment, "=") || is(assignment + 1, "=") || is(assignment + 1, "{")) return;
    std::size_t end = assignment + 1;
    while (end < tokens_.size() && !is(end, ";") && !is(end, "}")) {
      if (is(end, ",")) return;
      end = is(end, "(")   ? after_parentheses(end)
            : is(end, "[") ? after_group(end, '[', ']')
                           : end + 1;
    }
    if (!is(end, ";")) return;
    lockstep_edits_.push_back({tokens_[assignment].end(), 0, " ::duet_cpu::in_lockstep("});
    lockstep_edits_.push_back({tokens_[end].offset, 0, "), ::duet_cpu::lockstep()"});
  }
  bool is_operator(std::size_t i) const {
    constexpr std::array<std::string_view, 10> operators{"+", "-", "*", "/", "%",
                                                         "&", "|", "^", "<", ">"};
    return std::ranges::any_of(operators, [&](std::string_view mark) { return is(i, mark); });
  }

  /// Lets other threads run in each round of a loop that waits for memory to change.
  void visit_loop(std::size_t i) {
    const std::size_t close = after_parentheses(i + 1) - 1;
    const std::size_t open = i > 0 && is(i - 1, "}") ? opening_brace(i - 1) : 0;
    if (open > 0 && is(open - 1, "do")) {
      if (waits(open + 1, i - 1, i + 1, close)) add_turn(open);
    } else if (!is(close + 1, "{") && is_idle(close + 1, end_of_statement(close + 1)) &&
               !measures_time(i + 2, close)) {
      has_turns_ = true;
      insert(tokens_[i + 1].end(), "(");
      insert(tokens_[close].offset, ") && " + take_turn);
    } else if (is(close + 1, "{")) {
      const std::size_t end = after_group(close + 1, '{', '}') - 1;
      if (waits(close + 2, end, i + 1, close)) add_turn(close + 1);
    }
  }
  std::size_t end_of_statement(std::size_t i) const {
    while (i < tokens_.size() && !is(i, ";")) ++i;
    return i;
  }
  void add_turn(std::size_t brace) {
    has_turns_ = true;
    insert(tokens_[brace].end(), take_turn + "; ");
  }
  std::size_t opening_brace(std::size_t close) const {
    int depth = 0;
    for (std::size_t i = close; i > 0; --i) {
      if (is(i, "}")) ++depth;
      if (is(i, "{") && --depth == 0) return i;
    }
    return 0;
  }
  /// Whether a loop only reads what other threads write. Loops that replace values, by atomicCAS,
  /// end by themselves.
  /// @param begin, end    the tokens of the body
  /// @param first, last   those of the condition
  bool waits(std::size_t begin, std::size_t end, std::size_t first, std::size_t last) const {
    constexpr std::size_t most_tokens = 48;
    constexpr std::array<std::string_view, 4> others{"for", "while", "atomicCAS", "__syncthreads"};
    if (measures_time(first, last)) return false;
    if (is_idle(begin, end)) return true;
    if (end - begin > most_tokens) return false;
    for (const std::string_view word : others) {
      if (contains(begin, end, word)) return false;
    }
    if (changes(begin, end) || changes(first, last)) return false;
    return polls(begin, end) || polls(first, last);
  }
  bool measures_time(std::size_t begin, std::size_t end) const {
    return contains(begin, end, "clock64") || contains(begin, end, "clock");
  }
  /// Whether tokens are nothing but fences.
  bool is_idle(std::size_t begin, std::size_t end) const {
    for (std::size_t i = begin; i < end; ++i) {
      const bool is_word = tokens_[i].kind == Token::Kind::word;
      if (is_word && !tokens_[i].text.starts_with("__threadfence")) return false;
      if (!is_word && !is(i, ";") && !is(i, "(") && !is(i, ")")) return false;
    }
    return true;
  }
  /// Whether tokens count, as most loops do that end by themselves: "++", "+=".
  bool changes(std::size_t begin, std::size_t end) const {
    constexpr std::array<std::string_view, 5> operators{"+", "-", "*", "/", "|"};
    for (std::size_t i = begin; i + 1 < end; ++i) {
      const bool is_operator =
          std::ranges::any_of(operators, [&](std::string_view mark) { return is(i, mark); });
      if (!is_operator || tokens_[i].end() != tokens_[i + 1].offset) continue;
      if (is(i + 1, "=")) return true;
      if ((is(i, "+") || is(i, "-")) && is(i + 1, tokens_[i].text)) return true;
    }
    return false;
  }
  /// Whether tokens read memory that other threads write: volatile, acquired, or by an atomic
  /// operation with 0.
  bool polls(std::size_t begin, std::size_t end) const {
    for (std::size_t i = begin; i < end; ++i) {
      const std::string_view word = tokens_[i].text;
      if (tokens_[i].kind != Token::Kind::word) continue;
      if (word == "volatile" || volatile_names_.contains(word)) return true;
      if (word.find("acquire") != std::string_view::npos) return true;
      if (!word.starts_with("atomic") || !is(i + 1, "(")) continue;
      const Token& last = tokens_[after_parentheses(i + 1) - 2];
      if (last.kind == Token::Kind::number && last.text.starts_with("0")) return true;
    }
    return false;
  }

  void visit_brace(std::size_t brace) override {
    if (form_ == KernelForm::fast) visit_device_function(brace);
  }

  /// The text of the first launch bound between two tokens; empty if there is none.
  std::string_view launch_bound(std::size_t begin, std::size_t end) const {
    for (std::size_t i = begin; i + 2 < end; ++i) {
      if (!is(i, "__launch_bounds__") || !is(i + 1, "(")) continue;
      std::size_t last = i + 2;
      for (; last < end && !is(last, ",") && !is(last, ")"); ++last) {
        if (is(last, "(")) last = after_parentheses(last) - 1;
        if (is(last, "<")) last = after_group(last, '<', '>') - 1;
      }
      const std::size_t from = tokens_[i + 2].offset;
      return source_.substr(from, tokens_[std::min(last, end - 1)].offset - from);
    }
    return {};
  }

  void visit_kernel(std::size_t i) override {
    const bool explicit_instantiation = is(statement_, "template") && !is(statement_ + 1, "<");
    if (explicit_instantiation && is(i, "__global__")) replace(tokens_[i], "");
    const std::size_t open = find_parameters(i + 1);
    if (open >= tokens_.size()) return;
    if (form_ == KernelForm::plain) return;
    const std::string bound(launch_bound(statement_, open));
    const bool no_parameters = is(open + 1, ")");
    const bool void_parameters = is(open + 1, "void") && is(open + 2, ")");
    std::string text = bound.empty() ? "DUET_CPU_HIDDEN" : "DUET_CPU_BOUNDED";
    if (no_parameters || void_parameters) text += "_ONLY";
    if (!bound.empty()) text.append("(").append(bound).append(")");
    if (void_parameters) {
      replace(tokens_[open + 1], std::move(text));
    } else {
      insert(tokens_[open].end(), text + (no_parameters ? "" : " "));
    }
  }

  /// Makes a function defined with `__device__` inline. A copy that is not inlined would read the
  /// thread-local variables for threads' indices and so keep them alive.
  void visit_device_function(std::size_t brace) {
    std::size_t device = brace;
    bool has_parameters = false;
    for (std::size_t i = statement_; i < brace; ++i) {
      constexpr std::array<std::string_view, 6> settled{
          "inline", "__forceinline__", "__inline__", "constexpr", "template", "__global__"};
      if (std::ranges::any_of(settled, [&](std::string_view word) { return is(i, word); })) return;
      if (is(i, "__device__")) device = i;
      has_parameters |= is(i, "(");
    }
    if (device != brace && has_parameters && !is(brace - 1, "=")) {
      replace(tokens_[device], "__device__ inline");
    }
  }

  /// `extern __shared__ T name[];` becomes `T (*name) = …;`.
  void visit_shared(std::size_t i) {
    std::size_t end = i;
    while (end < tokens_.size() && !is(end, ";")) ++end;
    std::size_t bracket = statement_;
    while (bracket < end && !(is(bracket, "[") && is(bracket + 1, "]"))) ++bracket;
    if (end >= tokens_.size() || bracket >= end || bracket == statement_) return;
    if (!in_block()) insert(tokens_[statement_].offset, "static thread_local ");
    for (std::size_t t = statement_; t < bracket; ++t) {
      if (is(t, "extern") || is(t, "__shared__")) {
        replace(tokens_[t], "");
      } else if (takes_parentheses(tokens_[t]) && !is(t, "decltype") && is(t + 1, "(")) {
        const std::size_t after = after_parentheses(t + 1);
        for (; t < after; ++t) replace(tokens_[t], "");
        --t;
      }
    }
    const Token& name = tokens_[bracket - 1];
    insert(name.offset, "(*");
    replace(tokens_[bracket], ")");
    replace(tokens_[bracket + 1], "");
    insert(tokens_[end].offset, " = reinterpret_cast<decltype(" + std::string(name.text) +
                                    ")>(::duet_cpu::dynamic_shared())");
    statement_ = end;  // skips the rest of the statement
  }

  std::string apply_edits() {
    // Lanes that wait for each other would not meet while another thread polls.
    if (!has_turns_) edits_.insert(edits_.end(), lockstep_edits_.begin(), lockstep_edits_.end());
    std::ranges::stable_sort(edits_, {}, &Edit::offset);
    std::string text;
    std::size_t done = 0;
    for (const Edit& edit : edits_) {
      if (edit.offset < done) continue;
      text.append(source_, done, edit.offset - done).append(edit.text);
      done = edit.offset + edit.length;
    }
    return text.append(source_.substr(done));
  }

  static inline const std::string take_turn = "::duet_cpu::take_turn()";

  KernelForm form_;
  std::set<std::string_view> volatile_names_{};
  std::vector<Edit> lockstep_edits_{};
  bool has_turns_ = false;  ///< whether a loop lets other threads run
  std::vector<Edit> edits_{};
};

}  // namespace

std::string rewrite_source(std::string_view source, KernelForm form) {
  return Rewriter(source, form).rewrite();
}

}  // namespace duet::cpu
