# `cmake --install`: the library, its headers, the package configuration and the duet command.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(package_dir "${CMAKE_INSTALL_LIBDIR}/cmake/duet")
get_target_property(duet_type duet TYPE)

install(TARGETS duet EXPORT duetTargets
  ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}"
  LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}"
  INCLUDES DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}")
set(duet_distributed_text FALSE)
if(DUET_DISTRIBUTED)
  set(duet_distributed_text TRUE)
  install(TARGETS duet_distributed EXPORT duetTargets
    ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}"
    LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}"
    INCLUDES DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}")
  if(duet_has_mpi)
    install(TARGETS duet_mpi LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}")
  endif()
  install(DIRECTORY "${PROJECT_SOURCE_DIR}/distributed/include/"
          DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}" FILES_MATCHING PATTERN "*.hpp")
endif()
install(EXPORT duetTargets NAMESPACE duet:: DESTINATION "${package_dir}")

foreach(folder IN ITEMS core/include "backends/${backend}/include")
  if(IS_DIRECTORY "${PROJECT_SOURCE_DIR}/${folder}")
    install(DIRECTORY "${PROJECT_SOURCE_DIR}/${folder}/" DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}"
            FILES_MATCHING PATTERN "*.hpp")
  endif()
endforeach()
# Kernels need no installed headers: duet embeds them. Editors do: see docs/getting_started.md.
install(DIRECTORY "${PROJECT_SOURCE_DIR}/device/include/" DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}"
        FILES_MATCHING PATTERN "*.hpp")
install(DIRECTORY "${PROJECT_SOURCE_DIR}/backends/cpu/prelude/"
        DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}/duet/editor" FILES_MATCHING PATTERN "*.hpp")
install(FILES "${PROJECT_SOURCE_DIR}/LICENSE" DESTINATION "${CMAKE_INSTALL_DOCDIR}")

# Programs that link the static library must find its dependencies; the shared library has them.
set(duet_dependencies "")
set(pc_libraries "")
set(pc_definitions "")
if(duet_type STREQUAL "STATIC_LIBRARY")
  set(pc_definitions " -DDUET_STATIC")
  get_target_property(libraries duet LINK_LIBRARIES)
  if(DUET_DISTRIBUTED AND NOT "Threads::Threads" IN_LIST libraries)
    string(APPEND duet_dependencies "find_dependency(Threads)\n")  # of duet::distributed
  endif()
  foreach(library IN LISTS libraries)
    if(library MATCHES "^Boost::(.+)$")
      string(APPEND duet_dependencies "find_dependency(Boost COMPONENTS ${CMAKE_MATCH_1})\n")
      string(APPEND pc_libraries " -lboost_${CMAKE_MATCH_1}")
    elseif(library MATCHES "^OpenSSL::")
      string(APPEND duet_dependencies "find_dependency(OpenSSL)\n")
      string(APPEND pc_libraries " -lcrypto")
    elseif(library MATCHES "^TBB::")
      string(APPEND duet_dependencies "find_dependency(TBB)\n")
      string(APPEND pc_libraries " -ltbb")
    elseif(library MATCHES "^Threads::")
      string(APPEND duet_dependencies "find_dependency(Threads)\n")
      string(APPEND pc_libraries " -pthread")
    endif()
  endforeach()
  if(NOT DUET_FMT_HEADER_ONLY)
    # A target of duet's own: the project may have another fmt, also as a subdirectory.
    set(fmt_file "")
    foreach(property IN ITEMS IMPORTED_LOCATION IMPORTED_LOCATION_NONE IMPORTED_LOCATION_RELEASE)
      get_target_property(location fmt::fmt ${property})
      if(location)
        set(fmt_file "${location}")
      endif()
    endforeach()
    string(APPEND duet_dependencies "
if(NOT TARGET duet::fmt)
  if(NOT DUET_FMT_LIBRARY AND EXISTS \"${fmt_file}\")
    set(DUET_FMT_LIBRARY \"${fmt_file}\" CACHE FILEPATH \"The fmt that duet was built with\")
  endif()
  find_library(DUET_FMT_LIBRARY fmt)
  if(NOT DUET_FMT_LIBRARY)
    _duet_not_found(\"duet needs the library fmt ${fmt_VERSION}: apt-get install libfmt-dev, or set \"
                    \"DUET_FMT_LIBRARY to its path. A duet with -DDUET_FMT_HEADER_ONLY=ON needs none.\")
  endif()
  add_library(duet::fmt UNKNOWN IMPORTED)
  set_target_properties(duet::fmt PROPERTIES IMPORTED_LOCATION \"\${DUET_FMT_LIBRARY}\")
endif()
")
    string(APPEND pc_libraries " -lfmt")
  endif()
  string(APPEND pc_libraries " -lelf -ldl")
endif()
configure_package_config_file("${CMAKE_CURRENT_LIST_DIR}/duetConfig.cmake.in"
  "${PROJECT_BINARY_DIR}/duetConfig.cmake" INSTALL_DESTINATION "${package_dir}")
write_basic_package_version_file("${PROJECT_BINARY_DIR}/duetConfigVersion.cmake"
  COMPATIBILITY SameMinorVersion)
file(RELATIVE_PATH pc_to_prefix "${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig" "${CMAKE_INSTALL_PREFIX}")
string(REGEX REPLACE "/$" "" pc_to_prefix "${pc_to_prefix}")
configure_file("${CMAKE_CURRENT_LIST_DIR}/duet.pc.in" "${PROJECT_BINARY_DIR}/duet.pc" @ONLY)
install(FILES "${PROJECT_BINARY_DIR}/duet.pc" DESTINATION "${CMAKE_INSTALL_LIBDIR}/pkgconfig")
foreach(file IN ITEMS DuetKernels headers_script kernels_script literal)
  install(FILES "${CMAKE_CURRENT_LIST_DIR}/${file}.cmake" DESTINATION "${package_dir}")
endforeach()
install(FILES "${PROJECT_BINARY_DIR}/duetConfig.cmake"
              "${PROJECT_BINARY_DIR}/duetConfigVersion.cmake" DESTINATION "${package_dir}")

if(duet_type STREQUAL "SHARED_LIBRARY")
  file(RELATIVE_PATH to_library "${CMAKE_INSTALL_FULL_LIBEXECDIR}/duet" "${CMAKE_INSTALL_FULL_LIBDIR}")
  set_target_properties(duet_compile PROPERTIES INSTALL_RPATH "$ORIGIN/${to_library}")
endif()
install(TARGETS duet_compile RUNTIME DESTINATION "${CMAKE_INSTALL_LIBEXECDIR}/duet")

if(TARGET duet_command)
  if(duet_type STREQUAL "SHARED_LIBRARY")
    file(RELATIVE_PATH to_library "${CMAKE_INSTALL_FULL_BINDIR}" "${CMAKE_INSTALL_FULL_LIBDIR}")
    set_target_properties(duet_command PROPERTIES INSTALL_RPATH "$ORIGIN/${to_library}")
  endif()
  set_target_properties(duet_command PROPERTIES EXPORT_NAME command)
  install(TARGETS duet_command EXPORT duetTargets RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}")
endif()
