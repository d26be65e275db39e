# SPDX-License-Identifier: BSD-3-Clause
# Source packages through apt, which checks them against the signed index and their .dsc, without changing
# the system: lists, cache and sources are private to a work folder, $work. Read by dev.

private_apt() {
  apt-get -q -o APT::Sandbox::User=root \
    -o Dir::State::lists="$work/lists" -o Dir::Cache="$work/cache" "$@" </dev/null
}

# index_lines TYPE: the lines deb or deb-src that belong to the binary indexes of this system.
index_lines() {
  # shellcheck disable=SC2016 # apt fills these in
  format="$1 "'$(REPO_URI) $(RELEASE) $(COMPONENT)'
  targets=$(apt-get indextargets --format "$format" 'Created-By: Packages' 2>/dev/null | sort -u)
  if [ -z "$targets" ]; then # the package lists were cleaned away
    private_apt update >"$work/fetch.log" 2>&1 || return 1
    targets=$(private_apt indextargets --format "$format" 'Created-By: Packages' | sort -u)
  fi
  # Third parties seldom have sources, and none of theirs is wanted.
  printf '%s\n' "$targets" | grep -E ' (main|universe)$' | grep -E '/(debian|ubuntu|raspbian)' |
    sign_lines
}

sign_lines() {
  keys=/usr/share/keyrings/debian-archive-keyring.gpg
  while read -r type line; do
    case $line in
      *debian*) [ -r "$keys" ] && line="[signed-by=$keys] $line" ;;
    esac
    printf '%s %s\n' "$type" "$line"
  done
}

# fetch_sources PACKAGE ...: the source packages into $work/source. False when no index can be reached.
fetch_sources() {
  mkdir -p "$work/lists/partial" "$work/cache/archives/partial" "$work/sources" "$work/source"
  index_lines deb-src >"$work/sources/source.list" || return 1
  [ -s "$work/sources/source.list" ] || return 1
  download_sources "$@" && return 0
  # a mirror may list a source among its security updates that it keeps with the release only
  sed -i /security/d "$work/sources/source.list"
  download_sources "$@"
}

download_sources() {
  private="-o Dir::Etc::sourcelist=/dev/null -o Dir::Etc::sourceparts=$work/sources"
  # shellcheck disable=SC2086 # words on purpose
  (
    private_apt $private update &&
      cd "$work/source" && private_apt $private source --download-only "$@"
  ) >"$work/fetch.log" 2>&1 || return 1
  for package in "$@"; do
    ls "$work/source/$package"_*.dsc >/dev/null 2>&1 || return 1
  done
}
