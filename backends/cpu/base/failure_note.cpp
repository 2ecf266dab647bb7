#include "failure_note.hpp"

namespace duet::cpu {

namespace {

thread_local Outcome note;

}  // namespace

Status note_failure(Outcome outcome) noexcept {
  if (outcome.failed()) note = std::move(outcome);
  return outcome.status;
}

const std::string& noted_failure(Status status) noexcept {
  static const std::string empty;
  return note.status == status ? note.text : empty;
}

void forget_failure() noexcept { note = {}; }

}  // namespace duet::cpu
