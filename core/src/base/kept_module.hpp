#pragma once

#include <atomic>
#include <cstddef>
#include <memory>
#include <span>

#include <duet/compile.hpp>

namespace duet {

/// Whether $DUET_KEEP_LAUNCHES is set; looked at once, when the library is loaded.
extern const bool keeps_launches;

/// What keeping a launch needs to know of the kernel's module.
struct KeptModule {
  std::shared_ptr<const Program> program{};  ///< null if it was not compiled in this process
  bool has_variables = false;
  std::atomic<bool> gave_symbol{false};
};

/// While launches are kept: what the code was compiled from. Thread-safety: any thread.
void remember_program(const Program& program, std::span<const std::byte> code);
/// @returns null if it was not remembered
std::shared_ptr<const Program> remembered_program(std::span<const std::byte> code);

}  // namespace duet
