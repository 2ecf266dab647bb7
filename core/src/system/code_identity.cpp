#include "code_identity.hpp"

#include <dlfcn.h>

#include "base/record.hpp"
#include "file_identity.hpp"

namespace duet {

std::string code_identity(const void* address) {
  Serializer record;
  write(record, identity_or_path("/proc/self/exe"));
  Dl_info info{};
  // The program itself has the path that it was started by, which may be relative.
  if (dladdr(address, &info) != 0 && info.dli_fname != nullptr && *info.dli_fname == '/') {
    write(record, identity_or_path(info.dli_fname));
  }
  return std::move(record).take();
}

}  // namespace duet
