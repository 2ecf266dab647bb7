# cmake -P script: configures mistakes/ for each mistake with the package in PREFIX and expects the message.
set(here "${CMAKE_CURRENT_LIST_DIR}")
set(other CUDA)
set(other_architecture sm_80)
if(BACKEND STREQUAL "CUDA")
  set(other HIP)
  set(other_architecture gfx90a)
endif()

# expect(CASE FAILS|WORKS TEXT...): the texts are in the output, which CMake may have wrapped.
function(expect case result)
  execute_process(
    COMMAND ${CMAKE_COMMAND} -S "${here}/mistakes" -B "${WORK}/mistakes" -G "${GENERATOR}"
            "-DCMAKE_CXX_COMPILER=${COMPILER}" "-DCMAKE_PREFIX_PATH=${PREFIX}" "-DCASE=${case}"
            "-DOTHER=${other}" "-DOTHER_ARCHITECTURE=${other_architecture}" "-DARCHITECTURE=${ARCHITECTURE}"
    OUTPUT_VARIABLE output ERROR_VARIABLE output RESULT_VARIABLE status)
  if(ARGV2 STREQUAL "BUILD")
    execute_process(COMMAND ${CMAKE_COMMAND} --build "${WORK}/mistakes"
                    OUTPUT_VARIABLE output ERROR_VARIABLE output RESULT_VARIABLE status)
    list(REMOVE_AT ARGN 0)
  endif()
  string(REGEX REPLACE "[ \n]+" " " text "${output}")
  foreach(wanted IN LISTS ARGN)
    string(FIND "${text}" "${wanted}" position)
    if(position EQUAL -1)
      message(FATAL_ERROR "${case}: no '${wanted}' in\n${output}")
    endif()
  endforeach()
  if((result STREQUAL "FAILS" AND status EQUAL 0) OR (result STREQUAL "WORKS" AND NOT status EQUAL 0))
    message(FATAL_ERROR "${case}: exit status ${status}\n${output}")
  endif()
  message(STATUS "${case}: right")
endfunction()

file(REMOVE_RECURSE "${WORK}/mistakes")
# First those without a language, since a build folder keeps its compiler.
expect("component of another backend" FAILS "was built for the backend ${BACKEND}, not for ${other}"
       "Build duet with -DBACKEND=${other}")
expect("component that does not exist" FAILS "no component 'OpenCL'" "CPU, CUDA, HIP")
expect("version" FAILS "99.0" "version: 0.")
expect("no language" FAILS "enable the language with project")
expect("kernels without a target" FAILS "there is no target 'app'")
expect("kernels of an interface" FAILS "'face' has no sources of its own")
expect("kernels without files" FAILS "duet_add_kernels: FILES is missing" "[ARCHS architecture...]")
expect("unknown keyword" FAILS "duet_add_kernels: 'one.cu' is unknown or comes before a keyword")
expect("missing file" FAILS "duet_add_kernels: there is no file 'no.cu'")
expect("missing header" FAILS "duet_add_kernels: there is no file 'no.hpp'")
expect("folder as file" FAILS "duet_add_kernels: there is no file")
expect("same name twice" FAILS "has one_kernels() twice, for one.cu and for")
expect("unknown option" FAILS "'-O3' is no option for kernels" "--fast-math")
expect("unknown architecture" FAILS "'sm90' is no architecture" "sm_NUMBER")
expect("headers without files" FAILS "duet_embed_headers: FILES is missing")
expect("header name" FAILS "duet_embed_headers: 'my-headers' is not a C++ identifier")
expect("architectures of others" WORKS
       "duet_add_kernels: ${other_architecture} is left out: this duet is for ${BACKEND}")
if(ARCHITECTURE)
  expect("wrong kernel name" FAILS BUILD "onne" "The kernels of ${here}/mistakes/one.cu do not compile")
endif()
