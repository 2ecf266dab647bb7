# cmake -P script: installs duet if FLAVOUR needs it, then configures, builds and runs the consumer; for the
# CPU also the project of docs/getting_started.md.
set(here "${CMAKE_CURRENT_LIST_DIR}")
set(build "${WORK}/${FLAVOUR}")
set(ENV{DUET_CACHE} off)  # do not write to the user's cache

function(step)
  list(JOIN ARGN " " text)
  message(STATUS "${text}")
  execute_process(COMMAND ${ARGN} COMMAND_ERROR_IS_FATAL ANY)
endfunction()

function(build_consumer)
  step(${CMAKE_COMMAND} -S "${here}" -B "${build}" -G "${GENERATOR}"
       "-DCMAKE_CXX_COMPILER=${COMPILER}" "-DARCHITECTURE=${ARCHITECTURE}" ${ARGN})
  step(${CMAKE_COMMAND} --build "${build}" --parallel 2)
endfunction()

# Installs the build in FROM and moves the result, since a package must be relocatable.
function(install_duet from)
  file(REMOVE_RECURSE "${build}" "${build}-staged" "${build}-prefix")
  step(${CMAKE_COMMAND} --install "${from}" --prefix "${build}-staged")
  file(RENAME "${build}-staged" "${build}-prefix")
  file(GLOB_RECURSE package "${build}-prefix/*.cmake" "${build}-prefix/*.hpp")
  foreach(file IN LISTS package)
    file(READ "${file}" text)
    foreach(place IN ITEMS "${DUET}/" "${from}" "${build}-staged")
      string(FIND "${text}" "${place}" position)
      if(NOT position EQUAL -1)
        message(FATAL_ERROR "${file} contains ${place}, which does not exist on a user's machine")
      endif()
    endforeach()
  endforeach()
  if(EXISTS "${build}-prefix/bin/duet")
    step("${build}-prefix/bin/duet" --version)
  endif()
endfunction()

if(FLAVOUR STREQUAL "add_subdirectory")
  build_consumer("-DDUET_FOLDER=${DUET}" "-DBACKEND=${BACKEND}" -DCMAKE_BUILD_TYPE=Debug
                 -DCMAKE_CXX_FLAGS_DEBUG=-O0  # without debug information, which is slow to write
                 -DCMAKE_UNITY_BUILD=ON
                 -DBUILD_SHARED_LIBS=ON -DDUET_INSTALL=ON -DDUET_BUILD_TOOLS=ON "-DDUET_WERROR=${WERROR}")
else()
  if(FLAVOUR STREQUAL "shared")
    install_duet("${WORK}/add_subdirectory")
  else()
    install_duet("${DUET_BUILD}")
  endif()
  build_consumer("-DCMAKE_PREFIX_PATH=${build}-prefix")
endif()

message(STATUS "${build}/consumer")
execute_process(COMMAND "${build}/consumer" OUTPUT_VARIABLE output RESULT_VARIABLE result
                ECHO_OUTPUT_VARIABLE)
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

if(BACKEND STREQUAL "CPU" AND FLAVOUR STREQUAL "find_package")
  set(tutorial "${DUET}/examples/getting_started")
  step(${CMAKE_COMMAND} -S "${tutorial}" -B "${build}-tutorial" -G "${GENERATOR}"
       "-DCMAKE_CXX_COMPILER=${COMPILER}" "-DCMAKE_PREFIX_PATH=${build}-prefix")
  step(${CMAKE_COMMAND} --build "${build}-tutorial")
  execute_process(COMMAND "${build}-tutorial/length" WORKING_DIRECTORY "${tutorial}"
                  OUTPUT_VARIABLE output ECHO_OUTPUT_VARIABLE COMMAND_ERROR_IS_FATAL ANY)
  if(NOT output MATCHES ": 5\n")
    message(FATAL_ERROR "The tutorial's program does not print 5")
  endif()
endif()
