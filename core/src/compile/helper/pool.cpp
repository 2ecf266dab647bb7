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

/// The folder of the file that this code is part of: the library, or the program that is linked
/// with its archive.
fs::path own_folder() {
  Dl_info info{};
  if (dladdr(reinterpret_cast<const void*>(&own_folder), &info) == 0) return {};
  std::error_code error;
  const fs::path path = fs::canonical(info.dli_fname, error);
  return error ? fs::path() : path.parent_path();
}

/// Empty if there is none.
std::string find_program() {
  if (const char* chosen = std::getenv("DUET_COMPILE_HELPER"); chosen != nullptr && *chosen != 0) {
    return std::string(chosen) == "off" ? "" : chosen;
  }
  std::vector<fs::path> places{fs::path(DUET_LIBEXEC_DIR) / program_name};
  if (const fs::path own = own_folder(); !own.empty()) {
    places.push_back(own / program_name);
    // From bin, lib, or a library folder of the architecture.
    for (const char* up : {"../libexec/duet", "../../libexec/duet"}) {
      places.push_back(own / up / program_name);
    }
  }
  for (const fs::path& place : places) {
    if (access(place.c_str(), X_OK) == 0) return place.string();
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
      if (!first->greets()) return nullptr;
      auto made = std::unique_ptr<Pool>(new Pool(program));
      made->idle_.push_back(std::move(first));
      // Never destroyed; the helpers end when this process does, and their sockets with it.
      return made.release();
    } catch (const std::system_error&) {
      return nullptr;
    }
  }();
  return pool;
}

Pool::Pool(std::string program)
    : program_(std::move(program)), most_(std::max(1u, std::thread::hardware_concurrency())) {}

std::unique_ptr<Process> Pool::take() {
  {
    std::unique_lock lock(mutex_);
    returned_.wait(lock, [&] { return busy_ < most_; });
    ++busy_;
    if (!idle_.empty()) {
      std::unique_ptr<Process> process = std::move(idle_.back());
      idle_.pop_back();
      return process;
    }
  }
  try {
    auto process = std::make_unique<Process>(program_);
    if (process->greets()) return process;
    throw Error(ErrorCode::no_compiler,
                "the compile helper " + program_ + " was replaced by that of another version");
  } catch (...) {
    give_back(nullptr);
    throw;
  }
}

void Pool::give_back(std::unique_ptr<Process> process) {
  {
    const std::lock_guard lock(mutex_);
    --busy_;
    if (process != nullptr && process->is_alive()) idle_.push_back(std::move(process));
  }
  returned_.notify_one();
}

Code Pool::compile(const Request& request) {
  std::unique_ptr<Process> process = take();
  try {
    Code code = process->compile(request);
    give_back(std::move(process));
    return code;
  } catch (...) {
    give_back(std::move(process));
    throw;
  }
}

}  // namespace duet::helper
