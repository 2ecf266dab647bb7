#!/usr/bin/env bash
# demo_test.sh EXPRESSION BACKEND: demo.sh in a clone of its own, with a built example instead of a build:
# its exit status and last lines, and no files beside the build folder. Then the errors.
set -euo pipefail
here="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
expression="$1"
backend="$2"
folder="$(mktemp -d)"
trap 'rm -rf "$folder"' EXIT

wrong() {
  echo "demo_test: $1"
  cat "$folder/output"
  exit 1
}

# A cmake that puts the example where a build would.
mkdir -p "$folder/bin" "$folder/clone/ci" "$folder/clone/examples"
cat >"$folder/bin/cmake" <<END
#!/bin/sh
if [ "\$1" = -S ]; then mkdir -p "\$4/examples" && ln -sf "$expression" "\$4/examples/expression"; fi
END
printf '#!/bin/sh\n' >"$folder/clone/ci/install_packages.sh"
chmod +x "$folder/bin/cmake" "$folder/clone/ci/install_packages.sh"
cp "$here/common.sh" "$here/demo.sh" "$folder/clone/ci"
cp -r "$here/../examples/data" "$folder/clone/examples"
echo "/build/" >"$folder/clone/.gitignore"
git -C "$folder/clone" init --quiet
git -C "$folder/clone" add .

# demo ARGUMENT...: sets `status`.
demo() {
  status=0
  (cd / && PATH="$folder/bin:$PATH" "$folder/clone/ci/demo.sh" "$@") >"$folder/output" 2>&1 || status=$?
}

demo "$backend"
if ((status == 3)); then
  tail -n 3 "$folder/output" | grep -q '^The kernel was NOT run: .' || wrong "does not say why nothing ran"
  file="$(sed -n 's|^  build/|build/|p' "$folder/output")"
  [[ -s "$folder/clone/$file" ]] || wrong "does not name the compiled kernel"
  [[ "$backend" != CPU ]] || wrong "the CPU backend did not run"
else
  ((status == 0)) || wrong "exit status $status"
  tail -n 1 "$folder/output" | grep -q "evaluated on the $backend backend" || wrong "says nothing at the end"
fi
others="$(git -C "$folder/clone" status --short --ignored | grep -vE '^(!! build/|A  )' || true)"
[[ -z "$others" ]] || wrong "leaves files: $others"

expression=/bin/false
ln -sf /bin/false "$folder/false"
sed -i "s|ln -sf \"[^\"]*\"|ln -sf \"$folder/false\"|" "$folder/bin/cmake"
demo "$backend"
((status == 1)) || wrong "exit status $status after a failure"
demo cudda
((status == 2)) || wrong "exit status $status after a wrong argument"
grep -q "'cudda' is no backend" "$folder/output" || wrong "does not name the wrong argument"
echo "demo_test: status, messages and files are right"
