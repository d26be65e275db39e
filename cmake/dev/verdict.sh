# SPDX-License-Identifier: BSD-3-Clause
# The verdict: ./dev test, ./dev check, ./dev release. Each is a row of stages; a stage is a process of its
# own, so that what one fails at does not reach the next. At the end stand all stages with their seconds, and
# "N passed, N failed". What the labels of tests mean: tests/verdict/labels.txt. Read by dev.

# With fewer tests than these the verdict would be about less than it says.
least_release=200
least_debug=150

open_verdict() {
  mkdir -p "$root/build"
  export MBSRUN_STAGES="$root/build/stages"
  rm -rf "$MBSRUN_STAGES"
  mkdir "$MBSRUN_STAGES"
  : >"$MBSRUN_STAGES/counts"
  : >"$MBSRUN_STAGES/table"
}

# stage NAME VERB ...: ./dev VERB .., which may leave a figure. Sets $outcome.
stage() {
  stage_name=$1
  shift
  say "stage: $stage_name"
  began=$(date +%s)
  status=0 outcome=ok
  : >"$MBSRUN_STAGES/figure"
  "$0" "$@" || status=$?
  case $status in
    0) ;;
    77) outcome=skipped ;;
    *) outcome=FAILED ;;
  esac
  printf '%s\t%s\t%s\t%s\n' "$stage_name" "$outcome" "$(($(date +%s) - began))" "$(cat "$MBSRUN_STAGES/figure")" \
    >>"$MBSRUN_STAGES/table"
}

# figure WORDS: what the present stage has measured.
figure() {
  [ -z "${MBSRUN_STAGES:-}" ] || printf '%s' "$*" >"$MBSRUN_STAGES/figure"
}

# "N passed, N failed" of all stages. A stage that failed counts as a test that failed, unless its own did.
tally() {
  bad=$(grep -c -P '\tFAILED\t' "$MBSRUN_STAGES/table" || true)
  awk -v bad="$bad" '{ passed += $1; failed += $2 }
    END { if (failed < bad) failed = bad; print passed + 0 " passed, " failed + 0 " failed"; exit failed > 0 }' \
    "$MBSRUN_STAGES/counts"
}

# The stages with their seconds, then the tally.
close_verdict() {
  awk -F '\t' '{ printf "  %-20s %-7s %5d s  %s\n", $1, $2, $3, $4; sum += $3 } END { printf "  %-20s %-7s %5d s\n", "", "", sum }' \
    "$MBSRUN_STAGES/table" >&2
  tally
}

# --- stages -----------------------------------------------------------------------------------

# stage_build PRESET OPTION ...: configured with these options, and built.
stage_build() {
  ensure_tests "$1"
  mkdir -p "$root/build"
  (cd "$root" && cmake --preset "$@") >"$root/build/$1.configure.log" 2>&1 || {
    cat "$root/build/$1.configure.log" >&2
    die "the configuration of \"$1\" failed"
  }
  build_quietly "$1"
}

# stage_tests PRESET LABEL LEAST OPTION ...: the tests of a preset with this label ("any": of all), as far as
# these options of ctest leave them. The machinery is tried once more where it fails; this is told.
stage_tests() {
  preset=$1 label=$2 least=$3
  shift 3
  results=$root/build/$preset.$label.xml
  log=$root/build/$preset.$label.log
  rm -f "$results"
  [ "$label" = any ] || set -- -L "^$label\$" "$@"
  [ "$label" != machinery ] || set -- --repeat until-pass:2 "$@"
  [ ! -t 1 ] || set -- --progress "$@"
  { ctest --test-dir "$root/build/$preset" -j "$jobs" --output-on-failure --no-tests=error \
    --output-junit "$results" "$@" || true; } | tee "$log"
  [ -e "$results" ] || die "no test was run"
  "$python" -B "$root/tests/verdict/counts.py" "$results" --log "$log" --least "$least" \
    ${MBSRUN_STAGES:+--add "$MBSRUN_STAGES/counts" --figure "$MBSRUN_STAGES/figure"}
}

stages_of_check() {
  stage "format" stage-format
  stage "release build" stage-build release -D MBS_WERROR=ON
  if [ "$outcome" = ok ]; then
    stage "laws of the house" stage-tests release everyday 1 -L '^house$'
    stage "release tests" stage-tests release everyday $least_release -LE '^house$'
  fi
  stage "sanitizer build" stage-build debug
  if [ "$outcome" = ok ]; then
    stage "sanitizer tests" stage-tests debug everyday $least_debug -LE '^(house|once)$'
  fi
}

# --- verbs ------------------------------------------------------------------------------------

# test_verb [PATTERN]: the everyday tests in the release build; with a pattern, what it names, of every label,
# in the build that links quickly.
test_verb() {
  [ $# -le 1 ] || die "test takes one pattern: ./dev test 'models.a01|cli.sweep'"
  setup test
  open_verdict
  if [ $# -eq 0 ]; then
    stage "build" stage-build release
    [ "$outcome" != ok ] || stage "everyday tests" stage-tests release everyday $least_release
    say "left out: the same tests under sanitizers (./dev check); machinery, campaign, record (./dev release)"
  else
    stage "build" stage-build quick
    [ "$outcome" != ok ] || stage "tests of \"$1\"" stage-tests quick any 1 -R "$1"
  fi
  close_verdict
}

check() {
  [ $# -eq 0 ] || die "check takes nothing; ./dev test PATTERN runs what a pattern names"
  setup check
  open_verdict
  stages_of_check
  close_verdict
}

# release [--record]: what a release has to pass, every stage whatever another has said.
release() {
  case ${1:-} in "" | --record) ;; *) die "release takes --record, not \"$1\"" ;; esac
  setup all
  open_verdict
  stages_of_check
  stages_of_lint
  for label in machinery campaign record; do
    stage "release $label" stage-tests release $label 1
  done
  for label in machinery campaign; do
    stage "sanitizer $label" stage-tests debug $label 1 -LE '^once$'
  done
  stage "32 bits" stage-m32
  stage "wasm" stage-wasm
  stage "instructions" stage-instructions
  stage "bare root" fresh
  stage "package" package test
  [ "${1:-}" != --record ] || record_release
  close_verdict
}

stage_m32() {
  trial=$root/build/m32-trial
  mkdir -p "$root/build"
  echo 'int main(void) { return 0; }' | gcc -m32 -x c - -o "$trial" 2>/dev/null || {
    say "this gcc makes no 32-bit programs (gcc-multilib)"
    return 77
  }
  "$trial" 2>/dev/null || {
    say "this kernel starts no 32-bit programs"
    return 77
  }
  stage_build m32
  stage_tests m32 any 1
}

stage_wasm_libraries() { setup_wasm; }

stage_wasm() {
  "$0" stage-wasm-libraries || return 77 # a process of its own, for sh ignores failures left of ||
  make_playground "$root/build/playground.html"
  build_quietly wasm
  stage_tests wasm any 1
}

# Counts of instructions are a figure: what has become more expensive is told, and decides nothing.
stage_instructions() {
  status=0
  told=$(MBS_BENCH_BUILD="$root/build/release" "$python" -B "$root/tests/bench/instructions.py" --check) || status=$?
  printf '%s\n' "$told"
  [ "$status" -ne 77 ] || return 77
  more=$(printf '%s\n' "$told" | sed -n 's/: [0-9,]* instructions, \(.*\) over the .* on record/ \1/p' | paste -s -d ';')
  [ "$status" -eq 0 ] || more=${more:-not every model could be counted}
  figure "${more:-no model costs 3 % more than on record}"
}

# The table of the stages in tests/RELEASE.md, with the commit that they were about.
record_release() {
  commit=$(git -C "$root" rev-parse HEAD)
  [ -z "$(git -C "$root" status --porcelain --untracked-files=no)" ] || commit="$commit and changes that are in no commit"
  {
    echo "# The last release that was tried"
    echo
    echo "\`./dev release --record\` on $(date -u +%Y-%m-%d), commit $commit,"
    echo "$(getconf _NPROCESSORS_ONLN) processors ($(sed -n 's/^model name[[:space:]]*: //p' /proc/cpuinfo | head -n 1))."
    echo
    echo "| stage | outcome | s | figures |"
    echo "|---|---|---|---|"
    awk -F '\t' -v tally="$(tally || true)" '{ printf "| %s | %s | %s | %s |\n", $1, $2, $3, $4; sum += $3 }
      END { printf "| all | | %d | %s |\n", sum, tally }' "$MBSRUN_STAGES/table"
  } >"$root/tests/RELEASE.md"
  say "tests/RELEASE.md has the table"
}

# record [WHAT ...]: tests/verdict/record.py, which has its programs from here.
record() {
  setup check
  ensure_tests quick
  for preset in quick m32 wasm; do # what has a tree lists its tests there
    [ "$preset" != quick ] && [ ! -d "$root/build/$preset" ] ||
      (cd "$root" && cmake --preset "$preset") >/dev/null 2>&1 || true # a test without a label comes now
  done
  case " $* " in "  " | *labels*) "$python" -B "$root/tests/verdict/record.py" labels | sed '$d' ;; esac
  build_quietly quick mbsrun
  build_quietly quick test_unit_language_tables
  case " $* " in "  " | *instructions*)
    # shellcheck disable=SC2086 # words on purpose
    install_packages $packages_lint
    build_quietly release mbsrun
    ;;
  esac
  MBS_BENCH_BUILD="$root/build/release" exec "$python" -B "$root/tests/verdict/record.py" "$@"
}
