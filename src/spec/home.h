// SPDX-License-Identifier: BSD-3-Clause
// home.h: where a key belongs that stands where it does not.
#ifndef MBS_SPEC_HOME_H
#define MBS_SPEC_HOME_H

#include "spec/language.h"
#include "yaml/node.h"

// It is the end of a sentence that starts with the key, such as "belongs in \"initial\"". The maps
// inside `near` count first, then the top level, then all others if only one of them has such a
// key: "law" belongs in motions, while "value" has too many homes. It is NULL where there is no
// such place or no memory, and where the key stands in a map of that name already: the "rate" of a
// hinge helps nobody who writes it into the "initial" of a universal joint.
const char *home_of_key(const Language *language, const Field *near, const Node *child,
                        Arena *arena);

#endif
