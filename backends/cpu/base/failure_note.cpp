#include "failure_note.hpp"

namespace duet::cpu {

namespace {

/// Static destructors call the driver after the objects of their thread have been destroyed.
/// Nothing is noted then.
thread_local constinit bool is_destroyed = false;

struct Note {
  Outcome outcome{};
  ~Note() { is_destroyed = true; }
};
thread_local Note note;

}  // namespace

Status note_failure(Outcome outcome) noexcept {
  const Status status = outcome.status;
  if (outcome.failed() && !is_destroyed) note.outcome = std::move(outcome);
  return status;
}

const std::string& noted_failure(Status status) noexcept {
  static const std::string empty;
  return !is_destroyed && note.outcome.status == status ? note.outcome.text : empty;
}

void forget_failure() noexcept {
  if (!is_destroyed) note.outcome = {};
}

}  // namespace duet::cpu
