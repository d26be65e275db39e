# SPDX-License-Identifier: BSD-3-Clause
# Debian packages: what for, and how they are installed. Read by dev.

# What mbsrun itself needs.
packages_build="gcc gfortran libc6-dev cmake ninja-build dpkg-dev patch xz-utils
  libyaml-dev libsuitesparse-dev libblas-dev liblapack-dev libssl-dev libsqlite3-dev zlib1g-dev"
# For the everyday tests; what else ./dev check needs, and what makes building again quick.
packages_test="libcmocka-dev pkg-config python3 python3-jsonschema python3-ruamel.yaml"
packages_check="clang-format ccache"
# For a release: lint, counts of instructions, 32 bits, mbsrun-mpi and the machinery of clusters, pages in a
# browser (what drives it is in tests/report/browser/package-lock.json), PNG pictures of plot and view, what
# reads manual pages and completes command lines, what the package for Python works with.
packages_lint="clang clang-tidy libclang-rt-dev llvm shellcheck git valgrind"
packages_m32="gcc-multilib"
packages_cluster="libopenmpi-dev openmpi-bin slurmctld slurmd slurm-client munge"
packages_browser="chromium"
packages_picture="librsvg2-bin"
packages_words="man-db groff mandoc zsh fish bash-completion"
packages_python="python3-numpy python3-pandas python3-matplotlib python3-nbclient python3-ipykernel"
# For mbsrun as WebAssembly (./dev playground). node-acorn: emcc's, which Debian's own node would find.
packages_wasm="emscripten f2c node-acorn nodejs python3"

# For what is downloaded (./dev package).
packages_package="debhelper lintian patchelf python3"

missing_packages() {
  for package in "$@"; do
    status=$(dpkg-query -W -f '${Status}' "$package" 2>/dev/null) || status=
    case $status in
      *" ok installed") ;;
      *) printf '%s ' "$package" ;;
    esac
  done
}

# Runs a command as root: yes when we are, or when sudo asks nothing or has a person to ask.
root_prefix() {
  if [ "$(id -u)" -eq 0 ]; then
    echo env
  elif command -v sudo >/dev/null && { sudo -n true 2>/dev/null || [ -t 0 ]; }; then
    echo sudo
  else
    return 1
  fi
}

install_packages() {
  missing=$(missing_packages "$@")
  [ -n "$missing" ] || return 0
  command -v apt-get >/dev/null || die "this is no Debian-like system; install by hand: $missing"
  if ! prefix=$(root_prefix); then
    say "packages are missing; type this line, then try again:"
    printf '  sudo apt-get update && sudo apt-get install -y --no-install-recommends %s\n' \
      "$missing" >&2
    exit 1
  fi
  say "installing $missing"
  log=$(mktemp)
  for step in "update" "install -y --no-install-recommends $missing"; do
    # shellcheck disable=SC2086 # words on purpose
    if ! patiently "$log" $prefix env DEBIAN_FRONTEND=noninteractive apt-get -q \
      -o Dpkg::Use-Pty=0 -o DPkg::Lock::Timeout=300 $step; then
      [ "$step" = update ] && continue # an old index may do
      cat "$log" >&2
      rm -f "$log"
      die "the packages could not be installed"
    fi
  done
  rm -f "$log"
}

# setup_optional WHAT PACKAGE ...: without these, WHAT is skipped and says so.
setup_optional() {
  what=$1
  shift
  missing=$(missing_packages "$@")
  [ -n "$missing" ] || return 0
  if ! { root_prefix >/dev/null && (install_packages "$@"); }; then
    say "warning: $what will be skipped; what is missing: $missing"
  fi
}

# The packages of the lock file, unpacked in a folder of the cache that carries its digest; nothing
# that they bring is run at installation.
setup_browser() {
  [ -x /usr/bin/chromium ] || return 0
  lock=$root/tests/report/browser/package-lock.json
  browser=$cache/browser-$(sha256sum "$lock" | cut -c 1-16)
  [ ! -e "$browser/node_modules" ] || return 0
  command -v npm >/dev/null || setup_optional "tests of pages in a browser" nodejs npm
  mkdir -p "$cache"
  fresh=$(mktemp -d "$cache/work.XXXXXX")
  cp "$lock" "$root/tests/report/browser/package.json" "$fresh"
  say "installing what drives the browser"
  if (cd "$fresh" && patiently "$fresh/log" npm ci --ignore-scripts --no-audit --no-fund); then
    rm -rf "$browser"
    mv "$fresh" "$browser"
  else
    tail -n 5 "$fresh/log" >&2
    rm -rf "$fresh"
    say "warning: the packages of $lock could not be installed: tests of pages in a browser fail"
  fi
}
