# cmake -P script: installs duet if FLAVOUR needs it, then configures, builds and runs the consumer; for the
# CPU also the project of docs/getting_started.md.
#   find_package      the build DUET_BUILD, installed, moved and used with this compiler
#   strict            the same package with clang, as C++23, all warnings, and a fmt of the project's own
#   pkg_config        the same package without CMake
#   editor            its headers, as an editor checks kernel files
#   mistakes          wrong uses of the same package
#   add_subdirectory  duet as a subdirectory and a shared library
#   shared            that shared library, installed and moved, with CMake and without
#   matrix            both packages with every compiler and C++20 and 23
set(here "${CMAKE_CURRENT_LIST_DIR}")
set(build "${WORK}/${FLAVOUR}")
set(static_prefix "${WORK}/static package")  # packages are moved to folders with a space
set(shared_prefix "${WORK}/shared package")
if(NOT FLAVOUR STREQUAL "add_subdirectory")
  set(ENV{CCACHE_BASEDIR} "")  # it would make __FILE__ relative, by which a program finds duet's package
endif()
set(ENV{DUET_CACHE} off)  # do not write to the user's cache

function(step)
  list(JOIN ARGN " " text)
  message(STATUS "${text}")
  execute_process(COMMAND ${ARGN} COMMAND_ERROR_IS_FATAL ANY)
endfunction()

# run_consumer(PROGRAM): runs the consumer and checks what it prints.
function(run_consumer program)
  message(STATUS "${program}")
  execute_process(COMMAND "${program}" OUTPUT_VARIABLE output RESULT_VARIABLE result ECHO_OUTPUT_VARIABLE)
  if(NOT result EQUAL 0)
    message(FATAL_ERROR "The consumer exited with status ${result}")
  endif()
  if(NOT output MATCHES "^backend ${BACKEND}, ")
    message(FATAL_ERROR "The consumer does not report the backend ${BACKEND}")
  endif()
  if(ARCHITECTURE AND NOT output MATCHES "1 headers, 1 images")
    message(FATAL_ERROR "The consumer does not contain code for ${ARCHITECTURE}")
  endif()
  if(BACKEND STREQUAL "CPU" AND NOT output MATCHES "a kernel was run")
    message(FATAL_ERROR "The consumer ran no kernel")
  endif()
  if(BACKEND STREQUAL "HIP" AND NOT output MATCHES "compiler did not crash|ended its process")
    message(FATAL_ERROR "A crash of the compiler is not an error")
  endif()
endfunction()

# build_consumer(FOLDER COMPILER ARGUMENT...)
function(build_consumer folder compiler)
  # One list of architectures serves every backend.
  step(${CMAKE_COMMAND} -S "${here}" -B "${folder}" -G "${GENERATOR}" "-DCMAKE_CXX_COMPILER=${compiler}"
       "-DARCHITECTURES=sm_80,gfx906,${ARCHITECTURE}" ${ARGN})
  step(${CMAKE_COMMAND} --build "${folder}" --parallel 2)
  run_consumer("${folder}/consumer")
endfunction()

# Installs the build in FROM and moves the result to PREFIX, since a package must be relocatable.
function(install_duet from prefix)
  file(REMOVE_RECURSE "${build}" "${build}-staged" "${prefix}")
  step(${CMAKE_COMMAND} --install "${from}" --prefix "${build}-staged")
  file(RENAME "${build}-staged" "${prefix}")
  file(GLOB_RECURSE package "${prefix}/*.cmake" "${prefix}/*.hpp" "${prefix}/*.pc")
  foreach(file IN LISTS package)
    file(READ "${file}" text)
    foreach(place IN ITEMS "${DUET}/" "${from}" "${build}-staged")
      string(FIND "${text}" "${place}" position)
      if(NOT position EQUAL -1)
        message(FATAL_ERROR "${file} contains ${place}, which does not exist on a user's machine")
      endif()
    endforeach()
  endforeach()
  if(EXISTS "${prefix}/bin/duet")
    step("${prefix}/bin/duet" --version)
  endif()
endfunction()

# use_pkg_config(PREFIX): compiles a program with the flags of pkg-config, and runs it.
function(use_pkg_config prefix)
  find_program(pkg_config NAMES pkg-config REQUIRED)
  file(GLOB_RECURSE pc "${prefix}/*/duet.pc")
  cmake_path(GET pc PARENT_PATH folder)
  cmake_path(GET folder PARENT_PATH libraries)
  set(ENV{PKG_CONFIG_PATH} "${folder}")
  execute_process(COMMAND "${pkg_config}" --variable=backend duet OUTPUT_VARIABLE backend
                  OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
  if(NOT backend STREQUAL BACKEND)
    message(FATAL_ERROR "duet.pc has the backend '${backend}'")
  endif()
  execute_process(COMMAND "${pkg_config}" --static --cflags --libs duet OUTPUT_VARIABLE flags
                  OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
  separate_arguments(flags UNIX_COMMAND "${flags}")
  file(MAKE_DIRECTORY "${build}")
  step("${COMPILER}" -std=c++20 "${here}/plain.cpp" ${flags} "-Wl,-rpath,${libraries}" -o "${build}/plain")
  execute_process(COMMAND "${build}/plain" OUTPUT_VARIABLE output RESULT_VARIABLE result)
  if(NOT result EQUAL 0 OR NOT output MATCHES "^${BACKEND} ")
    message(FATAL_ERROR "The program prints '${output}' and exits with status ${result}")
  endif()
endfunction()

if(FLAVOUR STREQUAL "find_package")
  install_duet("${DUET_BUILD}" "${static_prefix}")
  build_consumer("${build}" "${COMPILER}" "-DCMAKE_PREFIX_PATH=${static_prefix}")
elseif(FLAVOUR STREQUAL "strict")
  find_program(clang NAMES clang++ clang++-19)
  if(NOT clang)
    set(clang "${COMPILER}")
  endif()
  build_consumer("${build}" "${clang}" "-DCMAKE_PREFIX_PATH=${static_prefix}" -DCMAKE_CXX_STANDARD=23 -DSTRICT=ON
                 -DOWN_FMT=ON)
elseif(FLAVOUR STREQUAL "pkg_config")
  use_pkg_config("${static_prefix}")
elseif(FLAVOUR STREQUAL "mistakes")
  set(PREFIX "${static_prefix}")
  include("${here}/run_mistakes.cmake")
elseif(FLAVOUR STREQUAL "editor")
  execute_process(COMMAND "${static_prefix}/bin/duet" info --editor OUTPUT_VARIABLE settings
                  COMMAND_ERROR_IS_FATAL ANY)
  string(REGEX MATCH "Add: (\\[.*\\])" ignored "${settings}")
  string(REGEX REPLACE "(-xc\\+\\+|-std=c\\+\\+17|-include)" "\"\\1\"" list "${CMAKE_MATCH_1}")
  string(JSON last LENGTH "${list}")
  math(EXPR last "${last} - 1")
  set(flags "")
  foreach(i RANGE ${last})
    string(JSON flag GET "${list}" ${i})
    list(APPEND flags "${flag}")
  endforeach()
  file(GLOB_RECURSE kernels "${DUET}/examples/*.cu" "${here}/mistakes/*.cu" "${here}/editor.cu")
  list(FILTER kernels EXCLUDE REGEX "/examples/gallery/")  # in CUDA's spelling
  find_program(clang NAMES clang++-19 clang++ REQUIRED)
  step("${clang}" -fsyntax-only -Werror ${flags} ${kernels})
elseif(FLAVOUR STREQUAL "add_subdirectory")
  build_consumer("${build}" "${COMPILER}" "-DDUET_FOLDER=${DUET}" "-DDUET_BACKEND=${BACKEND}" -DCMAKE_BUILD_TYPE=Debug
                 -DCMAKE_CXX_FLAGS_DEBUG=-O0  # without debug information, which is slow to write
                 -DCMAKE_UNITY_BUILD=ON
                 -DBUILD_SHARED_LIBS=ON -DDUET_INSTALL=ON -DDUET_BUILD_TOOLS=ON "-DDUET_WERROR=${WERROR}")
elseif(FLAVOUR STREQUAL "shared")
  install_duet("${WORK}/add_subdirectory" "${shared_prefix}")
  build_consumer("${build}" "${COMPILER}" "-DCMAKE_PREFIX_PATH=${shared_prefix}")
  use_pkg_config("${shared_prefix}")
elseif(FLAVOUR STREQUAL "matrix")
  foreach(kind IN ITEMS static shared)
    foreach(name IN ITEMS g++ clang++ clang++-19)
      find_program(compiler_${name} NAMES ${name})
      foreach(standard IN ITEMS 20 23)
        if(EXISTS "${${kind}_prefix}" AND compiler_${name})
          build_consumer("${build}/${kind}-${name}-${standard}" "${compiler_${name}}"
                         "-DCMAKE_PREFIX_PATH=${${kind}_prefix}" -DCMAKE_CXX_STANDARD=${standard} -DSTRICT=ON)
        endif()
      endforeach()
    endforeach()
  endforeach()
endif()

if(BACKEND STREQUAL "CPU" AND FLAVOUR STREQUAL "find_package")
  set(tutorial "${DUET}/examples/getting_started")
  step(${CMAKE_COMMAND} -S "${tutorial}" -B "${build}-tutorial" -G "${GENERATOR}"
       "-DCMAKE_CXX_COMPILER=${COMPILER}" "-DCMAKE_PREFIX_PATH=${static_prefix}")
  step(${CMAKE_COMMAND} --build "${build}-tutorial")
  execute_process(COMMAND "${build}-tutorial/length" WORKING_DIRECTORY "${tutorial}"
                  OUTPUT_VARIABLE output ECHO_OUTPUT_VARIABLE COMMAND_ERROR_IS_FATAL ANY)
  if(NOT output MATCHES ": 5\n")
    message(FATAL_ERROR "The tutorial's program does not print 5")
  endif()
endif()
