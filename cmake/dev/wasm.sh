# SPDX-License-Identifier: BSD-3-Clause
# mbsrun as WebAssembly (./dev playground): its libraries in <cache>/wasm, compiled from Debian's source
# packages (src/cli/playground/libraries), whose names and digests stand in its file sources. Read by dev.

sources_wasm="libyaml suitesparse lapack libf2c2 zlib sundials"
emscripten=/usr/share/emscripten/cmake/Modules/Platform/Emscripten.cmake

wasm_recipe_words() {
  emcc --version | head -n 1
  dpkg-query -W -f '${Version}\n' f2c
  cat "$root"/src/cli/playground/libraries/* | sha256sum | cut -c 1-16
  printf '%s, recipe %s\n' "$sources_wasm" "$sundials_recipe"
}

# SUNDIALS asks emcc for the size of a type by running it, which Debian's emcc cannot answer.
compile_wasm() {
  set -e
  for package in $sources_wasm; do
    (cd "$work/source" && dpkg-source --no-copy -x "$package"_*.dsc "../trees/$package")
  done
  node=$(command -v node)
  cmake -S "$root/src/cli/playground/libraries" -B "$work/libraries" -G Ninja -DSOURCES="$work/trees" \
    -DCMAKE_TOOLCHAIN_FILE="$emscripten" -DCMAKE_CROSSCOMPILING_EMULATOR="$node" \
    -DCMAKE_BUILD_TYPE=None -DCMAKE_INSTALL_PREFIX="$work/prefix"
  cmake --build "$work/libraries" -j "$jobs"
  cmake --install "$work/libraries"
  install_sundials "$work/trees/sundials" "$work/build" -DCMAKE_TOOLCHAIN_FILE="$emscripten" \
    -DCMAKE_CROSSCOMPILING_EMULATOR="$node" -DHAVE_HAS_int64_t=TRUE -DHAS_int64_t=8 \
    -DCMAKE_C_FLAGS="-O2 -ffp-contract=off"
  cp /usr/include/sqlite3.h "$work/prefix/include" # the floor sweep is compiled, and not linked
  (cd "$work/source" && sha256sum ./*.dsc | sed 's# \./##') >"$work/prefix/sources"
  wasm_recipe_words >"$work/prefix/recipe"
}

setup_wasm() {
  # shellcheck disable=SC2086 # words on purpose
  install_packages $packages_wasm
  export NODE_PATH=/usr/share/nodejs # where node-acorn is, for every node
  [ -e "$cache/wasm/recipe" ] && [ "$(cat "$cache/wasm/recipe")" = "$(wasm_recipe_words)" ] && return 0
  mkdir -p "$cache"
  work=$(mktemp -d "$cache/work.XXXXXX")
  trap 'rm -rf "$work"' EXIT
  trap 'exit 130' INT TERM HUP
  mkdir "$work/trees"
  say "fetching source packages: $sources_wasm"
  # shellcheck disable=SC2086
  patiently "$work/progress.log" fetch_sources $sources_wasm ||
    { tail -n 5 "$work/fetch.log" >&2; die "no source index can be reached, and the playground is made from source packages"; }
  say "compiling them to WebAssembly into $cache (a minute)"
  patiently "$work/build.log" compile_wasm || {
    tail -n 30 "$work/build.log" >&2
    die "the libraries could not be compiled to WebAssembly"
  }
  rm -rf "$cache/wasm"
  mv -T "$work/prefix" "$cache/wasm"
  rm -rf "$work" "$root/build/wasm/CMakeCache.txt" "$root/build/wasm/build.ninja"
  trap - EXIT
}

# make_playground PAGE
make_playground() {
  setup_wasm
  build_quietly wasm mbsrun
  node "$root/src/cli/playground/page.mjs" --root "$root" --module "$root/build/wasm/mbsrun.js" \
    --libraries "$cache/wasm/sources" -o "$1"
}

playground() {
  setup build
  case ${1:-} in
    test)
      make_playground "$root/build/playground.html"
      setup_browser
      build_quietly wasm
      build_quietly release mbsrun
      ctest --test-dir "$root/build/wasm" -j "$jobs" --output-on-failure
      ;;
    *) make_playground "${1:-$root/build/playground.html}" ;;
  esac
}
