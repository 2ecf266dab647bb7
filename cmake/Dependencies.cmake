# Finds what duet needs. All missing packages are told at once, with their names in Debian and Ubuntu.

# duet_need(FOUND NAME DEBIAN_PACKAGE [REASON]): notes a missing dependency if FOUND is false. REASON is what
# needs it, with the option that does without.
function(duet_need found name debian)
  if(NOT found)
    list(JOIN ARGN "" reason)
    set_property(GLOBAL APPEND PROPERTY duet_missing "  ${name}: apt-get install ${debian}${reason}")
  endif()
endfunction()

# duet_find_package(DEBIAN_PACKAGE REASON NAME ARGUMENT...): find_package(NAME ARGUMENT...) of something needed.
macro(duet_find_package debian reason name)
  find_package(${name} ${ARGN} QUIET)
  duet_need("${${name}_FOUND}" "${name}" "${debian}" "${reason}")
endmacro()

# Ends the configuration if something is missing.
function(duet_require_dependencies)
  get_property(missing GLOBAL PROPERTY duet_missing)
  if(missing)
    list(REMOVE_DUPLICATES missing)
    list(JOIN missing "\n" missing)
    message(FATAL_ERROR "duet's build for ${BACKEND} lacks\n${missing}\n"
            "ci/install_packages.sh ${BACKEND} installs all of them. Packages in unusual places are found with "
            "-DCMAKE_PREFIX_PATH=FOLDER.")
  endif()
endfunction()

# Compilers that accept -std=c++20 and lack parts of it are refused here, not in the middle of the build.
function(duet_require_cxx20)
  include(CheckCXXSourceCompiles)
  set(CMAKE_CXX_STANDARD 20)
  set(CMAKE_REQUIRED_QUIET ON)
  set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)
  if("cxx_std_20" IN_LIST CMAKE_CXX_COMPILE_FEATURES)
    check_cxx_source_compiles("
      #include <algorithm>
      #include <concepts>
      #include <span>
      #include <thread>
      struct Options { int a = 0; int b = 0; };
      std::jthread thread;
      int f(std::span<const int> values) {
        const Options options{.a = 1, .b = 2};
        return std::ranges::find(values, options.b) == values.end() ? 0 : 1;
      }" DUET_HAS_CXX20)
  endif()
  if(NOT DUET_HAS_CXX20)
    unset(DUET_HAS_CXX20 CACHE)
    message(FATAL_ERROR "duet needs a compiler and a standard library with C++20, such as g++ 12 or clang 14 "
            "(apt-get install g++). The compiler is ${CMAKE_CXX_COMPILER} "
            "(${CMAKE_CXX_COMPILER_ID} ${CMAKE_CXX_COMPILER_VERSION}); choose another with "
            "-DCMAKE_CXX_COMPILER=PATH in a new build folder.")
  endif()
endfunction()
