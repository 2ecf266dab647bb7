#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace duet {

/// A macro with parameters that declares kernels: `#define STORE(name, T) __global__ void name(T*
/// x)`.
struct KernelMacro {
  std::string name{};
  std::vector<std::string> parameters{};
  std::string body{};
};

/// The macros of a text whose body has `__global__`.
std::vector<KernelMacro> kernel_macros(std::string_view text);

/// A text with the uses of macros replaced by their bodies. Lines keep their numbers.
std::string with_expanded_macros(std::string_view text, const std::vector<KernelMacro>& macros);

}  // namespace duet
