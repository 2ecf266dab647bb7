#include "compiler.hpp"

#include <fmt/format.h>

namespace duet {

namespace {

struct LoadedCompiler {
  Library library{vendor::compiler_search()};
  Compiler table = resolve(library);

  static Compiler resolve([[maybe_unused]] const Library& library) {
    Compiler table;
#define DUET_CALL(name, cuda, hip) \
  bind<&CompilerNames::name>(table.name, DUET_ENTRY(library, DUET_PICK(name, cuda, hip)));
#include "compiler.def"
    return table;
  }
};

LoadedCompiler& loaded() {
  static LoadedCompiler& instance = *new LoadedCompiler;
  return instance;
}

}  // namespace

Compiler& compiler() { return loaded().table; }

const std::string& compiler_path() { return loaded().library.path(); }

void throw_failed_call(vendor::CompilerStatus status, const CallSite& site) {
  const std::string name = compiler().compiler_error_name(status);
  throw Error(vendor::classify(status), fmt::format("{} failed: {}", site.function, name),
              {.call = site.text(), .vendor_name = name});
}

}  // namespace duet
