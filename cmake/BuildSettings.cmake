# Settings of all targets.
if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES AND PROJECT_IS_TOP_LEVEL)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "Build type" FORCE)
endif()

add_library(duet_build_settings INTERFACE)
target_compile_features(duet_build_settings INTERFACE cxx_std_20)
target_compile_options(duet_build_settings INTERFACE -Wall -Wextra -Wpedantic -Wconversion)
# Symbols are bound when a program starts, so that its first calls are not slower. Background threads
# run until the process ends, so shared libraries must not be unloaded. A test does without that, as
# plugins of other projects do.
target_link_options(duet_build_settings INTERFACE
  -Wl,-z,now $<$<NOT:$<BOOL:$<TARGET_PROPERTY:duet_may_be_unloaded>>>:-Wl,-z,nodelete>)
if(DUET_WERROR)
  target_compile_options(duet_build_settings INTERFACE -Werror)
endif()
if(DUET_SANITIZE)
  # -O1: optimising instrumented code takes long. -g1: reports need functions and lines only.
  string(APPEND CMAKE_CXX_FLAGS_RELWITHDEBINFO " -O1 -g1")
  set(flags "-fsanitize=${DUET_SANITIZE}" -fno-omit-frame-pointer -fno-sanitize-recover=all)
  target_compile_options(duet_build_settings INTERFACE ${flags})
  target_link_options(duet_build_settings INTERFACE ${flags})
endif()

# With the header-only fmt, the build takes twice as long.
option(DUET_FMT_HEADER_ONLY "Use fmt as headers only: programs need no shared library of fmt" OFF)
# A project that has duet as a subdirectory may have fmt of its own.
if(NOT TARGET fmt::fmt)
  duet_find_package(libfmt-dev "" fmt)
endif()
if(DUET_FMT_HEADER_ONLY)
  set(duet_fmt $<BUILD_INTERFACE:fmt::fmt-header-only>)
else()
  set(duet_fmt $<BUILD_INTERFACE:fmt::fmt>)
endif()
