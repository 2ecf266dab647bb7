#include "standby.hpp"

#include <unistd.h>

#include <atomic>
#include <filesystem>
#include <fstream>
#include <memory>
#include <mutex>
#include <string_view>
#include <utility>

#include "base/environment.hpp"
#include "standby_compiler.hpp"

namespace duet::cpu {

namespace {

std::atomic<bool> is_wanted{false};

/// Whether the compiler is clang's own executable. A script in its place might read the source
/// twice.
bool is_clang_itself(const HostCompiler& compiler) {
  std::error_code error;
  const std::filesystem::path path = std::filesystem::canonical(compiler.path, error);
  if (error || !path.filename().string().starts_with("clang")) return false;
  char magic[4] = {};
  std::ifstream(path, std::ios::binary).read(magic, sizeof magic);
  return std::string_view(magic, sizeof magic) == "\177ELF";
}

/// Creates the include folders: a compiler ignores those that are missing when it starts.
void make_header_folders(const std::vector<std::string>& arguments, const std::string& within) {
  for (const std::string& argument : arguments) {
    if (argument.starts_with("-I" + within)) {
      std::filesystem::create_directories(argument.substr(2));
    }
  }
}

/// The process's waiting compiler, if any. Thread-safety: all members.
class Slot {
 public:
  static Slot& instance() {
    static Slot* const slot = new Slot;  // destructors of static objects may compile
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

  /// Notes a job. Starts the next compiler if the job before had the same arguments.
  void expect_another(const CompilerJob& job) {
    const std::unique_lock lock(mutex_, std::try_to_lock);
    if (!lock) return;
    const std::vector<std::string> general = with_folder(job.arguments, job.folder.path(), "");
    const bool recurs = general == std::exchange(last_arguments_, general);
    const bool begins_alike = job.text.preamble == last_preamble_;
    if (!begins_alike) last_preamble_ = job.text.preamble;
    if (!recurs || closed_ || waiting_ || SourcePipe::exists() || !is_clang_itself(job.compiler)) {
      return;
    }
    TemporaryFolder folder(TemporaryFolder::Place::memory);
    std::vector<std::string> arguments =
        with_folder(job.arguments, job.folder.path(), folder.path());
    make_header_folders(arguments, folder.path());
    auto invocation = CompilerInvocation::now(job.compiler, std::move(arguments));
    if (!invocation.is_complete()) return;
    waiting_ = std::make_unique<StandbyCompiler>(std::move(invocation), std::move(folder),
                                                 begins_alike ? job.text.preamble : Preamble{});
    owner_ = getpid();
  }

 private:
  /// Leaves a copy that fork() made alone: the compiler is the parent's.
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

  // Only tried: waiting for another thread's use of it takes longer than a compiler's start, and in
  // a forked process the thread that locked it may not exist.
  std::mutex mutex_{};  ///< guards what follows
  std::unique_ptr<StandbyCompiler> waiting_{};
  pid_t owner_ = 0;  ///< the process that started it
  std::vector<std::string> last_arguments_{};
  Preamble last_preamble_{};
  bool closed_ = false;
};

void expect_another(const CompilerJob& job) noexcept {
  try {
    if (job.compiler.is_clang && job.is_movable) Slot::instance().expect_another(job);
  } catch (const std::exception&) {
    // The next program is compiled by a compiler that is started then.
  }
}

}  // namespace

bool is_standby_on() noexcept {
  const std::string_view value = accepted_value("DUET_CPU_STANDBY");
  return value == "on" || (value != "off" && is_wanted.load());
}

void set_standby(bool on) noexcept {
  is_wanted.store(on);
  if (!on) Slot::instance().take().reset();
}

ProgramEnd run_with_standby(const CompilerJob& job) {
  const std::unique_ptr<StandbyCompiler> standby = Slot::instance().take();
  if (standby && job.is_movable && standby->hand_over(job)) {
    expect_another(job);
    if (const std::optional<ProgramEnd> end = standby->finish(job.folder)) return *end;
  }
  return run_compiler(job, expect_another);
}

}  // namespace duet::cpu
