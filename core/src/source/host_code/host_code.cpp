#include "host_code.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include "declaration_marks.hpp"
#include "declared_names.hpp"
#include "host_words.hpp"
#include "program_macros.hpp"
#include "used_namespaces.hpp"
#include "used_words.hpp"

namespace duet {

namespace {

using Kind = DeclarationItem::Kind;
using Words = std::vector<std::string_view>;

/// A declaration of a text with what the choice needs.
struct Candidate {
  std::size_t text;
  DeclarationItem item;
  Words names{};               ///< what it declares
  bool is_operator = false;    ///< which is used without its name
  bool is_named_only = false;  ///< not kept unless it is named
  bool is_kept = false;
  std::vector<DeclarationItem> members{};  ///< of a class
  std::vector<DeclarationItem> host_members{};
  bool is_host = false;             ///< never kept
  bool is_unmarked = false;         ///< a function or variable without a word of devices
  bool is_for_device_only = false;  ///< its code never runs on the host
  bool has_used_parts = false;      ///< its bases and data are used
};

class HostCode {
 public:
  HostCode(const std::vector<std::string_view>& texts, bool is_complete)
      : texts_(texts), macros_(is_complete) {}

  std::vector<std::string> without(const Words& names) {
    for (const std::string_view text : texts_) sources_.emplace_back(text);
    for (const DeclarationItems& source : sources_) macros_.note_directives(source.tokens());
    for (const std::string_view name : names) macros_.note_definition(name);
    for (std::size_t i = 0; i < texts_.size(); ++i) add_candidates(i);
    std::vector<std::string> results(texts_.begin(), texts_.end());
    if (!has_kernels_) return results;
    for (const std::string_view name : names) {
      for (const Token& token : tokenise(name)) used_.add(token.text, true);
    }
    choose();
    drop_attributes();
    for (const Candidate& one : candidates_) {
      std::string& result = results[one.text];
      if (!one.is_kept || is_of_gone_member(one))
        blank(result, one.text, one.item.begin, one.item.end);
      for (const DeclarationItem& member : one.host_members)
        blank(result, one.text, member.begin, member.end);
    }
    return results;
  }

 private:
  const std::vector<Token>& tokens_of(const Candidate& one) const {
    return sources_[one.text].tokens();
  }

  void add_candidates(std::size_t text) {
    const auto items = sources_[text].in_namespaces(macros_.of_scopes());
    if (!items) {  // everything stays
      const std::vector<Token>& tokens = sources_[text].tokens();
      used_.add(tokens, 0, tokens.size(), true);
      return;
    }
    for (const DeclarationItem& item : *items) add(text, item);
  }
  void add(std::size_t text, const DeclarationItem& item) {
    Candidate one{.text = text, .item = item};
    const std::vector<Token>& tokens = tokens_of(one);
    const bool is_device = item.kind != Kind::type && marks_.is_for_device(tokens, item);
    has_kernels_ |= is_device && item.kind == Kind::function;
    one.names = declared_names(tokens, item);
    one.is_operator = item.kind == Kind::function && tokens[item.name].is("operator");
    const bool is_main = item.kind == Kind::function && tokens[item.name].is("main");
    const bool is_hosts_macro =
        item.kind == Kind::other && macros_.defines_functions(tokens[item.begin].text);
    one.is_host = !is_device && (is_main || is_hosts_macro ||
                                 (item.kind != Kind::type && item.kind != Kind::other &&
                                  marks_.reaches_host(tokens, item.begin, item.end)));
    one.is_unmarked = !is_device && marks_.is_unmarked(tokens, item);
    one.is_for_device_only = is_device && !marks_.is_for_host(tokens, item);
    has_host_code_ |= one.is_host && item.kind == Kind::function;
    if (item.kind == Kind::type && item.body < item.end)
      one.members = sources_[text].in_class(item.body).value_or(std::vector<DeclarationItem>());
    note_marked(one, is_device);
    candidates_.push_back(std::move(one));
    const bool is_named_only = is_device && (DeclarationMarks::is_kernel_template(tokens, item) ||
                                             marks_.is_assembly(tokens, item));
    candidates_.back().is_named_only = is_named_only;
    if ((is_device && !is_named_only) ||
        (is_directive(candidates_.back()) && item.namespaces.empty()))
      keep(candidates_.back());
  }

  /// Whether it is `typedef struct { … } Name;`, whose data may be of types that hosts use.
  bool is_named_class(const Candidate& one) const {
    return one.item.kind == Kind::alias &&
           has_token(tokens_of(one), one.item.begin, one.item.end, "{");
  }
  /// Whether it has no name by which it could be used, and is not the host's.
  static bool is_directive(const Candidate& one) {
    return one.item.kind == Kind::other && !one.is_host;
  }
  /// Keeps directives in namespaces that kernels reach.
  void keep_directives() {
    for (std::size_t before = used_.changes() + 1; before != used_.changes();) {
      before = used_.changes();
      for (Candidate& one : candidates_) {
        if (is_directive(one) && !one.is_kept && namespaces_.reach(one.item.namespaces)) keep(one);
      }
    }
  }
  /// Whether a function is defined outside of its class.
  bool is_of_class(const Candidate& one) const {
    return one.item.name > one.item.begin && tokens_of(one)[one.item.name - 1].is(":");
  }
  /// Whether it is a definition outside of a class whose declaration has gone.
  bool is_of_gone_member(const Candidate& one) const {
    return is_of_class(one) && one.item.name > one.item.begin + 2 &&
           gone_members_.contains(
               {tokens_of(one)[one.item.name - 3].text, tokens_of(one)[one.item.name].text});
  }
  /// Notes the names of functions for devices, and of members.
  void note_marked(const Candidate& one, bool is_device) {
    if (is_device) {
      (is_of_class(one) ? marked_members_ : marked_).insert(one.names.begin(), one.names.end());
      namespaces_.note_marked(one.item.namespaces);
    }
    for (const DeclarationItem& member : one.members) {
      if (member.kind != Kind::function || !marks_.is_for_device(tokens_of(one), member)) continue;
      marked_members_.insert(tokens_of(one)[member.name].text);
      namespaces_.note_marked(one.item.namespaces);
    }
  }
  void keep(Candidate& one) {
    one.is_kept = true;
    const std::vector<Token>& tokens = tokens_of(one);
    one.host_members = marks_.host_members(tokens, one.item, one.members);
    for (const DeclarationItem& member : one.host_members)
      gone_members_.insert({one.names.front(), tokens[member.name].text});
    auto hosts = one.host_members.begin();
    auto member = one.members.begin();
    for (std::size_t i = one.item.begin; i < one.item.end; ++i) {
      if (hosts != one.host_members.end() && i == hosts->begin) i = (hosts++)->end - 1;
      while (member != one.members.end() && member->end <= i) ++member;
      const bool is_shared =
          member == one.members.end() ? !one.is_for_device_only : may_run_on_host(tokens, *member);
      if (tokens[i].kind == Token::Kind::word) used_.add(tokens[i].text, is_shared);
    }
  }
  /// Whether a member is a function that is not for devices only, or may have such.
  bool may_run_on_host(const std::vector<Token>& tokens, const DeclarationItem& member) const {
    const bool has_code = member.kind == Kind::function
                              ? member.body < member.end
                              : !is_data(member) || member.kind == Kind::type;
    if (!has_code) return false;
    return !marks_.is_for_device(tokens, member) || marks_.is_for_host(tokens, member);
  }
  bool is_used(const Candidate& one) const {
    if (!namespaces_.reach(one.item.namespaces)) return false;
    if (is_directive(one)) return true;
    if (one.is_operator) return has_used_types(one);
    if (one.names.empty()) return true;
    const std::set<std::string_view>& marked = is_of_class(one) ? marked_members_ : marked_;
    const bool is_unmarked = one.is_unmarked && has_host_code_;
    if (std::ranges::none_of(one.names, [&](std::string_view name) {
          return is_unmarked && !marked.contains(name) ? used_.contain_shared(name)
                                                       : used_.contain(name);
        }))
      return false;
    return one.item.kind != Kind::function || one.is_named_only || has_used_types(one);
  }
  /// Whether all types of the program in a function's head are used.
  bool has_used_types(const Candidate& one) const {
    const std::vector<Token>& tokens = tokens_of(one);
    for (std::size_t i = one.item.begin; i < one.item.body; ++i) {
      if (types_.contains(tokens[i].text) && !used_.contain(tokens[i].text)) return false;
    }
    return true;
  }

  /// Functions that call functions of the host are the host's, too.
  void find_callers_of_host() {
    std::set<std::string_view> others;
    for (const Candidate& one : candidates_) {
      if (!one.is_host) others.insert(one.names.begin(), one.names.end());
    }
    std::set<std::string_view> hosts;
    for (const Candidate& one : candidates_) {
      if (one.is_host && one.item.kind == Kind::function && !others.contains(one.names.front()))
        hosts.insert(one.names.front());
    }
    for (Candidate& one : candidates_) {
      if (one.is_kept || one.item.kind != Kind::function) continue;
      const std::vector<Token>& tokens = tokens_of(one);
      for (std::size_t i = one.item.body; i + 1 < one.item.end; ++i) {
        one.is_host |= tokens[i + 1].is("(") && hosts.contains(tokens[i].text);
      }
      for (std::size_t i = one.item.begin; i < one.item.end; ++i)
        one.is_host |= host_types_.contains(tokens[i].text);
    }
  }

  /// Classes with the host's members or bases, unless the code of kernels names them, and names
  /// that only stand for types of the host.
  void find_host_types() {
    std::set<std::string_view> others;
    for (const Candidate& one : candidates_) {
      if (!one.is_host) others.insert(one.names.begin(), one.names.end());
    }
    for (const Candidate& one : candidates_) {
      const bool is_hosts = one.item.kind == Kind::alias && one.is_host && !one.names.empty();
      if (is_hosts && !others.contains(one.names.back())) host_types_.insert(one.names.back());
    }
    for (std::size_t before = host_types_.size() + 1; before != host_types_.size();) {
      before = host_types_.size();
      for (Candidate& one : candidates_) find_host_class(one);
    }
  }
  void find_host_class(Candidate& one) {
    const bool is_alias = one.item.kind == Kind::alias &&
                          !has_token(tokens_of(one), one.item.begin, one.item.end, "{");
    const bool is_class = one.item.kind == Kind::type && one.item.body < one.item.end;
    if (!(is_alias || is_class) || one.names.empty() || one.is_host) return;
    const std::string_view name = is_alias ? one.names.back() : one.names.front();
    if (used_.contain(name)) return;
    if (is_alias ? !names_host(tokens_of(one), one.item.begin, one.item.end) : !has_host_data(one))
      return;
    one.is_host = true;
    host_types_.insert(name);
  }
  bool names_host(const std::vector<Token>& tokens, std::size_t begin, std::size_t end) const {
    for (std::size_t i = begin; i < end; ++i) {
      if (host_types_.contains(tokens[i].text)) return true;
    }
    return marks_.reaches_host(tokens, begin, end);
  }
  bool has_host_data(const Candidate& one) const {
    const std::vector<Token>& tokens = tokens_of(one);
    if (!names_host(tokens, one.item.begin, one.item.end)) return false;
    if (marks_.reaches_host(tokens, one.item.begin, one.item.body)) return true;
    return std::ranges::any_of(one.members, [&](const DeclarationItem& member) {
      return is_data(member) && names_host(tokens, member.begin, member.end);
    });
  }

  /// The bases and the data of classes that kernels name, which may have the host's members, too.
  void use_parts_of_used_types() {
    for (std::size_t before = used_.changes() + 1; before != used_.changes();) {
      before = used_.changes();
      for (Candidate& one : candidates_) {
        if (one.has_used_parts || one.names.empty() || one.is_host || !is_used(one)) continue;
        one.has_used_parts = true;
        const std::vector<Token>& tokens = tokens_of(one);
        if (one.item.kind == Kind::alias) used_.add(tokens, one.item.begin, one.item.end, false);
        if (one.item.kind != Kind::type || one.item.body >= one.item.end) continue;
        used_.add(tokens, one.item.begin, one.item.body, false);
        for (const DeclarationItem& member : one.members) {
          if (is_data(member)) used_.add(tokens, member.begin, member.end, false);
        }
      }
    }
  }
  static bool is_data(const DeclarationItem& member) {
    return member.kind != Kind::function && member.kind != Kind::other;
  }

  void choose() {
    for (const Candidate& one : candidates_) {
      if (one.names.empty()) continue;
      if (one.item.kind == Kind::type) types_.insert(one.names.front());
      if (one.item.kind == Kind::alias) types_.insert(one.names.back());
    }
    keep_directives();
    use_parts_of_used_types();
    find_host_types();
    find_callers_of_host();
    for (std::size_t before = used_.changes() + 1; before != used_.changes();) {
      before = used_.changes();
      for (Candidate& one : candidates_) {
        if (!one.is_kept && (!one.is_host || is_named_class(one)) && is_used(one)) keep(one);
      }
    }
  }

  /// A macro for an attribute goes with the declaration that follows.
  void drop_attributes() {
    for (std::size_t i = 0; i + 1 < candidates_.size(); ++i) {
      Candidate& one = candidates_[i];
      const Candidate& next = candidates_[i + 1];
      const std::vector<Token>& tokens = tokens_of(one);
      const Words& words = macros_.words_of(tokens[one.item.begin].text);
      const bool is_attribute =
          one.item.kind == Kind::other && std::ranges::find(words, "__attribute__") != words.end();
      if (is_attribute && next.text == one.text && !next.is_kept) one.is_kept = false;
    }
  }
  /// Whether a directive stays in a declaration that does not.
  static bool stays(const Token& token) {
    return token.kind == Token::Kind::directive &&
           token.text.find("pragma") == std::string_view::npos;
  }
  void blank(std::string& result, std::size_t text, std::size_t begin, std::size_t end) const {
    const std::vector<Token>& tokens = sources_[text].tokens();
    std::size_t from = tokens[begin].offset;
    for (std::size_t i = begin; i <= end; ++i) {
      const bool is_last = i == end;
      if (!is_last && !stays(tokens[i])) continue;
      const std::size_t to = is_last ? tokens[end - 1].end() : tokens[i].offset;
      for (std::size_t at = from; at < to; ++at) {
        if (result[at] != '\n' && result[at] != '\r') result[at] = ' ';
      }
      if (!is_last) from = tokens[i].end();
    }
  }

  const std::vector<std::string_view>& texts_;
  ProgramMacros macros_;
  DeclarationMarks marks_{macros_};
  std::vector<DeclarationItems> sources_{};
  std::vector<Candidate> candidates_{};
  UsedWords used_{macros_};
  UsedNamespaces namespaces_{macros_, used_};
  std::set<std::string_view> types_{};
  std::set<std::string_view> host_types_{};
  std::set<std::pair<std::string_view, std::string_view>> gone_members_{};
  std::set<std::string_view> marked_{};
  std::set<std::string_view> marked_members_{};
  bool has_kernels_ = false;
  bool has_host_code_ = false;
};

}  // namespace

std::vector<std::string> without_host_code(const std::vector<std::string_view>& texts,
                                           const std::vector<std::string_view>& names,
                                           bool is_complete) {
  return HostCode(texts, is_complete).without(names);
}

}  // namespace duet
