#include "compiler_choice.hpp"

#include <sys/auxv.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <string_view>

#include "base/record.hpp"
#include "compiler.hpp"

namespace duet {

namespace {

/// A program may bring a search path of its own.
const std::string& program_path() {
  static const std::string path = [] {
    // The first look at /proc takes longer than all the rest.
    const auto* const started_as = reinterpret_cast<const char*>(getauxval(AT_EXECFN));
    if (started_as != nullptr && *started_as == '/') return std::string(started_as);
    char text[4096];
    const ssize_t length = readlink("/proc/self/exe", text, sizeof(text));
    return std::string(text, static_cast<std::size_t>(std::max<ssize_t>(length, 0)));
  }();
  return path;
}

/// The parts of a list such as "/opt/bin:/usr/bin".
void add_folders(std::vector<std::string>& places, std::string_view list) {
  while (!list.empty()) {
    const std::string_view folder = list.substr(0, list.find(':'));
    if (!folder.empty()) places.emplace_back(folder);
    list.remove_prefix(std::min(folder.size() + 1, list.size()));
  }
}

}  // namespace

[[gnu::hot]] CompilerChoice CompilerChoice::now() {
  Serializer record;
  record.text(program_path());
  // The loader's list of the libraries it knows.
  CompilerChoice choice{.places = {"/etc/ld.so.cache"}};
  const auto add = [&](const char* variable) {
    const char* const value = std::getenv(variable);
    record.text(variable).text(value == nullptr ? "" : value);
    // A library that is new in one of the folders changes the folder.
    if (value != nullptr) add_folders(choice.places, value);
  };
  add("LD_LIBRARY_PATH");
  for (const char* variable : vendor::compiler_choice_variables()) add(variable);
  // What the process has loaded, for itself or for others, is what loading by the same name gives.
  const LibrarySearch& search = vendor::compiler_search();
  if (environment_path(search.override_variable.c_str()).empty()) {
    for (std::string& loaded : loaded_libraries(search.names)) {
      record.text(loaded);
      choice.places.push_back(std::move(loaded));
    }
  }
  choice.settings = std::move(record).take();
  return choice;
}

}  // namespace duet
