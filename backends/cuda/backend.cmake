# The CUDA backend needs CUDA's headers. It loads CUDA's libraries at run time.
find_path(CUDA_INCLUDE_DIR NAMES nvrtc.h
          HINTS ENV CUDA_HOME ENV CUDA_PATH /usr/local/cuda PATH_SUFFIXES include
          DOC "Folder of CUDA's headers cuda.h and nvrtc.h")
duet_need("${CUDA_INCLUDE_DIR}" "CUDA's headers (nvrtc.h)"
          "nvidia-cuda-toolkit (in Debian's non-free), or install NVIDIA's toolkit"
          ", or set CUDA_HOME, or give -DCUDA_INCLUDE_DIR=FOLDER")
if(CUDA_INCLUDE_DIR AND NOT EXISTS "${CUDA_INCLUDE_DIR}/cuda.h")
  duet_need(FALSE "CUDA's header cuda.h, which is not in ${CUDA_INCLUDE_DIR} beside nvrtc.h,"
            "nvidia-cuda-toolkit" ", or install the rest of NVIDIA's toolkit (cuda-cudart-dev)")
endif()
message(STATUS "CUDA headers: ${CUDA_INCLUDE_DIR}")
target_sources(duet PRIVATE
  "${CMAKE_CURRENT_LIST_DIR}/extended_launch.cpp"
  "${CMAKE_CURRENT_LIST_DIR}/code_reader.cpp"
  "${CMAKE_CURRENT_LIST_DIR}/compiler.cpp"
  "${CMAKE_CURRENT_LIST_DIR}/cubin.cpp"
  "${CMAKE_CURRENT_LIST_DIR}/driver.cpp"
  "${CMAKE_CURRENT_LIST_DIR}/graph.cpp"
  "${CMAKE_CURRENT_LIST_DIR}/l2_window.cpp"
  "${CMAKE_CURRENT_LIST_DIR}/managed_memory.cpp"
  "${CMAKE_CURRENT_LIST_DIR}/matrix/matrix_unit.cpp"
  "${CMAKE_CURRENT_LIST_DIR}/memory_access.cpp"
  "${CMAKE_CURRENT_LIST_DIR}/stream_value.cpp"
  "${CMAKE_CURRENT_LIST_DIR}/matrix/tensor_map.cpp"
  "${CMAKE_CURRENT_LIST_DIR}/minimal_language.cpp"
  "${CMAKE_CURRENT_LIST_DIR}/no_device.cpp"
  "${CMAKE_CURRENT_LIST_DIR}/profiler.cpp"
  "${CMAKE_CURRENT_LIST_DIR}/ptx.cpp"
  "${CMAKE_CURRENT_LIST_DIR}/../device_files.cpp"
  "${CMAKE_CURRENT_LIST_DIR}/../without_compiler_standby.cpp")
set(DUET_NATIVE_INCLUDE_DIRS "${CUDA_INCLUDE_DIR}" CACHE INTERNAL "Include folders of programs that use duet/native.hpp")
target_include_directories(duet SYSTEM PRIVATE ${DUET_NATIVE_INCLUDE_DIRS})
