# From `llvm-readelf --notes` of several code objects PROGRAM/program.TARGET.hsaco: one line a kernel,
# with tabs in between,
#   program  kernel  most threads of a block  offset:size of each argument  wave size  target
# and for a code object without kernels one line in which all between program and target is empty.
# Kernels' fields are indented by four, those of an argument by eight; a dash begins a new one.

function argument() {
  if (size != "" && !hidden) {
    arguments = arguments offset ":" size " "
    if (offset + size > end) end = offset + size
  }
  offset = size = hidden = ""
}

function kernel() {
  argument()
  if (name != "") {
    if (end > segment) arguments = "beyond the segment of " segment ": " arguments
    line[++count] = program "\t" name "\t" threads "\t" arguments "\t" wave
  }
  name = threads = arguments = wave = end = ""
  segment = 0
}

function object(   i) {
  kernel()
  for (i = 1; i <= count; ++i) print line[i] "\t" target
  if (program != "" && count == 0) print program "\t\t\t\t\t" target
  count = 0
  target = ""
}

/^File: / {
  object()
  parts = split($2, part, "/")
  program = part[parts - 1]
  next
}
/^  - / { kernel() }
/^      - / || /^    \./ { argument() }
{ depth = match($0, /[^ -]/) - 1; sub(/^[ -]*/, "") }
depth == 8 && $1 == ".offset:" { offset = $2 }
depth == 8 && $1 == ".size:" { size = $2 }
depth == 8 && $1 == ".value_kind:" { hidden = $2 ~ /^hidden_/ }
depth == 4 && $1 == ".name:" { name = $2 }
depth == 4 && $1 == ".kernarg_segment_size:" { segment = $2 }
depth == 4 && $1 == ".max_flat_workgroup_size:" { threads = $2 }
depth == 4 && $1 == ".wavefront_size:" { wave = $2 }
$1 == "amdhsa.target:" { target = $2; gsub(/\047|.*--/, "", target) }
END { object() }
