#include "mpi/mpi_library.hpp"

#include <dlfcn.h>

#include <cstdlib>
#include <string>

#include <fmt/format.h>

#include <duet/error.hpp>

namespace duet::detail {

namespace {

/// Beside the code that calls, as installed, as built, and where the loader searches.
std::vector<std::string> places() {
  const char* const given = std::getenv("DUET_MPI_LIBRARY");
  if (given != nullptr && *given != '\0') return {given};
  std::vector<std::string> places;
  Dl_info own{};
  if (dladdr(reinterpret_cast<const void*>(&mpi_calls), &own) != 0) {
    const std::string path = own.dli_fname;
    const std::size_t slash = path.rfind('/');
    if (slash != std::string::npos) {
      places.push_back(path.substr(0, slash) + "/libduet_mpi.so");
    }
  }
  for (const char* const place : {DUET_MPI_PLACES}) places.emplace_back(place);
  places.emplace_back("libduet_mpi.so");
  return places;
}

const MpiCalls& load() {
  std::string reasons;
  for (const std::string& place : places()) {
    // Global: Open MPI loads parts of itself, which need its symbols.
    void* const library = dlopen(place.c_str(), RTLD_NOW | RTLD_GLOBAL);
    if (library == nullptr) {
      reasons += fmt::format("\n  {}", dlerror());
      continue;
    }
    using Function = const MpiCalls*();
    auto* const function = reinterpret_cast<Function*>(dlsym(library, "duet_mpi_calls"));
    if (function == nullptr || function()->version != MpiCalls::current_version) {
      reasons += fmt::format("\n  {}: of another version of duet", place);
      continue;
    }
    const std::string reason = function()->start();
    if (reason.empty()) return *function();
    throw Error(ErrorCode::not_supported, fmt::format("MPI cannot be used: {}", reason));
  }
  throw Error(
      ErrorCode::not_supported,
      fmt::format("MPI cannot be used: libduet_mpi.so, which is built where CMake finds MPI, "
                  "cannot be loaded. DUET_MPI_LIBRARY can name it. Tried:{}",
                  reasons));
}

}  // namespace

const MpiCalls& mpi_calls() {
  static const MpiCalls& calls = load();
  return calls;
}

}  // namespace duet::detail
