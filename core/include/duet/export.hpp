#pragma once

// Every public header puts its declarations between DUET_API_BEGIN and DUET_API_END, after its
// includes. The library is built with hidden visibility; what stands between them is exported from
// the shared library, and as a type thrown is recognised by its catcher. In the static library
// (DUET_STATIC) nothing is exported, so that a plugin linked with duet does not offer it to others.
#ifdef DUET_STATIC
#define DUET_API_BEGIN
#define DUET_API_END
#else
#define DUET_API_BEGIN _Pragma("GCC visibility push(default)")
#define DUET_API_END _Pragma("GCC visibility pop")
#endif
