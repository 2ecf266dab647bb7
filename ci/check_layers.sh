#!/usr/bin/env bash
# check_layers.sh [FOLDER]: who may include whom and name a vendor; check_layers.py says it.
set -euo pipefail
here="$(dirname "${BASH_SOURCE[0]}")"
command -v python3 >/dev/null || "$here/install_packages.sh" CPU
exec python3 -B "$here/check_layers.py" "$@"
