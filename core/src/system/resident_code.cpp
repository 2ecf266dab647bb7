#include "resident_code.hpp"

#include <dlfcn.h>
#include <link.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

namespace duet {

namespace {

/// Room for duet's code on both sides of one address in it. A program that links duet statically
/// may have much more code of its own.
constexpr std::uintptr_t reach = std::uintptr_t{4} << 20;

/// Maps the part of a segment that is near an address.
void map_near(std::uintptr_t address, std::uintptr_t begin, std::uintptr_t end) noexcept {
  constexpr int populate_read = 22;  // MADV_POPULATE_READ, which older headers lack
  const auto page = static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE));
  const std::uintptr_t first = std::max(begin, address - std::min(address, reach)) / page * page;
  const std::uintptr_t last = std::min(end, address + reach);
  if (first < last) (void)madvise(reinterpret_cast<void*>(first), last - first, populate_read);
}

}  // namespace

void map_own_code() noexcept {
  static constexpr char constant[] = "a constant of this code";
  struct Places {
    std::uintptr_t code = reinterpret_cast<std::uintptr_t>(&map_own_code);
    std::uintptr_t constants = reinterpret_cast<std::uintptr_t>(&constant);
  } places;
  const auto visit = [](dl_phdr_info* info, std::size_t, void* data) {
    const auto& own = *static_cast<const Places*>(data);
    for (const auto& segment : std::span(info->dlpi_phdr, info->dlpi_phnum)) {
      const std::uintptr_t begin = info->dlpi_addr + segment.p_vaddr;
      const std::uintptr_t end = begin + segment.p_memsz;
      for (const std::uintptr_t place : {own.code, own.constants}) {
        if (segment.p_type == PT_LOAD && begin <= place && place < end) map_near(place, begin, end);
      }
    }
    return 0;
  };
  (void)dl_iterate_phdr(visit, &places);
}

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
