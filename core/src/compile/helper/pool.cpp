#include "pool.hpp"

#include <algorithm>
#include <cstdlib>
#include <system_error>
#include <thread>
#include <utility>

#include <fmt/format.h>

#include "base/environment.hpp"
#include "base/log.hpp"
#include "helper_search.hpp"

namespace duet::helper {

namespace {

constexpr const char* variable = "DUET_COMPILE_HELPER";

/// Starts the first usable program of `candidates`.
/// @param program  receives its path
/// @param tried    receives a line for each unusable candidate
/// @returns null if there is none
std::unique_ptr<Process> start_first(const std::vector<std::string>& candidates,
                                     std::string& program, std::string& tried) {
  for (const std::string& candidate : candidates) {
    try {
      auto process = std::make_unique<Process>(candidate);
      if (process->receive_greeting()) {
        program = candidate;
        return process;
      }
      tried += fmt::format("\n  {}: is not the duet-compile of this build of duet", candidate);
    } catch (const std::system_error& error) {
      tried += fmt::format("\n  {}: {}", candidate, error.code().message());
    }
  }
  return nullptr;
}

void warn_once(const std::string& tried) {
  static std::once_flag once;
  std::call_once(once, [&] {
    log(LogLevel::warning,
        "the program duet-compile was not found. Kernels are compiled in this process, one at a "
        "time, and an internal error of the compiler ends the process. Install duet completely, or "
        "set {} to the program's path, or to off to accept this. Tried:{}",
        variable, tried);
  });
}

}  // namespace

Pool* Pool::instance() {
  static std::mutex mutex;
  static Pool* pool = nullptr;  // never destroyed: the helpers end when their sockets close
  const std::lock_guard lock(mutex);
  if (pool != nullptr) return pool;
  const std::string chosen = environment_value(variable);
  if (chosen == "off") return nullptr;
  std::string program;
  std::string tried;
  std::unique_ptr<Process> first = start_first(helper_candidates(), program, tried);
  if (first == nullptr && !chosen.empty()) {
    throw Error(ErrorCode::no_compiler,
                fmt::format("the environment variable {} is '{}', but must be the path of this "
                            "duet's program duet-compile, or off to compile in the process:{}",
                            variable, chosen, tried));
  }
  if (first == nullptr) {
    warn_once(tried);
    return nullptr;  // what refused the start may pass: the next compilation tries again
  }
  auto made = std::unique_ptr<Pool>(new Pool(program));
  made->idle_.push_back(std::move(first));
  return pool = made.release();
}

Pool::Pool(std::string program)
    : program_(std::move(program)),
      max_processes_(std::max(1u, std::thread::hardware_concurrency())) {}

std::unique_ptr<Process> Pool::acquire() {
  {
    std::unique_lock lock(mutex_);
    returned_.wait(lock, [&] { return busy_ < max_processes_; });
    ++busy_;
    while (!idle_.empty()) {
      std::unique_ptr<Process> process = std::move(idle_.back());
      idle_.pop_back();
      if (process->is_ready()) return process;
    }
  }
  try {
    auto process = std::make_unique<Process>(program_);
    if (process->receive_greeting()) return process;
    throw Error(ErrorCode::no_compiler,
                "the compile helper " + program_ + " was replaced by another version");
  } catch (const std::system_error& error) {
    release(nullptr);
    throw Error(ErrorCode::no_compiler,
                fmt::format("no other process of the compile helper {} can be started: {}",
                            program_, error.what()));
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
