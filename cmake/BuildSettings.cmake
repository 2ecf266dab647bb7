# What every target of this build shares.
if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES AND PROJECT_IS_TOP_LEVEL)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "Build type" FORCE)
endif()

add_library(duet_build_settings INTERFACE)
target_compile_features(duet_build_settings INTERFACE cxx_std_20)
target_compile_options(duet_build_settings INTERFACE -Wall -Wextra -Wpedantic -Wconversion)
# Names are looked up when a program starts, not one by one in its first calls.
target_link_options(duet_build_settings INTERFACE -Wl,-z,now)
if(DUET_WERROR)
  target_compile_options(duet_build_settings INTERFACE -Werror)
endif()
if(DUET_SANITIZE)
  # Instrumented code takes long to optimise further; reports name functions and lines alone.
  string(APPEND CMAKE_CXX_FLAGS_RELWITHDEBINFO " -O1 -g1")
  set(flags "-fsanitize=${DUET_SANITIZE}" -fno-omit-frame-pointer -fno-sanitize-recover=all)
  target_compile_options(duet_build_settings INTERFACE ${flags})
  target_link_options(duet_build_settings INTERFACE ${flags})
endif()

# Compiled into each file that formats anything, it takes half of the time of the whole build.
option(DUET_FMT_HEADER_ONLY "Need no library of fmt where programs run" OFF)
find_package(fmt REQUIRED)
if(DUET_FMT_HEADER_ONLY)
  set(duet_fmt $<BUILD_INTERFACE:fmt::fmt-header-only>)
else()
  set(duet_fmt fmt::fmt)
endif()
