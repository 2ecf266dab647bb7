#include "progress.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdio>

#include "colour.hpp"

namespace duet::tool {
namespace {

std::size_t terminal_columns() noexcept {
  winsize size{};
  return ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 80;
}

/// Cuts UTF-8 text to a number of bytes, at the beginning of a character.
std::string_view cut(std::string_view text, std::size_t bytes) noexcept {
  if (text.size() <= bytes) return text;
  while (bytes > 0 && (static_cast<unsigned char>(text[bytes]) & 0xc0u) == 0x80u) --bytes;
  return text.substr(0, bytes);
}

}  // namespace

Progress::Progress() : on_terminal_(is_terminal(stderr)) {}

void Progress::show(std::size_t done, std::size_t total, std::string_view name) noexcept {
  if (!on_terminal_) return;
  (void)std::fflush(stdout);
  char count[64];
  const int digits = std::snprintf(count, sizeof count, "%zu/%zu ", done, total);
  const std::size_t used = static_cast<std::size_t>(digits) + 1;
  const std::size_t columns = terminal_columns();
  const std::string_view shown = cut(name, columns > used ? columns - used : 0);
  std::fprintf(stderr, "\r\x1b[K%s%.*s", count, static_cast<int>(shown.size()), shown.data());
  (void)std::fflush(stderr);
  visible_ = true;
}

void Progress::hide() noexcept {
  if (!visible_) return;
  std::fputs("\r\x1b[K", stderr);
  (void)std::fflush(stderr);
  visible_ = false;
}

}  // namespace duet::tool
