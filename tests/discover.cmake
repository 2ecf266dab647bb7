include(GoogleTest)

# duet_discover_tests(TARGET [SUFFIX s] [FILTER f] [SERIAL] [LONG] [ENVIRONMENT NAME=value…])
# Calls gtest_discover_tests, whose PROPERTIES take no lists and therefore only one variable.
# SERIAL: each test runs alone. LONG: the tests are labelled `long`.
function(duet_discover_tests target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "SERIAL;LONG" "SUFFIX;FILTER" ENVIRONMENT)
  string(MAKE_C_IDENTIFIER "${target}${arg_SUFFIX}${arg_FILTER}_tests" list)
  set(properties TIMEOUT 300)
  if(arg_SERIAL)
    list(APPEND properties RUN_SERIAL TRUE)
  endif()
  if(arg_LONG)
    list(APPEND properties LABELS long)
  endif()
  gtest_discover_tests(${target} TEST_SUFFIX "${arg_SUFFIX}" TEST_FILTER "${arg_FILTER}"
                       NO_PRETTY_VALUES
                       TEST_LIST ${list} DISCOVERY_TIMEOUT 60 PROPERTIES ${properties})
  if(arg_ENVIRONMENT)
    set(script "${CMAKE_CURRENT_BINARY_DIR}/${list}_environment.cmake")
    file(GENERATE OUTPUT "${script}" CONTENT
         "set_tests_properties(\${${list}} PROPERTIES ENVIRONMENT \"${arg_ENVIRONMENT}\")\n")
    set_property(DIRECTORY APPEND PROPERTY TEST_INCLUDE_FILES "${script}")
  endif()
endfunction()
