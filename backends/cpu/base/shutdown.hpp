#pragma once

namespace duet::cpu {

/// Whether the process is ending. Background workers have stopped then, and work that destructors
/// of static objects submit runs on the submitting thread alone. Thread-safety: any thread.
bool is_shutting_down() noexcept;

/// Makes `is_shutting_down` true from now on. Thread-safety: any thread.
void begin_shutdown() noexcept;

}  // namespace duet::cpu
