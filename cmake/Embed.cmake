# duet_embed(TARGET FUNCTION BASE [EMPTY LIST] FILE...)
#
# Compiles text files, named relative to BASE, into TARGET, and files without text that the lines of
# the file LIST name. They are returned by the function
#   std::span<const duet::embedded::File> duet::embedded::FUNCTION();
# which core/src/program/embedded.hpp or a header of the caller declares.
set(DUET_EMBED_SCRIPT "${CMAKE_CURRENT_LIST_DIR}/embed_script.cmake")
set(DUET_EMBED_LITERAL "${CMAKE_CURRENT_LIST_DIR}/literal.cmake")

function(duet_embed target function base)
  set(output "${CMAKE_CURRENT_BINARY_DIR}/embedded/${function}.cpp")
  cmake_parse_arguments(PARSE_ARGV 3 embed "" "EMPTY" "")
  set(files ${embed_UNPARSED_ARGUMENTS})
  list(TRANSFORM files PREPEND "${base}/" OUTPUT_VARIABLE paths)
  add_custom_command(
    OUTPUT "${output}"
    COMMAND ${CMAKE_COMMAND} "-DOUTPUT=${output}" "-DFUNCTION=${function}" "-DBASE=${base}"
            "-DFILES=${files}" "-DEMPTY=${embed_EMPTY}" -P "${DUET_EMBED_SCRIPT}"
    DEPENDS ${paths} ${embed_EMPTY} "${DUET_EMBED_SCRIPT}" "${DUET_EMBED_LITERAL}"
    COMMENT "Embedding ${function}"
    VERBATIM)
  target_sources(${target} PRIVATE "${output}")
endfunction()
