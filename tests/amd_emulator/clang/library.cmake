# libduet_amd_clang.so: hiprtc's entry points over clang-19, for targets that the installed hiprtc
# does not know (DUET_COMPILER_LIBRARY, DUET_COMGR_LIBRARY; `duet run --emulate` chooses it).
set(clang_core
  core/src/base/elf_image core/src/base/environment core/src/base/error core/src/base/log
  core/src/base/edit_distance core/src/base/similar_names
  core/src/system/child_processes core/src/system/spawn_setup core/src/system/stale_directories
  core/src/system/file_size_signal core/src/system/temporary_folder
  tests/hip_on_cuda/base/die tests/hip_on_cuda/hiprtc/hiprtc)
list(TRANSFORM clang_core PREPEND "${PROJECT_SOURCE_DIR}/")
list(TRANSFORM clang_core APPEND ".cpp")
add_library(duet_amd_clang SHARED
  clang/clang_options.cpp clang/comgr.cpp clang/rtc_program.cpp ${clang_core})
target_include_directories(duet_amd_clang PRIVATE
  "${CMAKE_CURRENT_SOURCE_DIR}" "${PROJECT_SOURCE_DIR}/core/include" "${PROJECT_SOURCE_DIR}/core/src"
  "${PROJECT_SOURCE_DIR}/tests" "${PROJECT_SOURCE_DIR}/tests/hip_on_cuda")
target_include_directories(duet_amd_clang SYSTEM PRIVATE
  "${HIP_INCLUDE_DIR}" "${COMGR_INCLUDE_DIR}")
target_compile_definitions(duet_amd_clang PRIVATE DUET_STATIC AMD_COMGR_EXPORT)
target_link_libraries(duet_amd_clang PRIVATE
  duet_build_settings "${DUET_ELF_LIBRARY}" ${duet_fmt} ${CMAKE_DL_LIBS})
set(clang_exports "${CMAKE_CURRENT_SOURCE_DIR}/clang/exports.map")
set_target_properties(duet_amd_clang PROPERTIES
  UNITY_BUILD "${unity_build}" POSITION_INDEPENDENT_CODE ON CXX_EXTENSIONS OFF
  CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON LINK_DEPENDS "${clang_exports}")
target_link_options(duet_amd_clang PRIVATE
  "LINKER:--version-script=${clang_exports}" LINKER:-z,defs)
if(DUET_INSTALL AND DUET_INSTALL_AMD_EMULATOR)
  include(GNUInstallDirs)
  install(TARGETS duet_amd_clang LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}")
endif()
