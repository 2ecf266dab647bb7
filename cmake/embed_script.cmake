# Writes OUTPUT: FILES below BASE as string literals, returned by duet::embedded::FUNCTION().
# Literals are split, since a compiler need not take more than 64 KiB in one.
set(entries "")
foreach(file IN LISTS FILES)
  file(READ "${BASE}/${file}" text)
  if(text MATCHES "\\)duet~")
    message(FATAL_ERROR "${file} contains the raw string delimiter )duet~")
  endif()
  set(literal "")
  string(LENGTH "${text}" length)
  set(offset 0)
  while(offset LESS length OR literal STREQUAL "")
    string(SUBSTRING "${text}" ${offset} 12000 chunk)
    string(APPEND literal "R\"duet~(${chunk})duet~\" ")
    math(EXPR offset "${offset} + 12000")
  endwhile()
  string(APPEND entries "    {\"${file}\", ${literal}},\n")
endforeach()
file(WRITE "${OUTPUT}.new" "#include \"embedded.hpp\"

namespace duet::embedded {
std::span<const File> ${FUNCTION}();  // declared by whoever uses it

std::span<const File> ${FUNCTION}() {
  static constexpr File files[] = {
${entries}  };
  return files;
}
}  // namespace duet::embedded
")
file(COPY_FILE "${OUTPUT}.new" "${OUTPUT}" ONLY_IF_DIFFERENT)
file(TOUCH "${OUTPUT}")
