#include "resident_code.hpp"

#include <dlfcn.h>

namespace duet {

void keep_code_loaded() noexcept {
  Dl_info info{};
  if (dladdr(reinterpret_cast<const void*>(&keep_code_loaded), &info) == 0) return;
  if (info.dli_fname == nullptr) return;
  // Opens nothing: it finds the library by its name, and the program not at all.
  if (dlopen(info.dli_fname, RTLD_LAZY | RTLD_NOLOAD | RTLD_NODELETE) == nullptr) {
    (void)dlerror();  // so that the program does not take the error for its own
  }
}

}  // namespace duet
