# SPDX-License-Identifier: BSD-3-Clause
# SUNDIALS, in the cache. Debian's binary package is compiled at -O0 and about three times slower than the same
# source with optimisation, so we compile the source package. Read by dev.

sundials_flags="-O3 -ffp-contract=off -fPIC"
sundials_recipe=1 # raise it when build_sundials changes what it makes

compiler_words() { printf '%s | %s' "$(gcc --version | head -n 1)" "$(gcc -dumpmachine)"; }

# Compiles $work/source into $cache/sundials-<key> and points $cache/sundials at it.
build_sundials() {
  dsc=$(cd "$work/source" && ls sundials_*.dsc)
  inputs="$(sha256sum <"$work/source/$dsc") $(recipe_words)"
  key=$(printf '%s' "$inputs" | sha256sum | cut -c 1-16)
  if [ ! -d "$cache/sundials-$key" ]; then
    say "building SUNDIALS (${dsc%.dsc}) with $sundials_flags into $cache (half a minute)"
    if ! patiently "$work/build.log" compile_sundials; then
      tail -n 30 "$work/build.log" >&2
      die "SUNDIALS could not be built"
    fi
    recipe_words >"$work/prefix/recipe"
    printf '%s\n' "$dsc" >"$work/prefix/source"
    # One rename, so that nobody sees half a library; if another process was faster, its is as good.
    mv -T "$work/prefix" "$cache/sundials-$key" 2>/dev/null || [ -d "$cache/sundials-$key" ]
  fi
  ln -s "sundials-$key" "$work/link"
  mv -T "$work/link" "$cache/sundials"
}

recipe_words() {
  printf '%s | %s | recipe %s\n' "$(compiler_words)" "$sundials_flags" "$sundials_recipe"
}

compile_sundials() {
  (cd "$work/source" && dpkg-source --no-copy -x "$dsc" ../tree) &&
    install_sundials "$work/tree" "$work/build" -DCMAKE_C_COMPILER=gcc \
      -DCMAKE_C_FLAGS="$sundials_flags"
}

# install_sundials SOURCE BUILD OPTION ...: into $work/prefix
install_sundials() {
  sundials_source=$1
  sundials_build=$2
  shift 2
  cmake -S "$sundials_source" -B "$sundials_build" -G Ninja -DCMAKE_BUILD_TYPE=None "$@" \
    -DCMAKE_INSTALL_PREFIX="$work/prefix" -DCMAKE_INSTALL_LIBDIR=lib \
    -DBUILD_SHARED_LIBS=OFF -DBUILD_STATIC_LIBS=ON \
    -DBUILD_IDA=ON -DBUILD_KINSOL=ON -DBUILD_CVODE=ON -DBUILD_ARKODE=ON \
    -DBUILD_IDAS=OFF -DBUILD_CVODES=OFF -DBUILD_FORTRAN_MODULE_INTERFACE=OFF \
    -DSUNDIALS_INDEX_SIZE=64 -DSUNDIALS_PRECISION=double -DSUNDIALS_LOGGING_LEVEL=0 \
    -DENABLE_MPI=OFF -DENABLE_KLU=OFF -DENABLE_LAPACK=OFF -DENABLE_OPENMP=OFF \
    -DEXAMPLES_ENABLE_C=OFF -DEXAMPLES_ENABLE_CXX=OFF -DEXAMPLES_INSTALL=OFF &&
    cmake --build "$sundials_build" -j "$jobs" && cmake --install "$sundials_build"
}

setup_sundials() {
  [ -e "$cache/sundials/recipe" ] && [ "$(cat "$cache/sundials/recipe")" = "$(recipe_words)" ] &&
    [ "$refresh" = no ] && return 0
  [ -e "$cache/sundials-system" ] && [ "$refresh" = no ] && return 0
  mkdir -p "$cache"
  work=$(mktemp -d "$cache/work.XXXXXX")
  trap 'rm -rf "$work"' EXIT
  trap 'exit 130' INT TERM HUP
  say "fetching the SUNDIALS source package"
  if patiently "$work/progress.log" fetch_sources sundials; then
    build_sundials
    rm -f "$cache/sundials-system"
  else
    [ -f "$work/fetch.log" ] && tail -n 5 "$work/fetch.log" >&2
    say "warning: no source index can be reached; the distribution's SUNDIALS is about three" \
      "times slower (./dev setup --refresh tries again)"
    install_packages libsundials-dev
    touch "$cache/sundials-system"
  fi
  rm -rf "$work"
  trap - EXIT
}
