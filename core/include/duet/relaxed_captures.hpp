#pragma once

#include <duet/export.hpp>

DUET_API_BEGIN
namespace duet {

/// While it exists, calls of the thread that concern no captured stream neither fail for the sake
/// of a capture nor end it: allocations, for example. For code that works on streams of its own
/// while its caller may be capturing. Without effect where the driver does not know the mode.
/// Thread-safety: create and destroy it on one thread; several are nested.
class RelaxedCaptures {
 public:
  RelaxedCaptures() noexcept;
  RelaxedCaptures(const RelaxedCaptures&) = delete;
  RelaxedCaptures& operator=(const RelaxedCaptures&) = delete;
  ~RelaxedCaptures();

  /// Whether the driver took the mode, or does not know it.
  bool are_set() const noexcept;
  /// For calls that end a capture of this thread if the mode is another one.
  /// @throws Error if the driver refused the mode
  void require() const;

 private:
  int mode_;    ///< the driver's, before
  int status_;  ///< the driver's
  bool is_set_ = false;
};

}  // namespace duet
DUET_API_END
