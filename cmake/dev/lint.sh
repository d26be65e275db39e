# SPDX-License-Identifier: BSD-3-Clause
# Format, warnings of clang, clang-tidy, shellcheck. Read by dev.

sources() {
  (cd "$root" && find src tests \( -name '*.c' -o -name '*.h' \) -type f | LC_ALL=C sort)
}

# clang-tidy costs seconds per file, so a file is read again only when it, a header of ours that it includes,
# the rules or clang-tidy have changed since it was clean. Its stamp, by content, is in the cache, so that
# another clone finds it.
tidy_file() {
  cd "$root"
  includes=$(clang -MM -MG -I src -I tests -I "$cache/sundials/include" \
    -I /usr/include/suitesparse "$1" | sed 's/^[^:]*://; s/\\$//')
  # shellcheck disable=SC2086 # a list of files
  key=$({ clang-tidy --version && cat .clang-tidy $includes; } 2>/dev/null | sha256sum | cut -c 1-32)
  stamp=$cache/tidy/$(printf '%s' "$1" | tr / _).$key
  if [ -e "$stamp" ] || ! grep -q "\"file\": \"$root/$1\"" build/strict/compile_commands.json; then
    return 0 # clean, or not part of this build
  fi
  if clang-tidy --quiet --warnings-as-errors='*' -p build/strict "$1" >"$stamp.$$" 2>&1; then
    mv "$stamp.$$" "$stamp"
  else
    grep -A 2 -E '(error|warning): ' "$stamp.$$" # without the analyzer's long paths
    rm -f "$stamp.$$"
    return 1
  fi
}

# stage_tidy FILE ...: without files, all.
stage_tidy() {
  # shellcheck disable=SC2046 # no blanks in our names
  [ $# -gt 0 ] || set -- $(sources)
  mkdir -p "$cache/tidy"
  find "$cache/tidy" -type f -mtime +60 -delete
  (cd "$root" && cmake --preset strict >/dev/null) # its list of files may be older than the sources
  before=$(find "$cache/tidy" -type f | wc -l)
  printf '%s\n' "$@" | { grep '\.c$' || true; } | xargs -r -n 1 -P "$jobs" "$0" tidy-file || return 1
  figure "$(($(find "$cache/tidy" -type f | wc -l) - before)) files were read, the rest is as it was"
}

stage_shellcheck() {
  cd "$root"
  shellcheck -x dev .ci/run tests/bench/run tests/fresh/run src/cli/completion/mbsrun.bash tests/fresh/download tests/fresh/try tests/fresh/try_library packaging/relink
}

# stage_format FILE ...: without files, all. One process for forty of them, so that each core has its own.
stage_format() {
  cd "$root"
  # shellcheck disable=SC2046
  [ $# -gt 0 ] || set -- $(sources)
  printf '%s\n' "$@" | { grep '\.[ch]$' || true; } | xargs -r -P "$jobs" -n 40 clang-format --dry-run -Werror
}

lint() {
  setup all
  open_verdict
  stage "format" stage-format "$@"
  if [ $# -eq 0 ]; then
    stages_of_lint
  else
    stage "clang-tidy" stage-tidy "$@"
  fi
  close_verdict
}

stages_of_lint() {
  stage "clang's warnings" stage-build strict
  stage "clang-tidy" stage-tidy
  stage "shellcheck" stage-shellcheck
}
