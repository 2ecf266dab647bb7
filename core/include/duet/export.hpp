#pragma once

#ifndef __cpp_concepts
#error "duet needs C++20: use -std=c++20, or link the CMake target duet::duet"
#endif

// Every public header puts its declarations between DUET_API_BEGIN and DUET_API_END, after its
// includes. The library is built with hidden visibility. The marked declarations are exported from
// the shared library, so that programs can link to them and catch the exception types. The static
// library (DUET_STATIC) exports nothing: a plugin that links it does not export duet's symbols.
#ifdef DUET_STATIC
#define DUET_API_BEGIN
#define DUET_API_END
#else
#define DUET_API_BEGIN _Pragma("GCC visibility push(default)")
#define DUET_API_END _Pragma("GCC visibility pop")
#endif

// Leads the static library to the program duet-compile of its package. The shared library knows its
// own path.
#if defined DUET_STATIC && !defined DUET_IS_COMPILED
namespace duet::detail {
/// Internal: the path of this header when the program was compiled.
[[gnu::used]] inline const char* const package_header = __FILE__;
}  // namespace duet::detail
#endif
