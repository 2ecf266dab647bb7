#include "precompiled_header.hpp"

#include <algorithm>

#include "pch_cache.hpp"
#include "program/macros.hpp"

namespace duet::vendor {

namespace {

using Step = PchCache::Step;

/// A program behind the end of what is precompiled: NVRTC's own declarations alone. duet's headers
/// come without what a program does not use, and so differ between programs.
std::string text_of(const Program& program) {
  std::string text = "#pragma nv_hdrstop\n";
  for (const std::string& macro : program.options.defines) text += macro_definition(macro);
  return text + line_directive(1, program.name) + program.source + "\n";
}

class PrecompiledHeader : public FastCompile {
 public:
  PrecompiledHeader(std::string text, std::string key, PchCache::Plan plan,
                    std::vector<std::string> options)
      : text_(std::move(text)),
        key_(std::move(key)),
        plan_(std::move(plan)),
        options_(std::move(options)) {}
  ~PrecompiledHeader() override {
    if (plan_.step == Step::make) cache_.finish(key_, std::move(plan_), succeeded_);
  }

  std::string source(std::string) const override { return text_; }
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
  std::string text_;
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

std::string key_of(const std::vector<std::string>& options, const std::vector<std::string>& more) {
  std::string key;
  for (const auto* list : {&options, &more}) {
    for (const std::string& option : *list) key.append(1, '\0').append(option);
  }
  return key;
}

}  // namespace

std::unique_ptr<FastCompile> plan_precompiled_header(const Program& program,
                                                     const std::vector<std::string>& options,
                                                     const std::vector<std::string>& more) {
  if (affect_beginning(program.options)) return nullptr;
  std::string key = key_of(options, more);
  PchCache::Plan plan = PchCache::of_this_process().plan(key);
  if (plan.step == Step::nothing) return nullptr;
  return std::make_unique<PrecompiledHeader>(text_of(program), std::move(key), std::move(plan),
                                             more);
}

}  // namespace duet::vendor
