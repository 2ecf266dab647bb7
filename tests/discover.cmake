include(GoogleTest)

# duet_discover_tests(TARGET [SUFFIX s] [FILTER f] [FIRST r] [SERIAL] [LABEL l] [ENVIRONMENT NAME=value…])
# Calls gtest_discover_tests, whose PROPERTIES take no lists and therefore only one variable.
# FIRST: tests whose names match begin before the others, since they take long.
# SERIAL: each test runs alone. LABEL: ctest's label of the tests.
function(duet_discover_tests target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "SERIAL" "SUFFIX;FILTER;FIRST;LABEL" ENVIRONMENT)
  string(MAKE_C_IDENTIFIER "${target}${arg_SUFFIX}${arg_FILTER}_tests" list)
  set(properties TIMEOUT 300)
  if(arg_SERIAL)
    list(APPEND properties RUN_SERIAL TRUE)
  endif()
  if(arg_LABEL)
    list(APPEND properties LABELS ${arg_LABEL})
  endif()
  gtest_discover_tests(${target} TEST_SUFFIX "${arg_SUFFIX}" TEST_FILTER "${arg_FILTER}"
                       NO_PRETTY_VALUES
                       TEST_LIST ${list} DISCOVERY_TIMEOUT 60 PROPERTIES ${properties})
  set(commands "")
  if(arg_ENVIRONMENT)
    string(APPEND commands "set_tests_properties(\${${list}} PROPERTIES ENVIRONMENT \"${arg_ENVIRONMENT}\")\n")
  endif()
  if(arg_FIRST)
    string(APPEND commands "set(first \${${list}})\nlist(FILTER first INCLUDE REGEX \"${arg_FIRST}\")\n"
                           "if(first)\n  set_tests_properties(\${first} PROPERTIES COST 100)\nendif()\n")
  endif()
  if(commands)
    set(script "${CMAKE_CURRENT_BINARY_DIR}/${list}_properties.cmake")
    file(GENERATE OUTPUT "${script}" CONTENT "${commands}")
    set_property(DIRECTORY APPEND PROPERTY TEST_INCLUDE_FILES "${script}")
  endif()
endfunction()
