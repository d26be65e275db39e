// SPDX-License-Identifier: BSD-3-Clause
// code_pages.h: what a message is about, with an example and what to do.
#ifndef MBS_CLI_WORDS_CODE_PAGES_H
#define MBS_CLI_WORDS_CODE_PAGES_H

#include "base/text.h"

// Cause, example and remedy of a code such as "E-IC-001", indented.
void code_pages_put(const char *code, int indent, Text *out);

#endif
