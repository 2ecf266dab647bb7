# Doxygen's input filter for Markdown pages: awk -f page_filter.awk PAGE. Headings get the anchors that
# GitHub gives them, as PAGE-ANCHOR, so that links to them work in both places. A link to a file that is
# not a page of the reference becomes plain text.
FNR == 1 {
  page = FILENAME
  sub(/^.*\//, "", page)
  sub(/\.md$/, "", page)
}

function anchor(heading) {
  heading = tolower(heading)
  gsub(/[^a-z0-9 _-]/, "", heading)
  gsub(/ /, "-", heading)
  return heading
}

function link(text, target) {
  if (target ~ /^[a-z]+:/) return "[" text "](" target ")"
  if (target ~ /^#/) return "[" text "](#" page "-" substr(target, 2) ")"
  if (target !~ /^(\.\.\/)*([A-Z]+|(docs\/)?[a-z_]+)\.md(#|$)/) return text
  if (target ~ /#/) {
    sub(/^.*\//, "#", target)
    sub(/^#*/, "#", target)
    sub(/\.md#/, "-", target)
  }
  return "[" text "](" target ")"
}

# Code in which Doxygen 1.9 would find a command, an explicit link or the end of the code.
function escaped(code) {
  gsub(/[\\@#*_]/, "\\\\&", code)
  gsub(/::/, "\\::", code)
  gsub(/&/, "\\&amp;", code)
  gsub(/</, "\\&lt;", code)
  gsub(/>/, "\\&gt;", code)
  gsub(/"/, "\\&quot;", code)
  gsub(/\047/, "\\&apos;", code)
  return "<code>" code "</code>"
}

function with_code(line,    result, code) {
  while (match(line, /`[^`]+`/)) {
    code = substr(line, RSTART + 1, RLENGTH - 2)
    result = result substr(line, 1, RSTART - 1) (code ~ /[\047@]|(^| )::/ ? escaped(code) : "`" code "`")
    line = substr(line, RSTART + RLENGTH)
  }
  return result line
}

function with_links(line,    result, start, middle) {
  while (match(line, /\[[^][]+\]\([^() ]+\)/)) {
    start = RSTART
    middle = index(substr(line, start, RLENGTH), "](")
    result = result substr(line, 1, start - 1) \
      link(substr(line, start + 1, middle - 2), substr(line, start + middle + 1, RLENGTH - middle - 2))
    line = substr(line, start + RLENGTH)
  }
  return with_code(result line)
}

/^```/ { fenced = !fenced }
fenced || /^```/ { print; next }
/^##+ / {
  heading = $0
  sub(/^#+ /, "", heading)
  print with_links($0) " {#" page "-" anchor(heading) "}"
  next
}
{ print with_links($0) }
