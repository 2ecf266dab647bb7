#include "host_code.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include "blank_tokens.hpp"
#include "candidate.hpp"
#include "declaration_marks.hpp"
#include "declared_names.hpp"
#include "host_types.hpp"
#include "known_namespaces.hpp"
#include "program_macros.hpp"
#include "used_namespaces.hpp"
#include "used_words.hpp"

namespace duet {

namespace {

using Kind = DeclarationItem::Kind;
using Words = std::vector<std::string_view>;

class HostCode {
 public:
  HostCode(const std::vector<std::string_view>& texts, bool is_complete)
      : texts_(texts), is_complete_(is_complete), macros_(is_complete) {}

  std::vector<std::string> without(const Words& names) {
    for (const std::string_view text : texts_) sources_.emplace_back(text);
    for (const DeclarationItems& source : sources_) {
      macros_.note_directives(source.tokens());
      known_namespaces_.note(source.tokens());
    }
    for (const std::string_view name : names) macros_.note_definition(name);
    for (std::size_t i = 0; i < texts_.size(); ++i) add_candidates(i);
    std::vector<std::string> results(texts_.begin(), texts_.end());
    if (!has_kernels_) return results;
    for (const std::string_view name : names) {
      for (const Token& token : tokenise(name)) used_.add(token.text, true);
    }
    choose();
    for (Candidate& one : candidates_) {
      for (const DeclarationItem& member : one.open_members) drop(one, member);
    }
    drop_attributes();
    for (const Candidate& one : candidates_) {
      std::string& result = results[one.text];
      if (!one.is_kept || is_of_gone_member(one))
        blank_tokens(result, one.tokens, one.item.begin, one.item.end);
      for (const DeclarationItem& member : one.host_members)
        blank_tokens(result, one.tokens, member.begin, member.end);
    }
    return results;
  }

 private:
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
    Candidate one{.text = text, .tokens = sources_[text].tokens(), .item = item};
    const std::vector<Token>& tokens = one.tokens;
    const bool is_device = item.kind != Kind::type && marks_.is_for_device(tokens, item);
    has_kernels_ |= is_device && item.kind == Kind::function;
    one.names = declared_names(tokens, item);
    one.is_operator = item.kind == Kind::function && tokens[item.name].is("operator");
    const bool is_main = item.kind == Kind::function && tokens[item.name].is("main");
    const bool is_hosts_macro =
        item.kind == Kind::other && macros_.defines_functions(tokens[item.begin].text);
    const bool is_unknown = is_complete_ && known_namespaces_.is_unknown_directive(tokens, item);
    one.is_host = !is_device && (is_main || is_hosts_macro || is_unknown ||
                                 (item.kind != Kind::type && item.kind != Kind::other &&
                                  marks_.reaches_host(tokens, item.begin, item.end)));
    one.is_device = is_device;
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
    if (is_device && !is_named_only) keep(candidates_.back());
  }

  /// Whether it is the use of a macro with a function among its arguments.
  bool is_macro_for(const Candidate& one, const std::set<std::string_view>& functions) const {
    const std::vector<Token>& tokens = one.tokens;
    if (one.item.end < one.item.begin + 3 || !tokens[one.item.begin + 1].is("(") ||
        macros_.words_of(tokens[one.item.begin].text).empty())
      return false;
    for (std::size_t i = one.item.begin + 2; i < one.item.end; ++i) {
      if (functions.contains(tokens[i].text)) return true;
    }
    return false;
  }
  /// Keeps directives in namespaces that kernels reach. Macros whose arguments are functions of the
  /// host define something for the host.
  void keep_directives() {
    std::set<std::string_view> functions;
    for (const Candidate& one : candidates_) {
      const bool is_declared = one.item.kind == Kind::function && one.item.body == one.item.end;
      if (one.item.kind == Kind::function && !one.is_device && (one.is_unmarked || is_declared) &&
          !marked_.contains(one.names.front()))
        functions.insert(one.names.front());
    }
    for (Candidate& one : candidates_) {
      one.is_host |= has_host_code_ && is_directive(one) && is_macro_for(one, functions);
    }
    for (std::size_t before = used_.changes() + 1; before != used_.changes();) {
      before = used_.changes();
      for (Candidate& one : candidates_) {
        if (is_directive(one) && !one.is_kept && namespaces_.reach(one.item.namespaces)) keep(one);
      }
    }
  }
  /// Whether it is a definition outside of a class whose declaration has gone.
  bool is_of_gone_member(const Candidate& one) const {
    return is_of_class(one) && one.item.name > one.item.begin + 2 &&
           gone_members_.contains(
               {one.tokens[one.item.name - 3].text, one.tokens[one.item.name].text});
  }
  /// Notes the names of functions for devices, and of members.
  void note_marked(const Candidate& one, bool is_device) {
    if (is_device) {
      (is_of_class(one) ? marked_members_ : marked_).insert(one.names.begin(), one.names.end());
      namespaces_.note_marked(one.item.namespaces);
    }
    for (const DeclarationItem& member : one.members) {
      if (member.kind != Kind::function || !marks_.is_for_device(one.tokens, member)) continue;
      marked_members_.insert(one.tokens[member.name].text);
      namespaces_.note_marked(one.item.namespaces);
    }
  }
  void keep(Candidate& one) {
    one.is_kept = true;
    const std::vector<Token>& tokens = one.tokens;
    for (const DeclarationItem& member : marks_.host_members(tokens, one.item, one.members))
      drop(one, member);
    std::size_t from = one.item.begin;
    if (!one.members.empty()) {
      use(tokens, from, one.item.body, false);
      from = one.item.body;
    }
    for (const DeclarationItem& member : one.members) {
      use(tokens, from, member.begin, !one.is_for_device_only);
      from = member.end;
      const bool is_host = std::ranges::any_of(
          one.host_members, [&](const auto& host) { return host.begin == member.begin; });
      if (is_host) continue;
      if (has_host_code_ && !one.names.empty() && marks_.is_unmarked_member(tokens, member)) {
        one.open_members.push_back(member);
      } else {
        use(tokens, member.begin, member.end, may_run_on_host(tokens, member));
      }
    }
    use(tokens, from, one.item.end, !one.is_for_device_only);
  }
  void drop(Candidate& one, const DeclarationItem& member) {
    one.host_members.push_back(member);
    gone_members_.insert({one.names.front(), one.tokens[member.name].text});
  }
  /// Notes the words of a declaration that stays.
  void use(const std::vector<Token>& tokens, std::size_t begin, std::size_t end, bool is_shared) {
    const std::set<std::string_view> local = local_names(tokens, begin, end);
    for (std::size_t i = begin; i < end; ++i) {
      if (tokens[i].kind != Token::Kind::word) continue;
      used_.add(tokens[i].text, is_shared, !local.contains(tokens[i].text) && !is_value(tokens, i));
    }
  }
  /// Keeps members that nothing marks for devices if code that stays uses their names.
  void keep_members(Candidate& one) {
    const std::vector<Token>& tokens = one.tokens;
    std::erase_if(one.open_members, [&](const DeclarationItem& member) {
      const std::string_view name = tokens[member.name].text;
      const bool is_defined = member.body < member.end;
      const bool is_used = is_defined && !marked_members_.contains(name)
                               ? used_.contain_shared(name)
                               : used_.contain(name);
      if (!is_used) return false;
      use(tokens, member.begin, member.end, may_run_on_host(tokens, member));
      return true;
    });
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
          if (is_class(one)) return used_.contain_type(name);
          return is_unmarked && !marked.contains(name) ? used_.contain_shared(name)
                                                       : used_.contain(name);
        }))
      return false;
    return one.item.kind != Kind::function || one.is_named_only || has_used_types(one);
  }
  /// Whether all types of the program in a function's head are used.
  bool has_used_types(const Candidate& one) const {
    const std::vector<Token>& tokens = one.tokens;
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
      if (one.is_kept || one.is_device || one.item.kind != Kind::function) continue;
      const std::vector<Token>& tokens = one.tokens;
      for (std::size_t i = one.item.body; i + 1 < one.item.end; ++i) {
        one.is_host |= tokens[i + 1].is("(") && hosts.contains(tokens[i].text);
      }
      for (std::size_t i = one.item.begin; i < one.item.end; ++i)
        one.is_host |= host_types_.contain(tokens[i].text);
    }
  }

  /// The bases and the data of classes that kernels name, which may have the host's members, too.
  void use_parts_of_used_types() {
    for (std::size_t before = used_.changes() + 1; before != used_.changes();) {
      before = used_.changes();
      for (Candidate& one : candidates_) {
        if (one.has_used_parts || one.names.empty() || one.is_host || !is_used(one)) continue;
        one.has_used_parts = true;
        const std::vector<Token>& tokens = one.tokens;
        if (one.item.kind == Kind::alias) used_.add(tokens, one.item.begin, one.item.end, false);
        if (one.item.kind != Kind::type || one.item.body >= one.item.end) continue;
        used_.add(tokens, one.item.begin, one.item.body, false);
        for (const DeclarationItem& member : one.members) {
          if (is_data(member)) used_.add(tokens, member.begin, member.end, false);
        }
      }
    }
  }
  void choose() {
    for (const Candidate& one : candidates_) {
      if (one.names.empty()) continue;
      if (one.item.kind == Kind::type) types_.insert(one.names.front());
      if (one.item.kind == Kind::alias) types_.insert(one.names.back());
    }
    keep_directives();
    use_parts_of_used_types();
    host_types_.find(candidates_);
    find_callers_of_host();
    for (std::size_t before = used_.changes() + 1; before != used_.changes();) {
      before = used_.changes();
      for (Candidate& one : candidates_) {
        if (!one.is_kept && (!one.is_host || is_named_class(one)) && is_used(one)) keep(one);
        keep_members(one);
      }
    }
  }

  /// A macro for an attribute goes with the declaration that follows.
  void drop_attributes() {
    for (std::size_t i = 0; i + 1 < candidates_.size(); ++i) {
      Candidate& one = candidates_[i];
      const Candidate& next = candidates_[i + 1];
      const std::vector<Token>& tokens = one.tokens;
      const Words& words = macros_.words_of(tokens[one.item.begin].text);
      const bool is_attribute =
          one.item.kind == Kind::other && std::ranges::find(words, "__attribute__") != words.end();
      if (is_attribute && next.text == one.text && !next.is_kept) one.is_kept = false;
    }
  }
  const std::vector<std::string_view>& texts_;
  bool is_complete_;
  KnownNamespaces known_namespaces_{};
  ProgramMacros macros_;
  DeclarationMarks marks_{macros_};
  std::vector<DeclarationItems> sources_{};
  std::vector<Candidate> candidates_{};
  UsedWords used_{macros_};
  HostTypes host_types_{marks_, used_};
  UsedNamespaces namespaces_{macros_, used_};
  std::set<std::string_view> types_{};
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
