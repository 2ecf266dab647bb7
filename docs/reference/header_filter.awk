# Doxygen's input filter for headers: awk -f filter.awk groups.txt HEADER
# Puts what a header declares into the group that groups.txt names, and leaves out of signatures what
# only the implementation needs. Every line keeps its number, for the sake of warnings.
FNR == NR {
  if (NF == 2 && $0 !~ /^#/) group_of[$1] = $2
  next
}
FNR == 1 {
  header = FILENAME
  sub(/^.*\/include\/duet\//, "", header)
  group = group_of[header]
  if (group == "" && header != "duet.hpp" && header != "export.hpp") {
    print FILENAME ":1: warning: docs/reference/groups.txt names no group for " header >"/dev/stderr"
  }
}
{ line[FNR] = $0; count = FNR }

# The place of the call, which messages of the CPU backend name: users never pass it.
function without_place(text) {
  gsub(/(, )?vendor::Place place = vendor::here\(\)/, "", text)
  return text
}

END {
  for (i = 1; i <= count; ++i) {
    if (line[i] ~ /^ *vendor::Place place = vendor::here\(\)/) sub(/,$/, "", line[i - 1])
    gsub(/detail::not_deduced<T>/, "T", line[i])
    line[i] = without_place(line[i])
    if (!first && line[i] ~ /^namespace duet[a-z:]* {$/) first = i
    if (line[i] ~ /^}  \/\/ namespace duet/) last = i
    if (!blank && line[i] == "") blank = i
  }
  if (group != "" && first) {
    line[first] = line[first] " /** @addtogroup " group " */ /** @{ */"
    line[last] = "/** @} */ " line[last]
  } else if (group != "") {
    line[blank] = "/** @addtogroup " group " */ /** @{ */"
    # The vendors' files define it.
    if (header == "device/grid_constant.hpp") line[++count] = "#define DUET_GRID_CONSTANT"
    line[++count] = "/** @} */"
  }
  for (i = 1; i <= count; ++i) print line[i]
}
