# The HIP backend needs HIP's headers. It loads HIP's libraries at run time.
find_path(HIP_INCLUDE_DIR NAMES hip/hiprtc.h
          HINTS ENV ROCM_PATH ENV HIP_PATH /opt/rocm PATH_SUFFIXES include
          DOC "Folder of HIP's headers, with hip/hip_runtime_api.h")
find_path(COMGR_INCLUDE_DIR NAMES amd_comgr.h
          HINTS "${HIP_INCLUDE_DIR}" PATH_SUFFIXES amd_comgr
          DOC "Folder of the header amd_comgr.h")
duet_need("${HIP_INCLUDE_DIR}" "HIP's headers (hip/hiprtc.h)" libamdhip64-dev
          ", or set ROCM_PATH, or give -DHIP_INCLUDE_DIR=FOLDER")
duet_need("${COMGR_INCLUDE_DIR}" "HIP's header amd_comgr.h" libamd-comgr-dev
          ", or set ROCM_PATH, or give -DCOMGR_INCLUDE_DIR=FOLDER")
message(STATUS "HIP headers: ${HIP_INCLUDE_DIR}")
duet_find_package(nlohmann-json3-dev "" nlohmann_json)
target_sources(duet PRIVATE
  "${CMAKE_CURRENT_LIST_DIR}/bundle.cpp"
  "${CMAKE_CURRENT_LIST_DIR}/code_object.cpp"
  "${CMAKE_CURRENT_LIST_DIR}/code_reader.cpp"
  "${CMAKE_CURRENT_LIST_DIR}/compiler.cpp"
  "${CMAKE_CURRENT_LIST_DIR}/driver.cpp"
  "${CMAKE_CURRENT_LIST_DIR}/graph.cpp"
  "${CMAKE_CURRENT_LIST_DIR}/managed_memory.cpp"
  "${CMAKE_CURRENT_LIST_DIR}/matrix_unit.cpp"
  "${CMAKE_CURRENT_LIST_DIR}/memory_access.cpp"
  "${CMAKE_CURRENT_LIST_DIR}/stream_value.cpp"
  "${CMAKE_CURRENT_LIST_DIR}/no_device.cpp"
  "${CMAKE_CURRENT_LIST_DIR}/named_kernels.cpp"
  "${CMAKE_CURRENT_LIST_DIR}/profiler.cpp"
  "${CMAKE_CURRENT_LIST_DIR}/targets.cpp"
  "${CMAKE_CURRENT_LIST_DIR}/../without_clusters.cpp"
  "${CMAKE_CURRENT_LIST_DIR}/../without_l2_window.cpp"
  "${CMAKE_CURRENT_LIST_DIR}/../without_programmatic.cpp"
  "${CMAKE_CURRENT_LIST_DIR}/../without_tensor_maps.cpp"
  "${CMAKE_CURRENT_LIST_DIR}/../device_files.cpp"
  "${CMAKE_CURRENT_LIST_DIR}/../without_compiler_standby.cpp"
  "${CMAKE_CURRENT_LIST_DIR}/../without_fast_compile.cpp")
set(DUET_NATIVE_INCLUDE_DIRS "${HIP_INCLUDE_DIR}" CACHE INTERNAL "Include folders of programs that use duet/native.hpp")
target_include_directories(duet SYSTEM PRIVATE ${DUET_NATIVE_INCLUDE_DIRS} "${COMGR_INCLUDE_DIR}")
target_link_libraries(duet PRIVATE $<BUILD_INTERFACE:nlohmann_json::nlohmann_json>)
