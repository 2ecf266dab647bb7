#include "standby_compiler.hpp"

#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <mutex>
#include <utility>

#include "base/environment.hpp"

namespace duet::cpu {

namespace {

/// A script in clang's place, or another program that starts it, might read the source twice.
bool is_clang_itself(const HostCompiler& compiler) {
  std::error_code error;
  const std::filesystem::path path = std::filesystem::canonical(compiler.path, error);
  if (error || !path.filename().string().starts_with("clang")) return false;
  char magic[4] = {};
  std::ifstream(path, std::ios::binary).read(magic, sizeof magic);
  return std::string_view(magic, sizeof magic) == "\177ELF";
}

/// The arguments for another folder.
std::vector<std::string> moved(std::vector<std::string> arguments, const std::string& from,
                               const std::string& to) {
  for (std::string& argument : arguments) {
    for (std::size_t at = 0; (at = argument.find(from, at)) != std::string::npos; at += to.size()) {
      argument.replace(at, from.size(), to);
    }
  }
  return arguments;
}

/// Folders that the compiler looks for when it starts.
void make_header_folders(const std::vector<std::string>& arguments, const std::string& within) {
  for (const std::string& argument : arguments) {
    if (argument.starts_with("-I" + within)) {
      std::filesystem::create_directories(argument.substr(2));
    }
  }
}

/// What the compiler reads, with its standard input in the place of the rest of the program.
TemporaryFolder with_preamble(TemporaryFolder folder, const Preamble& preamble) {
  for (const NamedText& header : preamble.headers) {
    folder.write(header_file(header.name), header.text);
  }
  folder.write(main_file, main_text(preamble.include_prefix, program_file));
  const std::filesystem::path link = folder.file(program_file);
  std::filesystem::create_directories(link.parent_path());
  std::filesystem::create_symlink("/proc/self/fd/0", link);
  return folder;
}

/// The compiler that waits in this process, if one does. Thread-safety: all members.
class Slot {
 public:
  static Slot& instance() {
    static Slot* const slot = new Slot;  // other static objects may compile when they are destroyed
    static const struct Closer {
      ~Closer() { instance().close(); }
    } closer;
    return *slot;
  }

  std::unique_ptr<StandbyCompiler> take() {
    const std::unique_lock lock(mutex_, std::try_to_lock);
    std::unique_ptr<StandbyCompiler> compiler = lock ? owned() : nullptr;
    if (compiler && !compiler->has_folder()) compiler.reset();
    return compiler;
  }

  void expect_another(const HostCompiler& compiler, const std::vector<std::string>& arguments,
                      const TemporaryFolder& folder, const Preamble& preamble) {
    const std::unique_lock lock(mutex_, std::try_to_lock);
    if (!lock) return;
    const std::vector<std::string> general = moved(arguments, folder.path(), "");
    const bool recurs = general == std::exchange(last_, general);
    const bool begins_alike = preamble == last_preamble_;
    if (!begins_alike) last_preamble_ = preamble;
    if (!recurs || closed_ || waiting_ || SourcePipe::exists() || !is_clang_itself(compiler)) {
      return;
    }
    TemporaryFolder next;
    std::vector<std::string> own = moved(arguments, folder.path(), next.path());
    make_header_folders(own, next.path());
    auto start = CompilerInvocation::now(compiler, std::move(own));
    if (!start.is_complete()) return;
    waiting_ = std::make_unique<StandbyCompiler>(std::move(start), std::move(next),
                                                 begins_alike ? preamble : Preamble{});
    owner_ = getpid();
  }

 private:
  /// A forked process has a copy of what is its parent's: it leaves that alone.
  std::unique_ptr<StandbyCompiler> owned() {
    if (waiting_ && owner_ != getpid()) (void)waiting_.release();
    return std::move(waiting_);
  }

  void close() {
    const std::unique_lock lock(mutex_, std::try_to_lock);
    if (!lock) return;
    closed_ = true;
    owned().reset();
  }

  // Only ever tried: another thread's compiler is not worth waiting for, and in a forked process
  // nobody might be left to unlock it.
  std::mutex mutex_{};  ///< guards what follows
  std::unique_ptr<StandbyCompiler> waiting_{};
  pid_t owner_ = 0;  ///< the process that started it
  std::vector<std::string> last_{};
  Preamble last_preamble_{};
  bool closed_ = false;
};

}  // namespace

std::unique_ptr<StandbyCompiler> StandbyCompiler::take() noexcept {
  return Slot::instance().take();
}

void StandbyCompiler::expect_another(const HostCompiler& compiler,
                                     const std::vector<std::string>& arguments,
                                     const TemporaryFolder& folder,
                                     const Preamble& preamble) noexcept {
  try {
    if (compiler.is_clang && !is_switched_off("DUET_CPU_STANDBY")) {
      Slot::instance().expect_another(compiler, arguments, folder, preamble);
    }
  } catch (const std::exception&) {
    // The next program is compiled without it.
  }
}

StandbyCompiler::StandbyCompiler(CompilerInvocation start, TemporaryFolder folder,
                                 Preamble preamble)
    : folder_(with_preamble(std::move(folder), preamble)),
      start_(std::move(start)),
      preamble_(std::move(preamble)),
      program_(start_.arguments, folder_.file(compiler_log), pipe_.reader()) {}

bool StandbyCompiler::has(const NamedText& header) const {
  return std::ranges::find(preamble_.headers, header) != preamble_.headers.end();
}

bool StandbyCompiler::has_folder() const noexcept {
  return access(folder_.file(main_file).c_str(), F_OK) == 0;
}

std::optional<ChildProgram> StandbyCompiler::hand_over(const CompilerInvocation& now,
                                                       const ProgramText& text) {
  const bool is_same = now == start_ && program_.is_running();
  const std::string source =
      preamble_.include_prefix.empty() ? text.preamble.include_prefix + text.rest : text.rest;
  if (!is_same || !pipe_.write(source)) return std::nullopt;
  return std::move(program_);
}

}  // namespace duet::cpu
