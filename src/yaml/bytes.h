// SPDX-License-Identifier: BSD-3-Clause
// bytes.h: what is refused before a YAML parser sees the text.
#ifndef MBS_YAML_BYTES_H
#define MBS_YAML_BYTES_H

#include <stdbool.h>
#include <stdint.h>

#include "base/diag.h"
#include "base/mark.h"

// Whether the whole source is UTF-8 without forbidden characters, and its directives are %YAML
// 1.1 or 1.2. All faults are reported, each where it stands.
bool bytes_check(const SourceText *source, Diag *diag);

// Why a character may not stand in a model, quoted or not ("a control character"), or NULL.
// Tab and LF may.
const char *bytes_forbidden(uint32_t code_point);

#endif
