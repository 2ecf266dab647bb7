# Fails if LIBRARY exports a function that HIP 5.2's library does not. Skipped without that library.
find_library(hip NAMES libamdhip64.so.5
             HINTS ENV ROCM_PATH /opt/rocm /usr PATH_SUFFIXES lib lib/x86_64-linux-gnu)
if(NOT hip)
  message("left out: HIP 5's libamdhip64.so.5 was not found")
  return()
endif()

function(read_exports library result)
  execute_process(COMMAND "${NM}" -D --defined-only "${library}" OUTPUT_VARIABLE lines
                  COMMAND_ERROR_IS_FATAL ANY)
  string(REGEX MATCHALL "[^ \n]+(\n|$)" names "${lines}")
  list(TRANSFORM names STRIP)
  list(TRANSFORM names REPLACE "@.*" "")
  set(${result} "${names}" PARENT_SCOPE)
endfunction()

read_exports("${hip}" theirs)
read_exports("${LIBRARY}" ours)
list(FILTER ours EXCLUDE REGEX "^amd_comgr_")
list(LENGTH ours count)
list(REMOVE_ITEM ours ${theirs})
if(ours)
  message(FATAL_ERROR "HIP 5.2 does not export ${ours}")
endif()
if(count LESS 60)
  message(FATAL_ERROR "only ${count} entry points are exported")
endif()
message("${count} entry points, all of them HIP 5.2's")
