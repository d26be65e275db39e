# SPDX-License-Identifier: BSD-3-Clause
# Writes OUTPUT with the commit of the checkout SOURCE, "" when it is none. Run by the build
# whenever the log of HEAD has changed.
set(commit "")
find_program(git NAMES git)
if(git)
  execute_process(COMMAND "${git}" -C "${SOURCE}" rev-parse HEAD
    OUTPUT_VARIABLE answer RESULT_VARIABLE failed OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
  # a checkout inside of somebody else's repository is not that repository's commit
  execute_process(COMMAND "${git}" -C "${SOURCE}" rev-parse --show-cdup
    OUTPUT_VARIABLE above OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
  if(NOT failed AND above STREQUAL "" AND answer MATCHES "^[0-9a-f]+$")
    set(commit "${answer}")
  endif()
endif()
file(WRITE "${OUTPUT}" "#define MBS_COMMIT \"${commit}\"\n")
