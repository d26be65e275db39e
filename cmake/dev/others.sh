# SPDX-License-Identifier: BSD-3-Clause
# Rarer verbs. Read by dev.

bench() {
  ensure_setup release build
  ensure_tests release
  build_quietly release
  exec "$root/tests/bench/run" "$@"
}

mutants() {
  ensure_setup release build
  ensure_tests release
  build_quietly release
  if [ "${1:-}" = run ]; then
    exec "$python" -B "$root/tests/bad/run_mutants.py" --binary "$root/build/release/mbsrun" \
      --source "$root" --count "${2:-2000}" --seed "${3:-1}"
  fi
  MBSRUN_MUTANTS=all exec "$root/build/release/tests/bad/test_bad_mutants"
}

# Runs apart from the tests, since it needs npm. Without an argument: the newest version of the server
# that says nothing against Debian's node; see tests/editor/RESULTS.md.
editor() {
  version=${1:-1.25.0}
  home=$cache/editor/$version
  server=$home/node_modules/yaml-language-server/bin/yaml-language-server
  command -v node >/dev/null || die "./dev editor needs node and npm, and node is not installed"
  if [ ! -e "$server" ]; then
    command -v npm >/dev/null || die "./dev editor needs node and npm, and npm is not installed"
    say "fetching yaml-language-server $version into $home"
    mkdir -p "$home"
    log=$home/npm.log
    npm install --prefix "$home" --no-audit --no-fund --fetch-retries 0 \
      "yaml-language-server@$version" >"$log" 2>&1 ||
      die "./dev editor needs the npm package yaml-language-server $version, which npm could not" \
        "fetch (log: $log)"
  fi
  ensure_setup release build
  ensure_tests release
  build_quietly release test_unit_language_tables
  exec "$python" -B "$root/tests/editor/editor.py" --root "$root" --server "$server" \
    --tables "$root/build/release/tests/unit/test_unit_language_tables"
}

fuzz() {
  seconds=${1:-60}
  setup all
  build_quietly fuzz
  trouble=
  for source in "$root"/tests/fuzz/fuzz_*"${2:-}"*.c; do
    [ -e "$source" ] || die "no fuzz target${2:+ named $2}"
    name=$(basename "$source" .c)
    corpus=$root/tests/fuzz/corpus/${name#fuzz_}
    found=$root/build/fuzz/found/$name
    mkdir -p "$corpus" "$found"
    say "$name for $seconds s"
    (cd "$found" && "$root/build/fuzz/tests/fuzz/$name" -max_total_time="$seconds" -timeout=10 \
      -rss_limit_mb=2048 -print_final_stats=1 "$found" "$corpus") >"$found.log" 2>&1 || {
      tail -n 40 "$found.log" >&2
      trouble="$trouble $name"
    }
    grep -E 'stat::number_of_executed_units|^#.*DONE' "$found.log" >&2 || true
  done
  [ -z "$trouble" ] || die "fuzz found faults:$trouble (inputs: build/fuzz/found)"
}

fresh() {
  record=no
  [ "${1:-}" = --record ] && record=yes
  in_bare_roots "$root/tests/fresh/run" "$record"
}

# in_bare_roots PROGRAM ARGUMENT ...: runs it with a folder to work in before its arguments. Ends with 77 where no
# root can be made: no right to, or no mirror that answers.
in_bare_roots() {
  [ "$(id -u)" -eq 0 ] || {
    say "fresh: only root can make a root; type sudo ./dev $verb"
    return 77
  }
  install_packages mmdebstrap git util-linux iproute2
  mkdir -p "$cache"
  work=$(mktemp -d "$cache/work.XXXXXX")
  trap 'rm -rf "$work"' EXIT
  trap 'exit 130' INT TERM HUP
  mkdir -p "$work/lists/partial" "$work/cache/archives/partial"
  index_lines deb >"$work/sources.list" || {
    say "fresh: no mirror answers"
    return 77
  }
  program=$1
  shift
  exec "$program" "$work" "$@"
}

gallery() {
  (build_quietly release mbsrun)
  exec "$python" -B "$root/tests/docs/gallery.py" --root "$root" --binary "$root/build/release/mbsrun" "$@"
}
