#pragma once

namespace duet::cpu {

/// Whether the process is ending: background workers stop, and what is still asked for (by
/// destructors of static objects) runs on the asking thread alone.
bool is_shutting_down() noexcept;

}  // namespace duet::cpu
