# Tests from a user's point of view: tests/consumer is configured, built and run outside this build.
#   consumer_find_package      against this build, installed
#   consumer_add_subdirectory  with duet as a subdirectory, as a shared library
#   consumer_shared            against that shared library, installed
# The last two compile duet again, which takes minutes, so only the CPU backend has them.
set(architecture_CPU x86-64-v2)
set(architecture_CUDA sm_80)
set(architecture_HIP gfx906)
if(CMAKE_SYSTEM_PROCESSOR MATCHES "aarch64|arm64")
  set(architecture_CPU aarch64)
endif()
if(DUET_INSTALL AND NOT DUET_SANITIZE)
  if(NOT BACKEND STREQUAL "CPU")
    set(flavours find_package)
  elseif(BUILD_SHARED_LIBS)
    set(flavours find_package add_subdirectory)
  else()
    set(flavours find_package add_subdirectory shared)
  endif()
  foreach(flavour IN LISTS flavours)
    add_test(NAME consumer_${flavour}
      COMMAND ${CMAKE_COMMAND} "-DFLAVOUR=${flavour}" "-DBACKEND=${BACKEND}"
        "-DDUET=${PROJECT_SOURCE_DIR}" "-DDUET_BUILD=${PROJECT_BINARY_DIR}"
        "-DWORK=${CMAKE_CURRENT_BINARY_DIR}/consumer" "-DGENERATOR=${CMAKE_GENERATOR}"
        "-DCOMPILER=${CMAKE_CXX_COMPILER}" "-DWERROR=${DUET_WERROR}"
        "-DARCHITECTURE=${architecture_${BACKEND}}"
        -P "${CMAKE_CURRENT_LIST_DIR}/run_consumer.cmake")
    set_tests_properties(consumer_${flavour} PROPERTIES TIMEOUT 900)
  endforeach()
  if(TEST consumer_add_subdirectory)
    set_tests_properties(consumer_add_subdirectory PROPERTIES
      PROCESSORS 2 FIXTURES_SETUP duet_shared_build)
  endif()
  if(TEST consumer_shared)
    set_tests_properties(consumer_shared PROPERTIES FIXTURES_REQUIRED duet_shared_build)
  endif()
endif()
