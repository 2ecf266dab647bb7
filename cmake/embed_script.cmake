# Writes OUTPUT: FILES below BASE as string literals, returned by duet::embedded::FUNCTION(). Comments
# are left out: they are a quarter of the headers, and each compilation of a kernel reads the headers.
# The lines of the file EMPTY name further files, which have no text.
include("${CMAKE_CURRENT_LIST_DIR}/literal.cmake")

set(entries "")
foreach(file IN LISTS FILES)
  duet_literal(literal "${BASE}/${file}" WITHOUT_COMMENTS)
  # With their lengths: clang 14 gives up counting so many characters in a constant expression.
  string(STRIP "${literal}" literal)
  string(APPEND entries "    {\"${file}\"sv, ${literal}sv},\n")
endforeach()
if(EMPTY)
  file(STRINGS "${EMPTY}" names)
  foreach(name IN LISTS names)
    list(FIND FILES "${name}" place)
    if(NOT place EQUAL -1)
      message(FATAL_ERROR "${EMPTY}: '${name}' has a text: ${BASE}/${name}")
    endif()
    string(APPEND entries "    {\"${name}\"sv, \"\\n\"sv},\n")
  endforeach()
endif()
file(WRITE "${OUTPUT}.new" "#include \"program/embedded.hpp\"

using namespace std::string_view_literals;

namespace duet::embedded {
std::span<const File> ${FUNCTION}();

std::span<const File> ${FUNCTION}() {
  static constexpr File files[] = {
${entries}  };
  return files;
}
}  // namespace duet::embedded
")
file(COPY_FILE "${OUTPUT}.new" "${OUTPUT}" ONLY_IF_DIFFERENT)
file(TOUCH "${OUTPUT}")
