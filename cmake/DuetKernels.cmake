# Functions that embed kernels and headers in a program. Installed with the package.
#
# duet_embed_headers(TARGET NAME [BASE folder] FILES file...)
#   Gives TARGET a header <NAME.hpp> with
#     const std::vector<duet::Header>& NAME();
#   for Program::headers, in an inline namespace of the target. The files are named relative to BASE
#   (default: the current source folder) in #include lines of kernels.
#
# duet_add_kernels(TARGET FILES file... [KERNELS expression...] [ARCHS architecture...]
#                  [HEADERS file...] [OPTIONS option...])
#   Gives TARGET for each file, say saxpy.cu, a header <saxpy_kernels.hpp> with
#     const duet::Prebuilt& saxpy_kernels();
#   for duet::load(), in an inline namespace of the target. It has the source and, for each
#   architecture, the code that the duet command compiles at build time, without nvcc, hipcc or a GPU.
#   On a device of another architecture the source is compiled at run time. ARCHS may name architectures of all backends: those of another
#   backend than this duet's are left out with a note. HEADERS are the files that the kernels include,
#   relative to the current source folder and spelled as in the #include lines. OPTIONS are options of
#   `duet compile`: -DNAME=VALUE, --std=N, --fast-math, --toolkit-headers, --cuda-headers,
#   --contract=on|off, --wave-size=N, --debug, --line-info, --extra=OPTION. They apply at run time too.

# Ends the configuration with a message about a call of `function`, unless the target can get sources.
function(_duet_check_target function target)
  if(NOT TARGET "${target}")
    message(FATAL_ERROR "${function}: there is no target '${target}'; the first argument must be a target of "
                        "add_executable or add_library, above this call")
  endif()
  get_target_property(imported ${target} IMPORTED)
  get_target_property(alias ${target} ALIASED_TARGET)
  get_target_property(type ${target} TYPE)
  if(imported OR alias OR NOT type MATCHES "^(EXECUTABLE|(STATIC|SHARED|MODULE|OBJECT)_LIBRARY)$")
    message(FATAL_ERROR "${function}: the target '${target}' has no sources of its own: it is imported, an "
                        "alias or an interface")
  endif()
endfunction()

# Checks the arguments of a call. The lists hold what cmake_parse_arguments found.
function(_duet_check_arguments function usage files unknown)
  if(unknown)
    list(JOIN unknown "', '" unknown)
    message(FATAL_ERROR "${function}: '${unknown}' is unknown or comes before a keyword. Usage:\n  ${usage}")
  endif()
  if(NOT files)
    message(FATAL_ERROR "${function}: FILES is missing or empty. Usage:\n  ${usage}")
  endif()
endfunction()

# Reserves the name of a generated header and function of a target.
function(_duet_reserve_name function target name file)
  if(NOT name MATCHES "^[A-Za-z_][A-Za-z0-9_]*$")
    message(FATAL_ERROR "${function}: '${name}' is not a C++ identifier: choose another name")
  endif()
  get_target_property(before ${target} duet_file_of_${name})
  if(before)
    message(FATAL_ERROR "${function}: the target '${target}' has ${name}() twice, for ${before} and for ${file}: "
                        "rename one of them")
  endif()
  set_target_properties(${target} PROPERTIES duet_file_of_${name} "${file}")
endfunction()

# Absolute paths of FILES, which must exist.
function(_duet_paths function variable base)
  set(paths "")
  foreach(file IN LISTS ARGN)
    set(path "${file}")
    cmake_path(ABSOLUTE_PATH path BASE_DIRECTORY "${base}" NORMALIZE)
    if(NOT EXISTS "${path}" OR IS_DIRECTORY "${path}")
      message(FATAL_ERROR "${function}: there is no file '${file}' (${path})")
    endif()
    list(APPEND paths "${path}")
  endforeach()
  set(${variable} "${paths}" PARENT_SCOPE)
endfunction()

# The architectures of this duet's backend. Notes those of other backends and refuses others.
function(_duet_own_architectures variable)
  # The architectures of each backend.
  set(names_CUDA "(sm|compute)_[0-9]+[af]?")
  set(names_HIP "gfx[0-9]+[0-9a-f]*(:[a-z:+-]+)?")
  set(names_CPU "x86-64(-v[2-4])?|aarch64")
  get_property(backend GLOBAL PROPERTY duet_backend)
  set(own "")
  foreach(architecture IN LISTS ARGN)
    if(architecture MATCHES "^(${names_${backend}})$")
      list(APPEND own "${architecture}")
    elseif(architecture MATCHES "^(${names_CUDA}|${names_HIP}|${names_CPU})$")
      message(STATUS "duet_add_kernels: ${architecture} is left out: this duet is for ${backend}")
    else()
      message(FATAL_ERROR "duet_add_kernels: '${architecture}' is no architecture: NVIDIA's are sm_NUMBER or "
              "compute_NUMBER, AMD's gfxNUMBER, those of the CPU x86-64, x86-64-v2 to x86-64-v4 and aarch64")
    endif()
  endforeach()
  set(${variable} "${own}" PARENT_SCOPE)
endfunction()

# The inline namespace of what is generated for a target, so that equal names of several targets, also of
# other projects, are different functions.
function(_duet_owner variable target)
  string(MAKE_C_IDENTIFIER "duet_of_${PROJECT_NAME}_${target}" owner)
  string(REGEX REPLACE "__+" "_" owner "${owner}")  # reserved
  set(${variable} "${owner}" PARENT_SCOPE)
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
  _duet_check_target(duet_embed_headers "${target}")
  _duet_check_arguments(duet_embed_headers "duet_embed_headers(TARGET NAME [BASE folder] FILES file...)"
                        "${ARG_FILES}" "${ARG_UNPARSED_ARGUMENTS}")
  _duet_reserve_name(duet_embed_headers ${target} "${name}" "${name}.hpp")
  if(NOT ARG_BASE)
    set(ARG_BASE "${CMAKE_CURRENT_SOURCE_DIR}")
  endif()
  cmake_path(ABSOLUTE_PATH ARG_BASE NORMALIZE)
  _duet_paths(duet_embed_headers paths "${ARG_BASE}" ${ARG_FILES})
  _duet_owner(owner ${target})
  set(folder "${CMAKE_CURRENT_BINARY_DIR}/duet_generated/${target}")
  add_custom_command(OUTPUT "${folder}/${name}.cpp" "${folder}/${name}.hpp"
    COMMAND "${CMAKE_COMMAND}" "-DNAME=${name}" "-DOWNER=${owner}" "-DBASE=${ARG_BASE}" "-DFILES=${paths}"
            "-DFOLDER=${folder}" -P "${CMAKE_CURRENT_FUNCTION_LIST_DIR}/headers_script.cmake"
    DEPENDS ${paths} "${CMAKE_CURRENT_FUNCTION_LIST_DIR}/headers_script.cmake" "${CMAKE_CURRENT_FUNCTION_LIST_DIR}/literal.cmake"
    COMMENT "Embedding headers: ${name}" VERBATIM)
  _duet_add_generated(${target} "${folder}" ${name})
endfunction()

function(duet_add_kernels target)
  cmake_parse_arguments(PARSE_ARGV 1 ARG "" "" "FILES;KERNELS;ARCHS;HEADERS;OPTIONS")
  _duet_check_target(duet_add_kernels "${target}")
  _duet_check_arguments(duet_add_kernels "duet_add_kernels(TARGET FILES file... [KERNELS expression...] \
[ARCHS architecture...] [HEADERS file...] [OPTIONS option...])" "${ARG_FILES}" "${ARG_UNPARSED_ARGUMENTS}")
  foreach(option IN LISTS ARG_OPTIONS)
    if(NOT option MATCHES "^(-D.+|--define=.+|--std=[0-9]+|--fast-math|--toolkit-headers|--cuda-headers|--contract=(on|off)|--wave-size=[0-9]+|--debug|--line-info|(-X|--extra=).+)$")
      message(FATAL_ERROR "duet_add_kernels: '${option}' is no option for kernels; those are -DNAME=VALUE, --std=N, "
              "--fast-math, --toolkit-headers, --cuda-headers, --contract=on|off, --wave-size=N, --debug, --line-info and "
              "--extra=OPTION")
    endif()
  endforeach()
  _duet_own_architectures(ARG_ARCHS ${ARG_ARCHS})
  if(ARG_ARCHS AND NOT TARGET duet::command)
    message(FATAL_ERROR "duet_add_kernels: ARCHS need the duet command, and this duet was built "
                        "without it: build duet with -DDUET_BUILD_TOOLS=ON")
  endif()
  _duet_paths(duet_add_kernels headers "${CMAKE_CURRENT_SOURCE_DIR}" ${ARG_HEADERS})
  _duet_owner(owner ${target})
  set(folder "${CMAKE_CURRENT_BINARY_DIR}/duet_generated/${target}")
  foreach(file IN LISTS ARG_FILES)
    _duet_paths(duet_add_kernels path "${CMAKE_CURRENT_SOURCE_DIR}" "${file}")
    cmake_path(GET file STEM stem)
    string(MAKE_C_IDENTIFIER "${stem}_kernels" name)
    _duet_reserve_name(duet_add_kernels ${target} "${name}" "${file}")
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
      COMMAND "${CMAKE_COMMAND}" "-DNAME=${name}" "-DOWNER=${owner}" "-DSOURCE=${path}" "-DPROGRAM=${file}"
              "-DCOMMAND=${compile}" "-DARGUMENTS=${arguments}" "-DKERNELS=${ARG_KERNELS}"
              "-DHEADERS=${ARG_HEADERS}" "-DHEADER_PATHS=${headers}" "-DOPTIONS=${ARG_OPTIONS}"
              "-DFOLDER=${folder}" -P "${CMAKE_CURRENT_FUNCTION_LIST_DIR}/kernels_script.cmake"
      DEPENDS "${path}" ${headers} "${CMAKE_CURRENT_FUNCTION_LIST_DIR}/kernels_script.cmake"
              "${CMAKE_CURRENT_FUNCTION_LIST_DIR}/literal.cmake" "$<$<BOOL:${ARG_ARCHS}>:duet::command>"
      COMMENT "Compiling kernels: ${file}" VERBATIM)
    _duet_add_generated(${target} "${folder}" ${name})
  endforeach()
endfunction()
