# This test and the last ones need no GPU, so that the library is tested on every machine.
add_test(NAME hip_on_cuda.exports
  COMMAND ${CMAKE_COMMAND} "-DLIBRARY=$<TARGET_FILE:hip_on_cuda_5_2>" "-DNM=${CMAKE_NM}"
          -P "${CMAKE_CURRENT_SOURCE_DIR}/check_exports.cmake")
set_tests_properties(hip_on_cuda.exports PROPERTIES SKIP_REGULAR_EXPRESSION "left out:")

# Graphs and captures, by HIP's calls. These need a device and are skipped without one.
add_library(hip_graph_test_objects OBJECT
  test/capture_test.cpp test/graph_structure_test.cpp test/graph_test.cpp test/graph_update_test.cpp)
target_include_directories(hip_graph_test_objects PRIVATE "${CMAKE_CURRENT_SOURCE_DIR}")
target_include_directories(hip_graph_test_objects SYSTEM PRIVATE "${HIP_INCLUDE_DIR}")
target_link_libraries(hip_graph_test_objects PRIVATE duet_build_settings GTest::gtest)
target_compile_options(hip_graph_test_objects PRIVATE -O0)  # slow to compile, quick to run
foreach(variant IN ITEMS "" _5_2)
  set(test hip_graph_test${variant})
  add_executable(${test} $<TARGET_OBJECTS:hip_graph_test_objects>)
  target_link_libraries(${test} PRIVATE duet_build_settings hip_on_cuda${variant}
                                        GTest::gtest_main ${CMAKE_DL_LIBS})
  add_test(NAME hip_on_cuda.graphs${variant} COMMAND ${test})
  set_tests_properties(hip_on_cuda.graphs${variant} PROPERTIES
    SKIP_REGULAR_EXPRESSION "needs a device" TIMEOUT 300)
endforeach()

set(environment "")
foreach(part IN ITEMS DRIVER COMPILER COMGR)
  list(APPEND environment "DUET_${part}_LIBRARY=$<TARGET_FILE:hip_on_cuda>")
endforeach()
list(APPEND environment HIP_ON_CUDA_DEVICES=0)
# The suite Backend distinguishes a missing device from a missing driver. HIP_ON_CUDA_DEVICES=0
# hides the devices of a machine that has some.
foreach(suite IN ITEMS Compile CodeReaderTest DeviceHeader Backend)
  add_test(NAME hip_on_cuda.${suite} COMMAND duet_tests "--gtest_filter=${suite}.*")
  set_tests_properties(hip_on_cuda.${suite} PROPERTIES ENVIRONMENT "${environment}" TIMEOUT 300)
endforeach()
