# Writes FOLDER/NAME.hpp and .cpp, with a function in the namespace OWNER that returns SOURCE as
# duet::Prebuilt. COMMAND, the duet command, compiles the code with ARGUMENTS; there is no code if COMMAND
# is empty.
include("${CMAKE_CURRENT_LIST_DIR}/literal.cmake")

# Sets a variable to a value as a C++ string literal.
function(quote variable value)
  string(REPLACE "\\" "\\\\" value "${value}")
  string(REPLACE "\"" "\\\"" value "${value}")
  set(${variable} "\"${value}\"" PARENT_SCOPE)
endfunction()

set(arrays "")
set(images "")
if(COMMAND)
  set(work "${FOLDER}/${NAME}.code")
  file(REMOVE_RECURSE "${work}")
  file(MAKE_DIRECTORY "${work}")
  execute_process(COMMAND "${COMMAND}" compile ${ARGUMENTS} --json --output "${work}"
                  OUTPUT_VARIABLE json RESULT_VARIABLE result)
  if(NOT result EQUAL 0)
    message(FATAL_ERROR "The kernels of ${SOURCE} do not compile: see the messages above")
  endif()
  string(JSON count LENGTH "${json}")
  math(EXPR last "${count} - 1")
  foreach(i RANGE ${last})
    string(JSON file GET "${json}" ${i} file)
    string(JSON architecture GET "${json}" ${i} architecture)
    string(JSON format GET "${json}" ${i} format)
    string(REPLACE " " "_" format "${format}")
    file(READ "${file}" bytes HEX)
    string(REGEX REPLACE "(................................)" "\\1\n" bytes "${bytes}")
    string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${bytes}")
    string(APPEND arrays "alignas(64) constexpr unsigned char code_${i}[] = {\n${bytes}};\n")
    set(names "")
    string(JSON kernels LENGTH "${json}" ${i} kernels)
    if(kernels GREATER 0)
      math(EXPR last_kernel "${kernels} - 1")
      foreach(k RANGE ${last_kernel})
        string(JSON lowered GET "${json}" ${i} kernels ${k} name)
        string(JSON expressions LENGTH "${json}" ${i} kernels ${k} expressions)
        if(expressions GREATER 0)
          math(EXPR last_expression "${expressions} - 1")
          foreach(e RANGE ${last_expression})
            string(JSON expression GET "${json}" ${i} kernels ${k} expressions ${e})
            quote(expression "${expression}")
            quote(text "${lowered}")
            string(APPEND names "{${expression}, ${text}}, ")
          endforeach()
        endif()
      endforeach()
    endif()
    string(APPEND images "      {\"${architecture}\", duet::CodeFormat::${format}, "
                         "std::as_bytes(std::span(code_${i})), {${names}}},\n")
  endforeach()
endif()

set(kernel_names "")
foreach(kernel IN LISTS KERNELS)
  quote(text "${kernel}")
  string(APPEND kernel_names "${text}, ")
endforeach()
set(header_texts "")
foreach(header path IN ZIP_LISTS HEADERS HEADER_PATHS)
  duet_literal(literal "${path}")
  string(APPEND header_texts "{\"${header}\", ${literal}}, ")
endforeach()
set(settings "")
foreach(option IN LISTS OPTIONS)
  if(option MATCHES "^(-D|--define=)(.+)$")
    quote(text "${CMAKE_MATCH_2}")
    string(APPEND settings "  program.options.defines.push_back(${text});\n")
  elseif(option MATCHES "^--std=([0-9]+)$")
    string(APPEND settings "  program.options.standard = ${CMAKE_MATCH_1};\n")
  elseif(option STREQUAL "--fast-math")
    string(APPEND settings "  program.options.fast_math = true;\n")
  elseif(option STREQUAL "--toolkit-headers")
    string(APPEND settings "  program.options.toolkit_headers = true;\n")
  elseif(option STREQUAL "--cuda-headers")
    string(APPEND settings "  program.options.cuda_headers = true;\n")
  elseif(option MATCHES "^--contract=(on|off)$")
    string(COMPARE EQUAL "${CMAKE_MATCH_1}" on contract)
    string(APPEND settings "  program.options.contract = ${contract};\n")
  elseif(option MATCHES "^--wave-size=([0-9]+)$")
    string(APPEND settings "  program.options.wave_size = ${CMAKE_MATCH_1};\n")
  elseif(option STREQUAL "--debug")
    string(APPEND settings "  program.options.debug = true;\n")
  elseif(option STREQUAL "--line-info")
    string(APPEND settings "  program.options.line_info = true;\n")
  elseif(option MATCHES "^(-X|--extra=)(.+)$")
    quote(text "${CMAKE_MATCH_2}")
    string(APPEND settings "  program.options.extra.push_back(${text});\n")
  endif()
endforeach()
duet_literal(literal "${SOURCE}")
quote(program_name "${PROGRAM}")
file(CONFIGURE OUTPUT "${FOLDER}/${NAME}.hpp" CONTENT [[#pragma once

#include <duet/prebuilt.hpp>

// Other targets may have kernels of the same name.
inline namespace @OWNER@ {

/// For duet::load(). Lives until the program ends.
const duet::Prebuilt& @NAME@();

}  // namespace @OWNER@
]] @ONLY)
file(WRITE "${FOLDER}/${NAME}.cpp" "#include \"${NAME}.hpp\"

#include <span>

namespace {

${arrays}
duet::Program make_program() {
  duet::Program program;
  program.name = ${program_name};
  program.source = ${literal};
  program.kernels = {${kernel_names}};
  program.headers = {${header_texts}};
${settings}  return program;
}

duet::Prebuilt make() {
  return {make_program(), {
${images}  }};
}

}  // namespace

const duet::Prebuilt& ${OWNER}::${NAME}() {
  static const duet::Prebuilt prebuilt = make();
  return prebuilt;
}
")
