# SPDX-License-Identifier: BSD-3-Clause
# Bare roots to try things in: what run and download share. They set work, log, bare, checkout.
# shellcheck shell=sh disable=SC2154
child=

say() { printf 'fresh: %s\n' "$*" >&2; }

stop() {
  if [ -n "$child" ]; then
    kill -KILL "$child" 2>/dev/null || true
    wait "$child" 2>/dev/null || true
  fi
  rm -rf --one-file-system "$work"
}
trap stop EXIT
trap 'exit 130' INT
trap 'exit 143' TERM
trap 'exit 129' HUP

# step WORDS COMMAND ...: says what is being done, and every 15 s what was said last. What the command
# writes is in $log afterwards.
step() {
  words=$1
  shift
  say "$words"
  began=$(date +%s)
  next=15
  unshare --mount --pid --fork --kill-child --mount-proc "$@" </dev/null >"$log" 2>&1 &
  child=$!
  while kill -0 "$child" 2>/dev/null; do
    sleep 0.5
    took=$(($(date +%s) - began))
    if [ "$took" -ge "$next" ]; then
      next=$((took + 15))
      say "  $words, $took s: $(tail -n 1 "$log" | cut -c 1-80)"
    fi
  done
  status=0
  wait "$child" || status=$?
  child=
  took=$(($(date +%s) - began))
  say "  $words: $took s"
  printf '| %s | %s |\n' "$words" "$took" >>"$work/times"
  return "$status"
}

# inside WORDS USER COMMAND: a step in the bare root, in the home of the user.
inside() {
  # shellcheck disable=SC2016 # the step's shell fills these in
  step "$1, as $2" env -i PATH=/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin LANG=C.UTF-8 \
    ${http_proxy:+http_proxy="$http_proxy"} ${https_proxy:+https_proxy="$https_proxy"} \
    ${no_proxy:+no_proxy="$no_proxy"} \
    sh -c 'mount -t proc proc "$1/proc" && mkdir -p "$1/dev/pts" &&
      mount -t devpts -o newinstance,ptmxmode=0666 devpts "$1/dev/pts" && ln -sf pts/ptmx "$1/dev/ptmx" &&
      exec chroot "$1" su -s /bin/sh "$2" -c "cd && $3"' \
    sh "$bare" "$2" "$3"
}

# packages: how many the bare root has.
packages() { chroot "$bare" dpkg-query -W -f '.\n' | wc -l; }

fail() {
  tail -n 40 "$log" >&2
  say "FAILED: $*"
  exit 1
}

# What the packages' mirror wants of a client: settings of its transport, trusted certificates, names.
lend_network() {
  apt-config dump | grep -E '^Acquire::(http|https|ftp|Retries|ForceIPv|Check-)' \
    >"$bare/etc/apt/apt.conf.d/99network" || true
  certificates=/etc/ssl/certs/ca-certificates.crt
  set -- "$(apt-config dump | sed -n 's/^Acquire::https::.*CaInfo "\(.*\)";$/\1/p')"
  grep -q 'https:' "$work/sources.list" && set -- "$@" "$certificates"
  for file in "$@" /etc/resolv.conf /etc/hosts; do
    [ -z "$file" ] || [ ! -r "$file" ] || install -D -m 644 "$file" "$bare$file"
  done
}

# ask_mirror: what can be had; 77 where no root can be made.
ask_mirror() {
  unshare --mount --pid --fork --mount-proc true 2>"$log" || {
    say "a root cannot be made here: $(cat "$log")"
    exit 77
  }
  # shellcheck disable=SC2016
  step "asking the mirror" sh -c 'apt-get -q update -o Dir::State::lists="$1/lists" \
    -o Dir::Cache="$1/cache" -o Dir::Etc::sourcelist="$1/sources.list" -o Dir::Etc::sourceparts=/dev/null \
    -o APT::Update::Error-Mode=any' sh "$work" || {
    say "no mirror answers: $(grep -m 1 '^E:' "$log")"
    exit 77
  }
}

# make_root SUITE LIST OPTION ...: a minimal root of it in $bare.
make_root() {
  suite=$1 list=$2
  shift 2
  step "making a bare $suite" mmdebstrap --quiet --mode=root --variant=minbase "$@" "$suite" "$bare" "$list"
}
