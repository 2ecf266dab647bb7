// contract/fast_compile.hpp on NVRTC: the option --minimal and precompiled headers, together if
// both apply.

#include "compile/compiler.hpp"
#include "contract.hpp"
#include "minimal_language.hpp"
#include "precompiled_header.hpp"

namespace duet::vendor {

namespace {

/// NVRTC's version: 1208 for 12.8.
int release() {
  static const int number = [] {
    int major = 0;
    int minor = 0;
    DUET_COMPILER(compiler_version, &major, &minor);
    return major * 100 + minor;
  }();
  return number;
}

class MinimalLanguage : public FastCompile {
 public:
  explicit MinimalLanguage(std::vector<std::string> options) : options_(std::move(options)) {}

  std::vector<std::string> options() const override { return options_; }
  bool accepted(CompilerStatus status, std::string_view) override {
    return status == compiler_success;
  }

 private:
  std::vector<std::string> options_;
};

}  // namespace

std::unique_ptr<FastCompile> plan_fast_compile(const Program& program,
                                               const std::vector<std::string>& options) {
  std::vector<std::string> more;
  if (release() >= 1204 && keeps_to_minimal_language(program)) more.emplace_back("--minimal");
  if (release() >= 1208) {
    if (auto precompiled = plan_precompiled_header(program, options, more)) return precompiled;
  }
  return more.empty() ? nullptr : std::make_unique<MinimalLanguage>(std::move(more));
}

}  // namespace duet::vendor
