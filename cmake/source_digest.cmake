# cmake -DFOLDER=… -DFILES=a;b -DOUTPUT=file -P source_digest.cmake: writes a header with a digest of
# the sources that determine the code of a compiled program.
set(all "")
foreach(name IN LISTS FILES)
  file(SHA256 "${FOLDER}/${name}" digest)
  string(APPEND all "${name} ${digest}\n")
endforeach()
string(SHA256 digest "${all}")
file(CONFIGURE OUTPUT "${OUTPUT}" CONTENT [[#pragma once

namespace duet {

inline constexpr const char* source_digest = "@digest@";

}  // namespace duet
]] @ONLY)
