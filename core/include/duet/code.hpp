#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include <duet/export.hpp>

DUET_API_BEGIN
namespace duet {

/// The format of compiled code.
enum class CodeFormat {
  cubin,         ///< NVIDIA machine code.
  ptx,           ///< NVIDIA assembly, which the driver compiles when it is loaded.
  code_object,   ///< AMD machine code.
  shared_object  ///< Host code of the CPU backend.
};

/// The name of a code format: "cubin", "ptx", "code object", "shared object". Static storage.
const char* name_of(CodeFormat format) noexcept;
/// The usual file extension, without a dot: "cubin", "ptx", "hsaco", "so". Static storage.
const char* extension_of(CodeFormat format) noexcept;

/// Compiled code. A value that owns its bytes and depends on no device: it may be stored and loaded
/// elsewhere.
struct Code {
  std::vector<std::byte> bytes{};                      ///< The code itself.
  CodeFormat format = CodeFormat::cubin;               ///< Format of `bytes`.
  std::string architecture{};                          ///< What it was compiled for.
  std::map<std::string, std::string> lowered_names{};  ///< Name expression → name in the code.
  std::string log{};                                   ///< Warnings of the compiler; often empty.
  double milliseconds = 0;                             ///< Wall time of the compiler call.
};

}  // namespace duet
DUET_API_END
