# Compares the machine code of ci/product_kernels.cu for a target with the work.
#   awk -v target=gfx90a -f product_code.awk DISASSEMBLY NOTES
# The files are the outputs of `llvm-objdump -d` and `llvm-readelf --notes`. Prints a line for each
# kernel: its matrix instructions, how many the work needs, vector and scalar registers, spills in
# registers and bytes, LDS in bytes. What is wrong stands at the end of the line.

# The depth of an instruction, which has 16 rows and columns.
function depth_of(type) {
  if (type == "f32" || type == "f64") return 4
  if ((type == "i8" || type == "u8") && target ~ /^gfx9[45]/) return 32
  return 16
}

# What a wave multiplies between two barriers: a quarter of the tile, and 64 bytes of the depth.
# MFMA has no unsigned numbers: five products of signed ones make up for it.
function needed(type, rows, columns,   count) {
  count = rows / 32 * columns / 32 * (64 / bytes[type]) / depth_of(type)
  return type == "u8" && target ~ /^gfx9/ ? 5 * count : count
}

function kernel(   part, tile, wanted, wrong) {
  if (name !~ /^product_/) return
  split(name, part, "_")
  split(part[3], tile, "x")
  wanted = needed(part[2], tile[1], tile[2])
  if (found[name] + 0 != wanted) wrong = wrong " instructions"
  if (spills + scratch > 0) wrong = wrong " spills"
  if (lds != 2 * 64 * (tile[1] + tile[2])) wrong = wrong " LDS"
  printf "%-8s %-21s %12d %7d %6d %6d %6d %6d%s\n", target, name, found[name], wanted, vector, scalar,
         spills + scratch, lds, wrong == "" ? "" : "  wrong:" wrong
  name = ""
}

BEGIN { bytes["i8"] = bytes["u8"] = 1; bytes["f16"] = bytes["bf16"] = 2; bytes["f32"] = 4; bytes["f64"] = 8 }

FILENAME == ARGV[1] {
  if (/^[0-9a-f]+ <.*>:$/) current = substr($2, 2, length($2) - 3)
  if ($1 ~ /^v_s?w?m(fma|ma)/) ++found[current]
  next
}
# Kernels' fields are indented by four, those of an argument by eight; a dash begins a new one.
/^  - / { kernel(); spills = 0 }
{ depth = match($0, /[^ -]/) - 1; sub(/^[ -]*/, "") }
depth != 4 { next }
$1 == ".name:" { name = $2 }
$1 == ".vgpr_count:" { vector = $2 }
$1 == ".sgpr_count:" { scalar = $2 }
$1 ~ /^\.[sv]gpr_spill_count:/ { spills += $2 }
$1 == ".private_segment_fixed_size:" { scratch = $2 }
$1 == ".group_segment_fixed_size:" { lds = $2 }
END { kernel() }
