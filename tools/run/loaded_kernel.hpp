#pragma once

#include <string>

#include <duet/device.hpp>
#include <duet/kernel.hpp>
#include <duet/module.hpp>
#include <duet/program.hpp>

namespace duet::tool {

/// A kernel on the device, and where its code came from.
struct LoadedKernel {
  enum class Origin {
    file,      ///< A file of compiled code.
    compiler,  ///< Compiled by this process.
    cache      ///< Compiled by an earlier process.
  };
  Module module{};
  Kernel kernel{};
  Origin origin = Origin::file;
  bool is_stored = false;           ///< Whether the code is in the cache from now on.
  double compile_milliseconds = 0;  ///< 0 if it was not compiled, or together with loading.
  double load_milliseconds = 0;     ///< Includes the compilation if the cache is in use.
  double milliseconds_saved = 0;    ///< How long the compilation took that the cache replaced.
  std::string log{};                ///< Warnings of the compiler.
};

/// "file", "compiler" or "cache". Static storage.
const char* name_of(LoadedKernel::Origin origin) noexcept;

/// Loads a kernel from a file of compiled code.
LoadedKernel load_compiled(const Device& device, const std::string& file,
                           const std::string& kernel);

/// Compiles a kernel or finds it in the cache.
/// @param program    has the kernel's name as its only kernel
/// @param use_cache  false: compiles in any case, and does not store the code
LoadedKernel load_program(const Device& device, const Program& program, bool use_cache);

}  // namespace duet::tool
