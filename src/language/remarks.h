// SPDX-License-Identifier: BSD-3-Clause
// remarks.h: what a good model is told all the same: nothing is wrong, but people who write such a
// thing often mean another. Each remark says where, why, and how to say that it is meant: by a
// unit, by a stated value, or by a word under "accept" at the top level.
#ifndef MBS_LANGUAGE_REMARKS_H
#define MBS_LANGUAGE_REMARKS_H

#include "language/numbers/remarks_number.h"

// All remarks on the loaded model.
void remarks_add(const Loader *loader);

// Those about what bodies hang on, how large they are, and where their masses lie.
void remarks_bodies(const Loader *loader);

#endif
