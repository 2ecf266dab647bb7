#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace duet::cpu {

/// A kernel that the code contains without being listed.
struct UnlistedKernel {
  std::vector<std::string> namespaces{};  ///< around it, outermost first
  std::string expression{};               ///< "k", or "k<float>" for an explicit instantiation
  std::string name{};                     ///< in the code: "ns::k"; "k" if it is extern "C"
  bool is_extern_c = false;
  bool is_certain = false;  ///< exists if the text is compiled: no other declaration stands in

  /// "::ns::k"
  std::string qualified() const;
};

/// The kernels that texts define: those that are no templates, and explicit instantiations. Some
/// may not exist, since the texts are not preprocessed. Overloaded names are left out.
/// @param listed  name expressions, which are left out
std::vector<UnlistedKernel> unlisted_kernels(std::span<const std::string_view> texts,
                                             std::span<const std::string> listed);

}  // namespace duet::cpu
