#include "compiler_choice.hpp"

#include <sys/auxv.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <string_view>

#include "base/environment.hpp"
#include "base/record.hpp"
#include "compiler.hpp"

namespace duet {

namespace {

/// The path of the running program, whose run path can influence the search for libraries.
const std::string& program_path() {
  static const std::string path = [] {
    // The auxiliary vector is read first: opening /proc for the first time is slow.
    const auto* const executable = reinterpret_cast<const char*>(getauxval(AT_EXECFN));
    if (executable != nullptr && *executable == '/') return std::string(executable);
    char text[4096];
    const ssize_t length = readlink("/proc/self/exe", text, sizeof(text));
    return std::string(text, static_cast<std::size_t>(std::max<ssize_t>(length, 0)));
  }();
  return path;
}

/// Appends the elements of a list such as "/opt/bin:/usr/bin".
void add_folders(std::vector<std::string>& paths, std::string_view list) {
  while (!list.empty()) {
    const std::string_view folder = list.substr(0, list.find(':'));
    if (!folder.empty()) paths.emplace_back(folder);
    list.remove_prefix(std::min(folder.size() + 1, list.size()));
  }
}

}  // namespace

CompilerChoice CompilerChoice::current() {
  Serializer record;
  record.text(program_path());
  // ld.so.cache: the libraries known to the dynamic loader.
  CompilerChoice choice{.paths = {"/etc/ld.so.cache"}};
  const auto add = [&](const char* variable) {
    const char* const value = secure_getenv(variable);
    record.text(variable).text(value == nullptr ? "" : value);
    // A new library in a folder changes the folder's identity.
    if (value != nullptr) add_folders(choice.paths, value);
  };
  add("LD_LIBRARY_PATH");
  for (const char* variable : vendor::compiler_choice_variables()) add(variable);
  // If a library of the same name is already loaded, the loader returns that one.
  const LibrarySearch& search = vendor::compiler_search();
  if (environment_value(search.override_variable.c_str()).empty()) {
    for (std::string& loaded : loaded_libraries(search.names)) {
      record.text(loaded);
      choice.paths.push_back(std::move(loaded));
    }
  }
  choice.settings = std::move(record).take();
  return choice;
}

}  // namespace duet
