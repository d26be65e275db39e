// SPDX-License-Identifier: BSD-3-Clause
// options_meant.h: which option is meant by a word that is none.
#ifndef MBS_CLI_SHARED_OPTIONS_MEANT_H
#define MBS_CLI_SHARED_OPTIONS_MEANT_H

// Of the names that a command has; NULL when nothing is near.
const char *options_meant(const char *word, const char *const *names, int count);

#endif
