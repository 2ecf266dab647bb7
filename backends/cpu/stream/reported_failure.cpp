#include "reported_failure.hpp"

#include <memory>
#include <utility>

#include "cpu/base/failure_note.hpp"

namespace duet::cpu {

namespace {

/// Static destructors make calls after the objects of their thread have been destroyed.
thread_local constinit bool is_destroyed = false;

struct Reporter {
  std::shared_ptr<Stream> stream{};
  ~Reporter() { is_destroyed = true; }
};
thread_local Reporter reporter;

}  // namespace

Status report_failure(Stream& stream) noexcept {
  Outcome outcome = stream.failure();
  if (outcome.failed() && !is_destroyed) reporter.stream = stream.shared_from_this();
  return note_failure(std::move(outcome));
}

bool is_failure_of_work() noexcept { return !is_destroyed && reporter.stream != nullptr; }

void acknowledge_failure() noexcept {
  if (is_failure_of_work()) reporter.stream->forget_failure();
  forget_reported_failure();
}

void forget_reported_failure() noexcept {
  if (!is_destroyed) reporter.stream.reset();
}

}  // namespace duet::cpu
