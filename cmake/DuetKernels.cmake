# Functions that embed kernels and headers in a program. Installed with the package.
#
# duet_embed_headers(TARGET NAME [BASE folder] FILES file...)
#   Gives TARGET a header <NAME.hpp> with
#     const std::vector<duet::Header>& NAME();
#   for Program::headers. The files are named relative to BASE (default: the current source folder)
#   in #include lines of kernels.
#
# duet_add_kernels(TARGET FILES file... [KERNELS expression...] [ARCHS architecture...]
#                  [HEADERS file...] [OPTIONS option...])
#   Gives TARGET for each file, say saxpy.cu, a header <saxpy_kernels.hpp> with
#     const duet::Prebuilt& saxpy_kernels();
#   for duet::load(). It has the source and, for each architecture, the code that the duet command
#   compiles at build time, without nvcc, hipcc or a GPU. On a device of another architecture the
#   source is compiled at run time. HEADERS are the files that the kernels include, relative to the
#   current source folder and spelled as in the #include lines. OPTIONS are options of `duet compile`;
#   at run time only -D, --std=, --fast-math, --toolkit-headers and --contract= apply.

function(_duet_check_name name)
  if(NOT name MATCHES "^[A-Za-z_][A-Za-z0-9_]*$")
    message(FATAL_ERROR "duet: '${name}' is not a C++ identifier: choose another name")
  endif()
endfunction()

# Absolute paths of FILES, which must exist.
function(_duet_paths variable base)
  set(paths "")
  foreach(file IN LISTS ARGN)
    cmake_path(ABSOLUTE_PATH file BASE_DIRECTORY "${base}" NORMALIZE)
    if(NOT EXISTS "${file}")
      message(FATAL_ERROR "duet: the file ${file} does not exist")
    endif()
    list(APPEND paths "${file}")
  endforeach()
  set(${variable} "${paths}" PARENT_SCOPE)
endfunction()

function(_duet_add_generated target folder name)
  target_sources(${target} PRIVATE "${folder}/${name}.cpp" "${folder}/${name}.hpp")
  # Generated sources define the same names, so they cannot share a unity source.
  set_source_files_properties("${folder}/${name}.cpp" PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
  target_include_directories(${target} PRIVATE "${folder}")
  target_link_libraries(${target} PRIVATE duet::duet)
endfunction()

function(duet_embed_headers target name)
  cmake_parse_arguments(PARSE_ARGV 2 ARG "" "BASE" "FILES")
  if(ARG_UNPARSED_ARGUMENTS OR NOT ARG_FILES)
    message(FATAL_ERROR "duet_embed_headers(TARGET NAME [BASE folder] FILES file...)")
  endif()
  _duet_check_name("${name}")
  if(NOT ARG_BASE)
    set(ARG_BASE "${CMAKE_CURRENT_SOURCE_DIR}")
  endif()
  cmake_path(ABSOLUTE_PATH ARG_BASE NORMALIZE)
  _duet_paths(paths "${ARG_BASE}" ${ARG_FILES})
  set(folder "${CMAKE_CURRENT_BINARY_DIR}/duet_generated/${target}")
  add_custom_command(OUTPUT "${folder}/${name}.cpp" "${folder}/${name}.hpp"
    COMMAND "${CMAKE_COMMAND}" "-DNAME=${name}" "-DBASE=${ARG_BASE}" "-DFILES=${paths}"
            "-DFOLDER=${folder}" -P "${CMAKE_CURRENT_FUNCTION_LIST_DIR}/headers_script.cmake"
    DEPENDS ${paths} "${CMAKE_CURRENT_FUNCTION_LIST_DIR}/headers_script.cmake" "${CMAKE_CURRENT_FUNCTION_LIST_DIR}/literal.cmake"
    COMMENT "Embedding headers: ${name}" VERBATIM)
  _duet_add_generated(${target} "${folder}" ${name})
endfunction()

function(duet_add_kernels target)
  cmake_parse_arguments(PARSE_ARGV 1 ARG "" "" "FILES;KERNELS;ARCHS;HEADERS;OPTIONS")
  if(ARG_UNPARSED_ARGUMENTS OR NOT ARG_FILES)
    message(FATAL_ERROR "duet_add_kernels(TARGET FILES file... [KERNELS expression...] "
                        "[ARCHS architecture...] [HEADERS file...] [OPTIONS option...])")
  endif()
  if(ARG_ARCHS AND NOT TARGET duet::command)
    message(FATAL_ERROR "duet_add_kernels: ARCHS need the duet command, and this duet was built "
                        "without it: build duet with -DDUET_BUILD_TOOLS=ON")
  endif()
  _duet_paths(headers "${CMAKE_CURRENT_SOURCE_DIR}" ${ARG_HEADERS})
  set(folder "${CMAKE_CURRENT_BINARY_DIR}/duet_generated/${target}")
  foreach(file IN LISTS ARG_FILES)
    _duet_paths(path "${CMAKE_CURRENT_SOURCE_DIR}" "${file}")
    cmake_path(GET file STEM stem)
    string(MAKE_C_IDENTIFIER "${stem}_kernels" name)
    set(arguments "${path}" ${ARG_OPTIONS})
    foreach(kernel IN LISTS ARG_KERNELS)
      list(APPEND arguments "--kernel=${kernel}")
    endforeach()
    foreach(architecture IN LISTS ARG_ARCHS)
      list(APPEND arguments "--arch=${architecture}")
    endforeach()
    foreach(header path_of_header IN ZIP_LISTS ARG_HEADERS headers)
      list(APPEND arguments "--header=${header}=${path_of_header}")
    endforeach()
    set(compile "")
    if(ARG_ARCHS)
      set(compile "$<TARGET_FILE:duet::command>")
    endif()
    add_custom_command(OUTPUT "${folder}/${name}.cpp" "${folder}/${name}.hpp"
      COMMAND "${CMAKE_COMMAND}" "-DNAME=${name}" "-DSOURCE=${path}" "-DPROGRAM=${file}"
              "-DCOMMAND=${compile}" "-DARGUMENTS=${arguments}" "-DKERNELS=${ARG_KERNELS}"
              "-DHEADERS=${ARG_HEADERS}" "-DHEADER_PATHS=${headers}" "-DOPTIONS=${ARG_OPTIONS}"
              "-DFOLDER=${folder}" -P "${CMAKE_CURRENT_FUNCTION_LIST_DIR}/kernels_script.cmake"
      DEPENDS "${path}" ${headers} "${CMAKE_CURRENT_FUNCTION_LIST_DIR}/kernels_script.cmake"
              "${CMAKE_CURRENT_FUNCTION_LIST_DIR}/literal.cmake" "$<$<BOOL:${ARG_ARCHS}>:duet::command>"
      COMMENT "Compiling kernels: ${file}" VERBATIM)
    _duet_add_generated(${target} "${folder}" ${name})
  endforeach()
endfunction()
