# SPDX-License-Identifier: BSD-3-Clause
# Completion of mbsrun for bash. It knows no word itself: the program says how the line may go on.

_mbsrun() {
  local line=${COMP_LINE:0:COMP_POINT} words=() rest part before answer word k
  # bash breaks words at = and :, mbsrun does not: parts without a blank between them are one word
  for ((k = 0; k <= COMP_CWORD; k++)); do
    rest=${line#"${line%%[![:space:]]*}"}
    part=${COMP_WORDS[k]}
    ((k < COMP_CWORD)) || part=$rest
    if ((k > 0)) && [[ $rest == "$line" ]]; then words[-1]+=$part; else words+=("$part"); fi
    line=${rest#"$part"}
  done
  words=("${words[@]//[\\\"\']/}")
  local cur=${words[-1]} files=
  before=${cur%"${cur##*[=:]}"}
  COMPREPLY=()
  while IFS= read -r answer; do
    word=${answer%%$'\t'*}
    if [[ -z $word ]]; then
      files=${answer#$'\t'}
    else
      COMPREPLY+=("${word#"$before"}")
      [[ $word != *[=.,[] ]] || compopt -o nospace 2>/dev/null
    fi
  done < <("${1/#\~/$HOME}" complete -- "${words[@]:1}" 2>/dev/null)
  cur=${cur#"$before"}
  if [[ $files == directories ]]; then
    compopt -o filenames 2>/dev/null
    mapfile -t -O "${#COMPREPLY[@]}" COMPREPLY < <(compgen -d -- "$cur")
  elif [[ -n $files ]]; then
    _mbsrun_files "${files#files}"
  fi
}

# Files with one of these endings (none: any), and directories on the way to them.
_mbsrun_files() {
  local file
  while IFS= read -r file; do
    if [[ -z $1 || -d ${file/#\~/$HOME} || "$1 " == *" .${file##*.} "* ]]; then
      compopt -o filenames 2>/dev/null
      COMPREPLY+=("$file")
    fi
  done < <(compgen -f -- "$cur")
}

complete -F _mbsrun mbsrun
