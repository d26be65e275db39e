# SPDX-License-Identifier: BSD-3-Clause
# Completion of mbsrun for fish. It knows no word itself: the program says how the line may go on.

function __mbsrun_complete
    set -l words (commandline -opc)
    set -l current (commandline -ct)
    # of --output=FILE the part behind the = is a name of a file
    set -l before (string match -r '^--[^=]*=' -- "$current")
    set -l name (string replace -- "$before" '' "$current")
    for answer in (command $words[1] complete -- $words[2..] "$current" 2>/dev/null)
        switch $answer
            case \tdirectories
                printf '%s\n' "$before"(__fish_complete_directories "$name")
            case \tfiles
                printf '%s\n' "$before"(__fish_complete_path "$name")
            case \tfiles' *'
                set -l endings (string sub -s 8 -- $answer | string escape --style=regex | string replace -a ' ' '|')
                printf '%s\n' "$before"(__fish_complete_path "$name" | string match -r "^[^\t]*(?:/|$endings)(?:\t.*)?\$")
            case '*'
                string replace -r '\t$' '' -- $answer
        end
    end
end

complete -c mbsrun -f -a '(__mbsrun_complete)'
