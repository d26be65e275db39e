# SPDX-License-Identifier: BSD-3-Clause
# Setting up what a verb needs, and building a preset of CMakePresets.json. Read by dev.

# setup build|test|check|all [--refresh]: each takes what stands before it, too.
setup() {
  refresh=no
  [ "${2:-}" = --refresh ] && refresh=yes
  # shellcheck disable=SC2086 # words on purpose
  case $1 in
    build) install_packages $packages_build ;;
    test) install_packages $packages_build $packages_test ;;
    check) install_packages $packages_build $packages_test $packages_check ;;
    all)
      install_packages $packages_build $packages_test $packages_check $packages_lint
      setup_optional "tests of clusters" $packages_cluster
      setup_optional "the 32-bit build" $packages_m32
      setup_optional "tests of pages in a browser" $packages_browser
      setup_browser
      setup_optional "tests of PNG pictures" $packages_picture
      setup_optional "tests of manual pages and completion" $packages_words
      setup_optional "tests of the package for Python" $packages_python
      setup_optional "what is downloaded" $packages_package
      ;;
  esac
  setup_sundials
}

# ./dev setup [--all] [--refresh]
setup_verb() {
  wanted=check again=
  for word in "$@"; do
    case $word in
      --all) wanted=all ;;
      --refresh) again=--refresh ;;
      *) die "setup takes --all and --refresh, not \"$word\"" ;;
    esac
  done
  setup "$wanted" $again
}

# Objects that were compiled before, in this folder or in another clone, come out of ccache where it is
# installed. CMake asks for it when a tree is configured first.
use_ccache() {
  command -v ccache >/dev/null || return 0
  export CMAKE_C_COMPILER_LAUNCHER=ccache CCACHE_BASEDIR="$root" CCACHE_NOHASHDIR=1
}

# Setup is asked again only for a tree that was never configured, or when the cache is gone.
ensure_setup() {
  if [ ! -e "$root/build/$1/build.ninja" ] ||
    { [ ! -e "$cache/sundials/lib" ] && [ ! -e "$cache/sundials-system" ]; }; then
    setup "$2"
  fi
}

# A tree that was configured where the tests' needs were missing has none: once they are there, it
# gets them.
ensure_tests() {
  cache_file=$root/build/$1/CMakeCache.txt
  [ ! -e "$cache_file" ] || grep -q -e '^mbs_cmocka_cmocka:FILEPATH=/' -e '^MBS_M32:BOOL=ON' "$cache_file" ||
    cmake -D BUILD_TESTING=ON "$root/build/$1" >/dev/null
}

# build_preset PRESET [TARGET]
build_preset() {
  (
    cd "$root"
    [ -e "build/$1/build.ninja" ] || cmake --preset "$1"
    cmake --build "build/$1" -j "$jobs" ${2:+--target "$2"}
  )
}

# As build_preset, but it speaks only when it fails.
build_quietly() {
  mkdir -p "$root/build"
  log=$root/build/$1.log
  patiently "$log" build_preset "$@" || {
    grep -v '^\[[0-9]*/[0-9]*\] ' "$log" >&2 # without the steps that went well
    die "build \"$1\" failed"
  }
}
