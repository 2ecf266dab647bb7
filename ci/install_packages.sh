#!/usr/bin/env bash
# install_packages.sh [CPU|CUDA|HIP|all]: on Debian 12 or Ubuntu 24.04, installs the missing packages for
# building and testing duet; with `all`, also those for the checks of .ci/run.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

common=(build-essential cmake ninja-build clang pkg-config python3
        libboost-context-dev libtbb-dev libfmt-dev libelf-dev libssl-dev libxxhash-dev libcli11-dev
        nlohmann-json3-dev libmuparser-dev libgtest-dev libgmock-dev gdb valgrind
        libeigen3-dev libopenmpi-dev openmpi-bin)
# comgr compiles for hiprtc and brings its device libraries. libhiprtc-builtins5 holds the header that
# every kernel includes.
hip=(libamdhip64-dev libamd-comgr-dev libhiprtc-builtins5 rocm-device-libs)
# The disassembler of tests/amd_emulator.
emulator=llvm-19-dev
# For ci/test.sh: ccache shares objects between builds. For check_style.sh, which wants these versions,
# and check_docs.sh.
checks=(ccache clang-format-14 clang-tidy-14 doxygen)

as_root() {
  if [[ "$(id -u)" == 0 ]]; then
    "$@"
  elif command -v sudo >/dev/null; then
    sudo -n "$@"
  else
    fail "must be run as root or with sudo to install: ${missing[*]}"
  fi
}

installed() { [[ "$(dpkg-query -W -f='${db:Status-Status}' "$1" 2>/dev/null)" == installed ]]; }
# Not grep -q: it ends at the first match, then apt-cache fails, and with it the pipe.
offered() { apt-cache policy "$1" 2>/dev/null | grep 'Candidate: [^(]' >/dev/null; }

updated=false
update_lists() {
  if $updated; then return; fi
  as_root env DEBIAN_FRONTEND=noninteractive apt-get -qq -o Acquire::Retries=3 update
  updated=true
}

# install PACKAGE...: installs the missing ones.
install() {
  missing=()
  local package
  for package in "$@"; do
    installed "$package" || missing+=("$package")
  done
  if ((${#missing[@]} == 0)); then return; fi
  echo "Installing ${missing[*]}"
  update_lists
  # Progress goes to a file that is shown if the installation fails.
  local log
  log="$(mktemp)"
  if ! as_root env DEBIAN_FRONTEND=noninteractive apt-get -qq -y --no-install-recommends \
      -o DPkg::Lock::Timeout=300 -o Acquire::Retries=3 install "${missing[@]}" \
      </dev/null >"$log" 2>&1; then
    tail -n 40 "$log" >&2
    rm -f "$log"
    fail "could not install ${missing[*]}"
  fi
  rm -f "$log"
}

# Uses an installed toolkit if there is one. Only Ubuntu's multiverse and Debian's non-free have packages.
install_cuda() {
  local root
  if root="$(cuda_toolkit)"; then
    echo "CUDA: using the toolkit in $root"
    return
  fi
  if offered nvidia-cuda-toolkit; then
    install nvidia-cuda-toolkit
  else
    echo "CUDA is left out: $(why_not CUDA), and this machine's package sources offer no" \
      "nvidia-cuda-toolkit (on Debian, non-free has it)"
  fi
}

install_hip() {
  local root
  root="$(hip_toolkit || true)"
  if [[ -n "$root" && "$root" != /usr ]]; then
    echo "HIP: using the headers in $root"
  else
    install "${hip[@]}"
  fi
}

# For check_amd_targets.sh and the tests of the CPU backend: the usual clang with its linker and tools
# or, if it is not offered, the newest.
install_amd_clang() {
  local number
  if amd_clang >/dev/null; then return; fi
  update_lists
  for number in "$usual_clang" $(seq "$newest_clang" -1 "$oldest_amd_clang"); do
    if offered "clang-$number" && offered "lld-$number" && offered "llvm-$number"; then
      install "clang-$number" "lld-$number" "llvm-$number"
      return
    fi
  done
  echo "AMD's targets are left unchecked: this machine's package sources offer no" \
    "clang-$oldest_amd_clang or newer"
}

install_emulator() {
  if installed "$emulator"; then return; fi
  update_lists
  if offered "$emulator"; then
    install "$emulator"
  else
    echo "The AMD emulator is left out: this machine's package sources offer no $emulator"
  fi
}

main() {
  local what="${1:-CPU}"
  check_backend "$what" all
  if ! command -v apt-get >/dev/null || ! command -v dpkg-query >/dev/null; then
    echo "This is no Debian or Ubuntu; install by hand what is missing of: ${common[*]}"
    return
  fi
  install "${common[@]}"
  case "$what" in
    CUDA) install_cuda ;;
    HIP) install_hip && install_amd_clang && install_emulator ;;
    all) install_cuda && install_hip && install_amd_clang && install_emulator && install "${checks[@]}" ;;
  esac
}
main "$@"
