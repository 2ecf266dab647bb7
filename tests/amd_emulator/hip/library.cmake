# libduet_amd_emulator.so: the HIP runtime's entry points over the emulator. A HIP build of duet loads it
# instead of AMD's library (DUET_DRIVER_LIBRARY). Streams, events, memory and graphs are the CPU
# backend's.
include("${PROJECT_SOURCE_DIR}/tests/support/cpu_streams.cmake")
set(emulator_core ${cpu_streams}
  tests/hip_on_cuda/base/error_name)
list(TRANSFORM emulator_core PREPEND "${PROJECT_SOURCE_DIR}/")
list(TRANSFORM emulator_core APPEND ".cpp")
add_library(duet_amd_emulator SHARED
  hip/copy_calls.cpp hip/device.cpp hip/device_calls.cpp hip/error.cpp hip/graph_calls.cpp
  hip/kernel_fault.cpp hip/launch.cpp hip/launch_calls.cpp hip/memory_calls.cpp hip/module.cpp
  hip/module_calls.cpp hip/open_captures.cpp hip/options.cpp hip/stream_calls.cpp
  ${emulator_core} $<TARGET_OBJECTS:amd_emulator>)
target_include_directories(duet_amd_emulator PRIVATE
  "${CMAKE_CURRENT_SOURCE_DIR}" "${PROJECT_SOURCE_DIR}/core/include" "${PROJECT_SOURCE_DIR}/core/src"
  "${PROJECT_SOURCE_DIR}/backends" "${PROJECT_SOURCE_DIR}/tests")
target_include_directories(duet_amd_emulator SYSTEM PRIVATE "${HIP_INCLUDE_DIR}")
target_compile_definitions(duet_amd_emulator PRIVATE DUET_STATIC)
find_package(Threads REQUIRED)
target_link_libraries(duet_amd_emulator PRIVATE
  duet_build_settings "${DUET_LLVM_LIBRARY}" "${DUET_ELF_LIBRARY}" ${duet_fmt} Threads::Threads
  ${CMAKE_DL_LIBS})
set(emulator_exports "${CMAKE_CURRENT_SOURCE_DIR}/hip/exports.map")
set_target_properties(duet_amd_emulator PROPERTIES
  UNITY_BUILD "${unity_build}" POSITION_INDEPENDENT_CODE ON CXX_EXTENSIONS OFF
  CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON LINK_DEPENDS "${emulator_exports}")
# Background threads run until the process ends.
target_link_options(duet_amd_emulator PRIVATE
  "LINKER:--version-script=${emulator_exports}" LINKER:-z,defs LINKER:-z,nodelete)
if(DUET_INSTALL AND DUET_INSTALL_AMD_EMULATOR)
  include(GNUInstallDirs)
  install(TARGETS duet_amd_emulator LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}")
endif()
