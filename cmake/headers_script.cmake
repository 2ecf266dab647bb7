# Writes FOLDER/NAME.hpp and .cpp, with a function in the namespace OWNER that returns FILES, named
# relative to BASE, as duet::Header.
include("${CMAKE_CURRENT_LIST_DIR}/literal.cmake")

set(entries "")
foreach(path IN LISTS FILES)
  duet_literal(literal "${path}")
  cmake_path(RELATIVE_PATH path BASE_DIRECTORY "${BASE}" OUTPUT_VARIABLE file)
  string(APPEND entries "      {\"${file}\", ${literal}},\n")
endforeach()
file(CONFIGURE OUTPUT "${FOLDER}/${NAME}.hpp" CONTENT [[#pragma once

#include <vector>

#include <duet/compile.hpp>

// Other targets may have headers of the same name.
inline namespace @OWNER@ {

/// For Program::headers. Lives until the program ends.
const std::vector<duet::Header>& @NAME@();

}  // namespace @OWNER@
]] @ONLY)
file(WRITE "${FOLDER}/${NAME}.cpp" "#include \"${NAME}.hpp\"

const std::vector<duet::Header>& ${OWNER}::${NAME}() {
  static const std::vector<duet::Header> headers{
${entries}  };
  return headers;
}
")
