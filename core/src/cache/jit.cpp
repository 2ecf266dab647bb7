#include <duet/jit.hpp>
#include <duet/profiling_range.hpp>

#include <algorithm>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

#include "kernel_cache.hpp"
#include "library_identities.hpp"
#include "module/module_state.hpp"
#include "module_table.hpp"
#include "program/header_manifest.hpp"
#include "program/header_pool.hpp"

namespace duet {

namespace detail {

/// A request's program and the modules found for it, by device ordinal.
struct JitRequestState {
  explicit JitRequestState(Program requested) : program(std::move(requested)) {}

  const Program program;
  mutable std::mutex mutex{};
  mutable std::vector<Module> modules{};
  mutable std::uint64_t generation = 0;
};

}  // namespace detail

namespace {

using cache::KernelCache;

/// Hashes a few samples of a long text, which is faster than hashing all of it.
std::size_t sampled_hash(std::string_view text) {
  constexpr std::size_t max_unsampled = 256;
  constexpr std::size_t samples = 16;
  std::size_t hash = text.size();
  const auto mix = [&](std::string_view part) {
    hash = hash * 0x9E3779B97F4A7C15u + std::hash<std::string_view>()(part);
  };
  if (text.size() <= max_unsampled) {
    mix(text);
    return hash;
  }
  for (std::size_t i = 0; i < samples; ++i)
    mix(text.substr(i * (text.size() - 16) / (samples - 1), 16));
  return hash;
}

struct ProgramHash {
  std::size_t operator()(const Program& program) const {
    std::size_t hash = sampled_hash(program.source);
    for (const std::string& kernel : program.kernels) hash = hash * 31 + sampled_hash(kernel);
    for (const std::string& macro : program.options.defines) hash = hash * 31 + sampled_hash(macro);
    return hash;
  }
};

/// A program with headers that are shared with all kept programs that have the same.
struct SharedProgram : Program {
  explicit SharedProgram(const Program& program) : Program(program) { share(headers); }
};

using ProgramTable = ModuleTable<SharedProgram, ProgramHash>;
using NameTable = ModuleTable<std::string, std::hash<std::string_view>>;

struct JitTables {
  ProgramTable programs{};
  NameTable names{};
  std::atomic<std::uint64_t> generation{1};  ///< requests drop modules of older generations
};

JitTables& tables() {
  static JitTables& instance = *new JitTables;
  return instance;
}

/// Whether the headers that a program found in folders are as they were when it was compiled.
bool has_current_headers(const Module& module) {
  const auto& headers = module.state().headers;
  return headers == nullptr || is_current(*headers);
}

Module find_or_load(const Device& device, const Program& program) {
  KernelCache& cache = KernelCache::instance();
  return tables().programs.find_or_make(
      device, program,
      [&](const std::shared_ptr<const SharedProgram>& kept) {
        const ProfilingRange range("jit " + program.name);
        Module module = cache.load(device, *kept);
        module.state().program = kept;
        return module;
      },
      cache.counters().memory_hits, has_current_headers);
}

}  // namespace

JitRequest::JitRequest(Program program)
    : state_(std::make_shared<const detail::JitRequestState>(std::move(program))) {}

const detail::JitRequestState& JitRequest::state() const {
  if (state_ == nullptr) {
    throw Error(ErrorCode::invalid_handle,
                "the JitRequest is empty: default-constructed or moved from");
  }
  return *state_;
}

const Program& JitRequest::program() const { return state().program; }

Module jit(const Device& device, const Program& program) { return find_or_load(device, program); }

Module jit(const Device& device, const JitRequest& request) {
  const detail::JitRequestState& state = request.state();
  const auto index = static_cast<std::size_t>(device.ordinal());
  const std::uint64_t generation = tables().generation.load();
  if (state.program.options.include_dirs.empty()) {
    const std::lock_guard lock(state.mutex);
    if (state.generation == generation && index < state.modules.size() && state.modules[index]) {
      KernelCache::instance().counters().memory_hits.fetch_add(1, std::memory_order_relaxed);
      return state.modules[index];
    }
  }
  Module module = find_or_load(device, state.program);
  const std::lock_guard lock(state.mutex);
  if (state.generation != generation) state.modules.clear();
  state.generation = generation;
  if (state.modules.size() <= index) state.modules.resize(index + 1);
  state.modules[index] = module;
  return module;
}

Module detail::jit_by_key(const Device& device, std::string_view key,
                          const std::function<Program()>& build, const void* library) {
  if (!build) {
    throw Error(ErrorCode::invalid_argument, "jit: the function that builds the program is empty");
  }
  KernelCache& cache = KernelCache::instance();
  std::string name(key);
  name += '\0';
  name += LibraryIdentities::instance().find(library);
  return tables().names.find_or_make(
      device, name, [&](const auto&) { return cache.load(device, name, build); },
      cache.counters().memory_hits, [](const Module&) { return true; });
}

std::vector<PrepareFailure> prepare(const Device& device, std::span<const Program> programs,
                                    unsigned threads,
                                    const std::function<void(const PrepareProgress&)>& progress) {
  if (threads == 0) threads = std::max(1u, std::thread::hardware_concurrency());
  threads = static_cast<unsigned>(std::min<std::size_t>(threads, programs.size()));
  std::atomic<std::size_t> next{0};
  std::mutex mutex;  // guards the following variables and serializes the callback
  std::size_t done = 0;
  std::vector<PrepareFailure> failures;
  std::exception_ptr stopped;  // thrown by the callback

  const auto work = [&] {
    for (std::size_t i = next++; i < programs.size(); i = next++) {
      std::optional<Error> failure;
      try {
        (void)jit(device, programs[i]);
      } catch (const Error& error) {
        failure = error;
      } catch (...) {
        const std::lock_guard lock(mutex);
        stopped = std::current_exception();
        next = programs.size();
        return;
      }
      const std::lock_guard lock(mutex);
      if (failure) failures.push_back({i, *std::move(failure)});
      ++done;
      try {
        if (progress && !stopped) progress({done, programs.size(), programs[i].name});
      } catch (...) {
        stopped = std::current_exception();
        next = programs.size();
      }
    }
  };
  {
    std::vector<std::jthread> workers;
    for (unsigned i = 1; i < threads; ++i) workers.emplace_back(work);
    work();
  }
  if (stopped) std::rethrow_exception(stopped);
  std::ranges::sort(failures, {}, &PrepareFailure::index);
  return failures;
}

void forget_modules() {
  ++tables().generation;
  tables().programs.clear();
  tables().names.clear();
}

}  // namespace duet
