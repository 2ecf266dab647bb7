#pragma once

#include <cstddef>
#include <string_view>

namespace duet::tool {

/// A line on standard error that says how far a command is: "12/90 saxpy.cu". Only terminals show
/// it. Not thread-safe.
class Progress {
 public:
  Progress();
  ~Progress() { hide(); }
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  /// Replaces the line.
  /// @param name  what is worked on, or was finished last; cut to fit the line
  void show(std::size_t done, std::size_t total, std::string_view name) noexcept;

  /// Removes the line. Called before other output, which may go to the same terminal.
  void hide() noexcept;

 private:
  bool on_terminal_;
  bool visible_ = false;
};

}  // namespace duet::tool
