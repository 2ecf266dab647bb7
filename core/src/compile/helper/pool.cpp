#include "pool.hpp"

#include <dlfcn.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <system_error>
#include <thread>
#include <utility>

namespace duet::helper {

namespace {

namespace fs = std::filesystem;

constexpr const char* program_name = "duet-compile";

/// The folder of the shared library, or of the program if duet is linked statically.
fs::path own_folder() {
  Dl_info info{};
  if (dladdr(reinterpret_cast<const void*>(&own_folder), &info) == 0) return {};
  std::error_code error;
  const fs::path path = fs::canonical(info.dli_fname, error);
  return error ? fs::path() : path.parent_path();
}

/// Returns the path of the helper program; empty if there is none.
std::string find_program() {
  if (const char* chosen = std::getenv("DUET_COMPILE_HELPER"); chosen != nullptr && *chosen != 0) {
    return std::string(chosen) == "off" ? "" : chosen;
  }
  std::vector<fs::path> candidates{fs::path(DUET_LIBEXEC_DIR) / program_name};
  if (const fs::path own = own_folder(); !own.empty()) {
    candidates.push_back(own / program_name);
    // Relative to bin, lib, or lib/<architecture>.
    for (const char* up : {"../libexec/duet", "../../libexec/duet"}) {
      candidates.push_back(own / up / program_name);
    }
  }
  for (const fs::path& candidate : candidates) {
    if (access(candidate.c_str(), X_OK) == 0) return candidate.string();
  }
  return {};
}

}  // namespace

Pool* Pool::instance() {
  static Pool* const pool = []() -> Pool* {
    const std::string program = find_program();
    if (program.empty()) return nullptr;
    try {
      auto first = std::make_unique<Process>(program);
      if (!first->receive_greeting()) return nullptr;
      auto made = std::unique_ptr<Pool>(new Pool(program));
      made->idle_.push_back(std::move(first));
      // Never destroyed: the helpers end when their sockets close, at the end of this process.
      return made.release();
    } catch (const std::system_error&) {
      return nullptr;
    }
  }();
  return pool;
}

Pool::Pool(std::string program)
    : program_(std::move(program)),
      max_processes_(std::max(1u, std::thread::hardware_concurrency())) {}

std::unique_ptr<Process> Pool::acquire() {
  {
    std::unique_lock lock(mutex_);
    returned_.wait(lock, [&] { return busy_ < max_processes_; });
    ++busy_;
    if (!idle_.empty()) {
      std::unique_ptr<Process> process = std::move(idle_.back());
      idle_.pop_back();
      return process;
    }
  }
  try {
    auto process = std::make_unique<Process>(program_);
    if (process->receive_greeting()) return process;
    throw Error(ErrorCode::no_compiler,
                "the compile helper " + program_ + " was replaced by another version");
  } catch (...) {
    release(nullptr);
    throw;
  }
}

void Pool::release(std::unique_ptr<Process> process) {
  {
    const std::lock_guard lock(mutex_);
    --busy_;
    if (process != nullptr && process->is_alive()) idle_.push_back(std::move(process));
  }
  returned_.notify_one();
}

Code Pool::compile(const Request& request) {
  std::unique_ptr<Process> process = acquire();
  try {
    Code code = process->compile(request);
    release(std::move(process));
    return code;
  } catch (...) {
    release(std::move(process));
    throw;
  }
}

}  // namespace duet::helper
