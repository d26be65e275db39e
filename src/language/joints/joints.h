// SPDX-License-Identifier: BSD-3-Clause
// joints.h: joints between markers.
#ifndef MBS_LANGUAGE_JOINTS_JOINTS_H
#define MBS_LANGUAGE_JOINTS_JOINTS_H

#include "language/numbers/loader.h"

// Gives every joint its name and number.
bool joints_register(Loader *loader);
// Resolves their markers, compiles and checks their numbers.
bool joints_load(Loader *loader);
// The joint that a text means, or -1 after a message.
int joints_find(const Loader *loader, const Node *node, const char *what);

#endif
