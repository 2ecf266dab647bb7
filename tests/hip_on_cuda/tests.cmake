# What needs no GPU, so that the equipment stays sound where there is none.
add_test(NAME hip_on_cuda.exports
  COMMAND ${CMAKE_COMMAND} "-DLIBRARY=$<TARGET_FILE:hip_on_cuda_5_2>" "-DNM=${CMAKE_NM}"
          -P "${CMAKE_CURRENT_SOURCE_DIR}/check_exports.cmake")
set_tests_properties(hip_on_cuda.exports PROPERTIES SKIP_REGULAR_EXPRESSION "left out:")

set(environment "")
foreach(part IN ITEMS DRIVER COMPILER COMGR)
  list(APPEND environment "DUET_${part}_LIBRARY=$<TARGET_FILE:hip_on_cuda>")
endforeach()
list(APPEND environment HIP_ON_CUDA_DEVICES=0)
# Backend tells no device from no driver, here without one even on a machine that has some.
foreach(suite IN ITEMS Compile CodeReaderTest DeviceHeader Backend)
  add_test(NAME hip_on_cuda.${suite} COMMAND duet_tests "--gtest_filter=${suite}.*")
  set_tests_properties(hip_on_cuda.${suite} PROPERTIES ENVIRONMENT "${environment}" TIMEOUT 300)
endforeach()
