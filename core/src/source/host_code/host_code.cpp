#include "host_code.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include "candidate.hpp"
#include "class_members.hpp"
#include "declaration_marks.hpp"
#include "hinted_code.hpp"
#include "host_types.hpp"
#include "known_namespaces.hpp"
#include "program_macros.hpp"
#include "source/declarations/declared_names.hpp"
#include "used_namespaces.hpp"
#include "used_words.hpp"

namespace duet {

namespace {

using Kind = DeclarationItem::Kind;
using Words = std::vector<std::string_view>;

class HostCode {
 public:
  HostCode(const std::vector<std::string_view>& texts, bool is_complete, const HostCodeHints& hints)
      : texts_(texts), is_complete_(is_complete), macros_(is_complete), hinted_(texts, hints) {}

  DeviceTexts without(const Words& names, std::string_view error_where_reached) {
    for (const std::string_view text : texts_) sources_.emplace_back(text);
    for (const DeclarationItems& source : sources_) {
      macros_.note_directives(source.tokens());
      known_namespaces_.note(source.tokens());
    }
    for (const std::string_view name : names) macros_.note_definition(name);
    for (std::size_t i = 0; i < texts_.size(); ++i) add_candidates(i);
    if (!has_kernels_) return {.texts{texts_.begin(), texts_.end()}};
    for (const std::string_view name : names) {
      for (const Token& token : tokenise(name)) used_.add(token.text, true);
    }
    choose();
    for (Candidate& one : candidates_) members_.drop_open(one);
    drop_attributes();
    members_.find_classes(candidates_);
    for (Candidate& one : candidates_) {
      one.is_kept &= !members_.is_gone(one);
      members_.mark_called(one);
      members_.mark_unreached(one);
    }
    return device_texts(texts_, candidates_, error_where_reached);
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
    one.is_host |= DeclarationMarks::is_builtin(tokens, item) || hinted_.is_redefined(one);
    if (item.kind == Kind::type && item.body < item.end)
      one.members = sources_[text].in_class(item.body).value_or(std::vector<DeclarationItem>());
    note_marked(one, is_device);
    candidates_.push_back(std::move(one));
    Candidate& added = candidates_.back();
    added.is_named_only = is_device && (DeclarationMarks::is_kernel_template(tokens, item) ||
                                        marks_.is_assembly(tokens, item));
    added.is_reached_only = hinted_.exist() && is_device && item.kind == Kind::function &&
                            !marks_.is_kernel(tokens, item);
    note_failures(added);
    if (is_device && !added.is_named_only && !added.is_reached_only && !added.is_host) keep(added);
  }
  /// Makes the host's what does not compile. A function for both goes only if nothing names it, or
  /// if devices have no values of its parameters' types.
  void note_failures(Candidate& one) const {
    if (one.is_for_device_only || !hinted_.fails(one)) return;
    // What macros define may need what other errors take away or bring back.
    if (one.item.kind == Kind::other && !hinted_.fails_again(one)) return;
    if (hinted_.is_false_assertion(one)) return;
    if (one.is_device && !marks_.reaches_host(one.tokens, one.item.begin, one.item.body)) {
      one.is_named_only = true;
    } else if (hinted_.fails_as_whole(one)) {
      one.is_host = true;
    }
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
  /// Notes the names of functions for devices, and of members.
  void note_marked(const Candidate& one, bool is_device) {
    if (is_device && is_of_class(one)) {
      members_.note_definition(one);
    } else if (is_device) {
      marked_.insert(one.names.begin(), one.names.end());
    }
    if (members_.note_marked(one) || is_device) namespaces_.note_marked(one.item.namespaces);
  }
  void keep(Candidate& one) {
    one.is_kept = true;
    members_.keep(one, has_host_code_);
  }
  /// Keeps what a compiler missed.
  void keep_needed(Candidate& one) {
    if (one.is_kept || (one.is_device && !one.is_reached_only) || !hinted_.needs(one)) return;
    if (one.is_device || !hinted_.fails_as_whole(one)) {
      keep(one);
    } else if (members_.can_stand_in(one, one.item)) {
      one.is_kept = true;
      members_.stand_in(one, one.item);
    }
  }
  bool is_used(const Candidate& one) const {
    if (!namespaces_.reach(one.item.namespaces)) return false;
    if (is_directive(one)) return true;
    if (one.is_operator) return has_used_types(one);
    if (one.names.empty()) return true;
    const bool is_unmarked = one.is_unmarked && has_host_code_;
    const auto is_named = [&](std::string_view name) {
      if (is_class(one)) return used_.contain_type(name);
      const bool is_marked = is_of_class(one) ? members_.is_marked(name) : marked_.contains(name);
      return is_unmarked && !is_marked ? used_.contain_shared(name) : used_.contain(name);
    };
    if (std::ranges::none_of(one.names, is_named)) return false;
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

  /// A function without marks that has a kernel's name is the host's, which launches the kernel.
  /// Its declaration would make the kernel's name ambiguous.
  void find_namesakes_of_kernels() {
    std::set<std::pair<Words, std::string_view>> kernels;
    const auto name_of = [](const Candidate& one) {
      return std::pair(one.item.namespaces, one.names.front());
    };
    const auto is_function = [](const Candidate& one) {
      return one.item.kind == Kind::function && !one.names.empty() && !is_of_class(one);
    };
    for (const Candidate& one : candidates_) {
      if (is_function(one) && marks_.is_kernel(one.tokens, one.item)) kernels.insert(name_of(one));
    }
    for (Candidate& one : candidates_)
      one.is_host |= !one.is_device && is_function(one) && kernels.contains(name_of(one));
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
  /// Keeps the templates of kernels that are asked for, first of all: their types are no host's.
  void keep_named_kernels() {
    for (Candidate& one : candidates_) {
      const bool is_kernel_template = DeclarationMarks::is_kernel_template(one.tokens, one.item);
      if (is_kernel_template && !one.is_kept && !one.is_host && is_used(one)) keep(one);
    }
  }
  void choose() {
    for (const Candidate& one : candidates_) {
      if (one.names.empty()) continue;
      if (one.item.kind == Kind::type) types_.insert(one.names.front());
      if (one.item.kind == Kind::alias) types_.insert(one.names.back());
    }
    keep_directives();
    keep_named_kernels();
    use_parts_of_used_types();
    host_types_.find(candidates_);
    find_namesakes_of_kernels();
    find_callers_of_host();
    for (std::size_t before = used_.changes() + 1; before != used_.changes();) {
      before = used_.changes();
      for (Candidate& one : candidates_) {
        if (!one.is_kept && (!one.is_host || is_named_class(one)) && is_used(one)) keep(one);
        keep_needed(one);
        members_.keep_used(one);
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
  HintedCode hinted_;
  ClassMembers members_{marks_, used_, hinted_};
  HostTypes host_types_{marks_, used_};
  UsedNamespaces namespaces_{macros_, used_};
  std::set<std::string_view> types_{};
  std::set<std::string_view> marked_{};
  bool has_kernels_ = false;
  bool has_host_code_ = false;
};

}  // namespace

DeviceTexts without_host_code(const std::vector<std::string_view>& texts,
                              const std::vector<std::string_view>& names, bool is_complete,
                              const HostCodeHints& hints, std::string_view error_where_reached) {
  return HostCode(texts, is_complete, hints).without(names, error_where_reached);
}

}  // namespace duet
