// SPDX-License-Identifier: BSD-3-Clause
// reference.h: the model language as a reference page for people (Markdown), and examples.
#ifndef MBS_SPEC_REFERENCE_H
#define MBS_SPEC_REFERENCE_H

#include "base/text.h"
#include "spec/language.h"

// Appends the whole page.
void reference_write(const Language *language, Text *out);

// Appends a small element of the type as a line of a model file, "{type: revolute, ...}": what is
// required, with plausible values. It refers to a body "bar" and a revolute joint "hinge".
void reference_example(const Kind *kind, int space, Text *out);

#endif
