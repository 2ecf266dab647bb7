#include "precompiled_header.hpp"

#include <algorithm>

#include "pch_cache.hpp"
#include "program/include_prefix.hpp"
#include "program/macros.hpp"

namespace duet::vendor {

namespace {

using Step = PchCache::Step;

/// A program's text in two parts: the beginning, which is precompiled, and the rest.
class Parts {
 public:
  explicit Parts(const Program& program) {
    const IncludePrefix prefix = include_prefix_of(program.source);
    // Macros may change headers, so they precede them. Without headers they belong to the rest, so
    // that programs with other macros have the same beginning.
    std::string& macros = prefix.length != 0 ? begin_ : rest_;
    for (const std::string& macro : program.options.defines) macros += macro_definition(macro);
    begin_ += prefix.text;
    rest_ += line_directive(prefix.lines + 1, program.name);
    rest_.append(program.source, prefix.length).append("\n");
  }
  const std::string& begin() const noexcept { return begin_; }
  std::string text() const { return begin_ + "#pragma nv_hdrstop\n" + rest_; }

 private:
  std::string begin_{};
  std::string rest_{};
};

class PrecompiledHeader : public FastCompile {
 public:
  PrecompiledHeader(Parts parts, std::string key, PchCache::Plan plan,
                    std::vector<std::string> options)
      : parts_(std::move(parts)),
        key_(std::move(key)),
        plan_(std::move(plan)),
        options_(std::move(options)) {}
  ~PrecompiledHeader() override {
    if (plan_.step == Step::make) cache_.finish(key_, std::move(plan_), succeeded_);
  }

  std::string source(std::string) const override { return parts_.text(); }
  std::vector<std::string> options() const override {
    std::vector<std::string> all = options_;
    all.push_back((plan_.step == Step::make ? "--create-pch=" : "--use-pch=") + plan_.file);
    // Warning 20283 is about #line directives that the file lacks; the file ends before them.
    all.insert(all.end(), {"--pch-messages=false", "--diag-suppress=20283"});
    return all;
  }
  /// If the program has errors, the usual compilation reports them.
  bool accepted(CompilerStatus status, std::string_view log) override {
    const bool complains = log.find("precompiled header") != std::string_view::npos;
    succeeded_ = status == compiler_success && !complains;
    if (complains) cache_.give_up();
    return succeeded_;
  }

 private:
  Parts parts_;
  std::string key_;
  PchCache::Plan plan_;
  std::vector<std::string> options_;
  PchCache& cache_ = PchCache::of_this_process();
  bool succeeded_ = false;
};

/// Whether the options change the beginning (--pre-include) or put it into debug information.
bool affect_beginning(const CompileOptions& options) {
  const auto mentions = [&](std::string_view word) {
    return std::ranges::any_of(options.extra, [word](std::string_view option) {
      return option.find(word) != std::string_view::npos;
    });
  };
  return options.debug || mentions("include") || mentions("pch") || mentions("-G") ||
         mentions("debug");
}

std::string key_of(const std::string& begin, const std::vector<std::string>& options,
                   const std::vector<std::string>& more) {
  std::string key = begin;
  for (const auto* list : {&options, &more}) {
    for (const std::string& option : *list) key.append(1, '\0').append(option);
  }
  return key;
}

}  // namespace

std::unique_ptr<FastCompile> plan_precompiled_header(const Program& program,
                                                     const std::vector<std::string>& options,
                                                     const std::vector<std::string>& more) {
  const bool replaces_own = std::ranges::any_of(program.headers, is_own_header, &Header::name);
  if (replaces_own || affect_beginning(program.options)) return nullptr;
  Parts parts(program);
  std::string key = key_of(parts.begin(), options, more);
  PchCache::Plan plan = PchCache::of_this_process().plan(key);
  if (plan.step == Step::nothing) return nullptr;
  return std::make_unique<PrecompiledHeader>(std::move(parts), std::move(key), std::move(plan),
                                             more);
}

}  // namespace duet::vendor
