#include "hiprtc_options.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <string_view>

namespace hip_on_cuda {
namespace {

constexpr std::array<std::string_view, 10> standards{
    "c++11", "c++14", "c++17", "c++20", "c++2b", "gnu++11", "gnu++14", "gnu++17", "gnu++20", "hip"};

/// True for options that do not change the code that NVRTC makes.
bool has_no_effect(std::string_view option) {
  constexpr std::array<std::string_view, 12> names{
      "-O",        "-O1",         "-O2",      "-O3",          "-mno-wavefrontsize64",
      "-mcumode",  "-mno-cumode", "-hip-pch", "--save-temps", "-munsafe-fp-atomics",
      "-fgpu-rdc", "-nostdinc",
  };
  return std::ranges::find(names, option) != names.end() || option.starts_with("-W") ||
         option.starts_with("-ferror-limit=");
}

/// Returns the part of `option` after `prefix`; nullopt if it does not start with it.
std::optional<std::string> value_after(std::string_view option, std::string_view prefix) {
  if (!option.starts_with(prefix)) return std::nullopt;
  return std::string(option.substr(prefix.size()));
}

class Translator {
 public:
  explicit Translator(const std::vector<std::string>& options) : options_(options) {}

  CompileFlags translate() && {
    while (next_ < options_.size()) take(options_[next_++]);
    if (no_debug_optimisation_ && debug_) {
      result_.flags.emplace_back("--device-debug");
    } else if (debug_) {
      result_.flags.emplace_back("--generate-line-info");
    }
    result_.flags.emplace_back("--std=").append(standard_);
    if (errors_ > 0 && counted_) {
      const std::string name(result_.target ? result_.target->processor->name : "no target");
      result_.errors += std::to_string(errors_) + (errors_ == 1 ? " error" : " errors") +
                        " generated when compiling for " + name + ".\n";
    }
    return std::move(result_);
  }

 private:
  void take(const std::string& option) {
    if (take_architecture(option) || take_source_option(option) || take_mathematics(option) ||
        take_bound(option)) {
      return;
    }
    if (option == "-g" || option == "-gline-tables-only") {
      debug_ = true;
    } else if (option == "-O0") {
      no_debug_optimisation_ = true;
    } else if (option == "-mllvm") {
      // LLVM's parser prints this and ends the process (seen with hiprtc 5.2.3). Here it does so
      // for every option.
      std::fprintf(stderr, "clang (LLVM option parsing): Unknown command line argument '%s'.\n",
                   next_ < options_.size() ? options_[next_].c_str() : "");
      std::exit(1);
    } else if (option == "-w") {
      result_.flags.emplace_back("--disable-warnings");
    } else if (option == "-G") {
      // Clang expects a number after it and so takes the next argument, the input file.
      refuse("no input files", false);
    } else if (option == "-mwavefrontsize64") {
      refuse("-mwavefrontsize64: hip_on_cuda has waves of 32 lanes", false);
    } else if (!option.empty() && !has_no_effect(option)) {
      std::string what = option.starts_with("--") ? "unsupported option '" : "unknown argument: '";
      refuse(what.append(option).append("'"));
    }
  }

  bool take_architecture(const std::string& option) {
    for (const std::string_view prefix : {"--offload-arch=", "--gpu-architecture="}) {
      const auto name = value_after(option, prefix);
      if (!name) continue;
      result_.target = find_target(*name);
      // HIP 5.2 aborts the process here. An error is enough: duet asks comgr beforehand.
      if (!result_.target) refuse("invalid target ID '" + *name + "'");
      return true;
    }
    return false;
  }

  bool take_source_option(const std::string& option) {
    for (const std::string_view prefix : {"-std=", "--std="}) {
      const auto name = value_after(option, prefix);
      if (!name) continue;
      if (std::ranges::find(standards, *name) == standards.end()) {
        refuse("invalid value '" + *name + "' in '" + option + "'", false);
        return true;
      }
      standard_ = *name;
      if (name->starts_with("gnu")) standard_.erase(0, 2).front() = 'c';
      if (standard_ == "hip") standard_ = "c++14";
      if (standard_ == "c++2b") standard_ = "c++20";
      return true;
    }
    for (const std::string_view prefix : {"-D", "-I", "-U"}) {
      const auto value = value_after(option, prefix);
      if (!value) continue;
      const bool separate = value->empty();
      if (separate && next_ == options_.size()) {
        refuse("no input files", false);
      } else {
        std::string& flag = result_.flags.emplace_back(prefix);
        flag += separate ? options_[next_++] : *value;
      }
      return true;
    }
    return false;
  }

  bool take_mathematics(const std::string& option) {
    if (option == "-ffast-math") {
      result_.flags.emplace_back("--use_fast_math");
      return true;
    }
    const auto mode = value_after(option, "-ffp-contract=");
    if (!mode) return false;
    if (*mode == "off" || *mode == "fast" || *mode == "on") {
      result_.flags.emplace_back(*mode == "off" ? "--fmad=false" : "--fmad=true");
    } else {
      refuse("unsupported argument '" + *mode + "' to option '-ffp-contract='");
    }
    return true;
  }

  bool take_bound(const std::string& option) {
    const auto text = value_after(option, "--gpu-max-threads-per-block=");
    if (!text) return false;
    const char* const end = text->data() + text->size();
    int bound = 0;
    if (std::from_chars(text->data(), end, bound).ptr == end && bound > 0) {
      result_.default_bound = bound;
    } else {
      refuse("invalid integral value '" + *text + "' in '" + option + "'");
    }
    return true;
  }

  /// @param counted  whether the compiler goes on and prints its number of errors
  void refuse(const std::string& what, bool counted = true) {
    result_.errors.append("error: ").append(what).append("\n");
    ++errors_;
    counted_ = counted_ && counted;
  }

  const std::vector<std::string>& options_;
  std::size_t next_ = 0;
  CompileFlags result_{};
  std::string standard_ = "c++14";  // hiprtcInternal.cpp
  bool debug_ = false;
  bool no_debug_optimisation_ = false;
  int errors_ = 0;
  bool counted_ = true;
};

}  // namespace

CompileFlags translate_options(const std::vector<std::string>& options) {
  return Translator(options).translate();
}

}  // namespace hip_on_cuda
