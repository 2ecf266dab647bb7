#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include <duet/export.hpp>
#include <duet/program.hpp>

DUET_API_BEGIN
namespace duet {

/// A `__global__` function as a source declares it. All texts are the source's, with comments
/// removed; macros are not expanded.
struct KernelDeclaration {
  std::string name{};  ///< With its namespaces: "ns::saxpy".
  std::string file{};  ///< `Program::name`, or the name of a header.
  std::size_t line{};  ///< Line of the name in `file`, from 1.
  /// Of a template: "typename T", "int N = 4". Empty for other kernels.
  std::vector<std::string> template_parameters{};
  std::vector<std::string> parameters{};  ///< "const float* x", "int n".
  bool is_extern_c = false;               ///< Declared `extern "C"`.
  bool is_local = false;                  ///< `static` or in an anonymous namespace.
  bool is_defined = false;                ///< Whether its body is there, too.
  /// Whether it uses dynamic shared memory: it, or a function that it calls by name, declares or
  /// names an array `extern __shared__`.
  bool uses_dynamic_shared = false;

  /// Declaration without return type: "template <typename T> ns::saxpy(T a, const T* x, int n)".
  std::string text() const;

  friend bool operator==(const KernelDeclaration&, const KernelDeclaration&) = default;
};

/// Lists the kernels that a program declares, in its source and in the headers that the source
/// includes from `Program::headers` and from `CompileOptions::include_dirs`. Finds them in the
/// text: it runs no compiler, so kernels that a macro declares are missing, and both branches of an
/// `#if` count, except for those of `#if 0` and `#if 1`. Specialisations and instantiations of
/// templates are not listed. Thread-safety: any thread.
/// @returns the kernels in their order, those of the source first; overloads are separate
std::vector<KernelDeclaration> list_kernels(const Program& program);

}  // namespace duet
DUET_API_END
