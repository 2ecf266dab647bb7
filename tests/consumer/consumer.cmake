# Tests from a user's point of view: tests/consumer is configured, built and run outside this build.
# run_consumer.cmake describes the flavours. `add_subdirectory` compiles duet again, which takes minutes, so
# only the CPU backend has it and what needs it.
set(architecture_CPU x86-64-v2)
set(architecture_CUDA sm_80)
set(architecture_HIP gfx906)
if(CMAKE_SYSTEM_PROCESSOR MATCHES "aarch64|arm64")
  set(architecture_CPU aarch64)
endif()
if(DUET_INSTALL AND NOT DUET_SANITIZE)
  set(flavours find_package mistakes)
  if(NOT BUILD_SHARED_LIBS)
    list(APPEND flavours pkg_config)
  endif()
  if(BACKEND STREQUAL "CPU")
    list(APPEND flavours strict editor add_subdirectory)
    if(NOT BUILD_SHARED_LIBS)
      list(APPEND flavours shared matrix)
    endif()
  endif()
  foreach(flavour IN LISTS flavours)
    add_test(NAME consumer_${flavour}
      COMMAND ${CMAKE_COMMAND} "-DFLAVOUR=${flavour}" "-DBACKEND=${BACKEND}"
        "-DDUET=${PROJECT_SOURCE_DIR}" "-DDUET_BUILD=${PROJECT_BINARY_DIR}"
        "-DWORK=${CMAKE_CURRENT_BINARY_DIR}/consumer" "-DGENERATOR=${CMAKE_GENERATOR}"
        "-DCOMPILER=${CMAKE_CXX_COMPILER}" "-DWERROR=${DUET_WERROR}"
        "-DARCHITECTURE=${architecture_${BACKEND}}"
        -P "${CMAKE_CURRENT_LIST_DIR}/run_consumer.cmake")
    set_tests_properties(consumer_${flavour} PROPERTIES TIMEOUT 1800 FIXTURES_REQUIRED duet_package)
  endforeach()
  set_tests_properties(consumer_find_package PROPERTIES FIXTURES_REQUIRED "" FIXTURES_SETUP duet_package)
  if(TEST consumer_add_subdirectory)
    set_tests_properties(consumer_add_subdirectory PROPERTIES
      PROCESSORS 2 FIXTURES_REQUIRED "" FIXTURES_SETUP duet_shared_build)
  endif()
  if(TEST consumer_shared)
    set_tests_properties(consumer_shared PROPERTIES
      FIXTURES_REQUIRED duet_shared_build FIXTURES_SETUP duet_shared_package)
    set_tests_properties(consumer_matrix PROPERTIES
      FIXTURES_REQUIRED "duet_package;duet_shared_package" LABELS long PROCESSORS 2)
  endif()
endif()
