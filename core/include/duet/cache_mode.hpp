#pragma once

#include <duet/export.hpp>

DUET_API_BEGIN
namespace duet {

/// How `jit` uses its folder of compiled kernels.
enum class CacheMode {
  off,   ///< Does not use the folder.
  read,  ///< Reads entries and adds none.
  on     ///< Reads and adds entries.
};

/// The name of a mode: "off", "read" or "on". Static storage, never null.
const char* name_of(CacheMode mode) noexcept;

}  // namespace duet
DUET_API_END
