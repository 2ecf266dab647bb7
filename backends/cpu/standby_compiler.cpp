#include "standby_compiler.hpp"

#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <mutex>
#include <utility>

namespace duet::cpu {

namespace {

bool is_wanted() {
  const char* choice = std::getenv("DUET_CPU_STANDBY");
  return choice == nullptr || std::string_view(choice) != "off";
}

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

/// The compiler's standard input under the name that a source always has, with which it becomes the
/// same code.
TemporaryFolder with_source_link(TemporaryFolder folder) {
  std::filesystem::create_symlink("/proc/self/fd/0", folder.file(source_file));
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
    return lock ? owned() : nullptr;
  }

  void expect_another(const HostCompiler& compiler, const std::vector<std::string>& arguments,
                      const TemporaryFolder& folder) {
    const std::unique_lock lock(mutex_, std::try_to_lock);
    if (!lock) return;
    const std::vector<std::string> general = moved(arguments, folder.path(), "");
    const bool recurs = general == std::exchange(last_, general);
    if (!recurs || closed_ || waiting_ || SourcePipe::exists() || !is_clang_itself(compiler)) {
      return;
    }
    TemporaryFolder next;
    std::vector<std::string> own = moved(arguments, folder.path(), next.path());
    make_header_folders(own, next.path());
    auto start = CompilerStart::now(compiler, std::move(own));
    if (!start.is_complete()) return;
    waiting_ = std::make_unique<StandbyCompiler>(std::move(start), std::move(next));
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
  bool closed_ = false;
};

}  // namespace

std::unique_ptr<StandbyCompiler> StandbyCompiler::take() noexcept {
  return Slot::instance().take();
}

void StandbyCompiler::expect_another(const HostCompiler& compiler,
                                     const std::vector<std::string>& arguments,
                                     const TemporaryFolder& folder) noexcept {
  try {
    if (compiler.is_clang && is_wanted()) {
      Slot::instance().expect_another(compiler, arguments, folder);
    }
  } catch (const std::exception&) {
    // The next program is compiled without it.
  }
}

StandbyCompiler::StandbyCompiler(CompilerStart start, TemporaryFolder folder)
    : folder_(with_source_link(std::move(folder))),
      start_(std::move(start)),
      program_(start_.arguments, folder_.file(compiler_log), pipe_.reader()) {}

std::optional<ChildProgram> StandbyCompiler::hand_over(const CompilerStart& now,
                                                       std::string_view source) {
  const bool fits = now == start_ && program_.is_running() && pipe_.write(source);
  if (!fits) return std::nullopt;
  return std::move(program_);
}

}  // namespace duet::cpu
