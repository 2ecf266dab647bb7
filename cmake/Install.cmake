# `cmake --install`: the library, its headers, the package configuration and the duet command.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(package_dir "${CMAKE_INSTALL_LIBDIR}/cmake/duet")
get_target_property(duet_type duet TYPE)

install(TARGETS duet EXPORT duetTargets
  ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}"
  LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}"
  INCLUDES DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}")
install(EXPORT duetTargets NAMESPACE duet:: DESTINATION "${package_dir}")

foreach(folder IN ITEMS core/include "backends/${backend}/include")
  if(IS_DIRECTORY "${PROJECT_SOURCE_DIR}/${folder}")
    install(DIRECTORY "${PROJECT_SOURCE_DIR}/${folder}/" DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}"
            FILES_MATCHING PATTERN "*.hpp")
  endif()
endforeach()
install(FILES "${PROJECT_SOURCE_DIR}/LICENSE" DESTINATION "${CMAKE_INSTALL_DOCDIR}")

# Programs that link the static library must find its dependencies; the shared library has them.
set(duet_dependencies "")
if(duet_type STREQUAL "STATIC_LIBRARY")
  get_target_property(libraries duet LINK_LIBRARIES)
  foreach(library IN LISTS libraries)
    if(library MATCHES "^Boost::(.+)$")
      string(APPEND duet_dependencies "find_dependency(Boost COMPONENTS ${CMAKE_MATCH_1})\n")
    elseif(library MATCHES "^([A-Za-z_]+)::")
      string(APPEND duet_dependencies "find_dependency(${CMAKE_MATCH_1})\n")
    endif()
  endforeach()
endif()
configure_package_config_file("${CMAKE_CURRENT_LIST_DIR}/duetConfig.cmake.in"
  "${PROJECT_BINARY_DIR}/duetConfig.cmake" INSTALL_DESTINATION "${package_dir}")
write_basic_package_version_file("${PROJECT_BINARY_DIR}/duetConfigVersion.cmake"
  COMPATIBILITY SameMinorVersion)
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
