#include "reported_failure.hpp"

#include <memory>
#include <utility>

#include "cpu/base/failure_note.hpp"

namespace duet::cpu {

namespace {

/// Static destructors make calls after the objects of their thread have been destroyed.
thread_local constinit bool has_no_reporter = false;

struct Reporter {
  std::shared_ptr<Stream> stream{};
  ~Reporter() { has_no_reporter = true; }
};
thread_local Reporter reporter;

}  // namespace

Status report_failure(Stream& stream) noexcept {
  Outcome outcome = stream.failure();
  if (outcome.failed() && !has_no_reporter) reporter.stream = stream.shared_from_this();
  return note_failure(std::move(outcome));
}

bool is_failure_of_work() noexcept { return !has_no_reporter && reporter.stream != nullptr; }

void acknowledge_failure() noexcept {
  if (is_failure_of_work()) reporter.stream->forget_failure();
  forget_reported_failure();
}

void forget_reported_failure() noexcept {
  if (!has_no_reporter) reporter.stream.reset();
}

}  // namespace duet::cpu
