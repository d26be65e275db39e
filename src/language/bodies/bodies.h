// SPDX-License-Identifier: BSD-3-Clause
// bodies.h: bodies and their markers.
#ifndef MBS_LANGUAGE_BODIES_BODIES_H
#define MBS_LANGUAGE_BODIES_BODIES_H

#include "language/numbers/loader.h"

// Gives every body and marker its name and number: all that a reference needs.
bool bodies_register(Loader *loader);
// A body of which nothing is stated.
Body bodies_empty(const char *name, Origin origin, const BodyKind *kind);
// Compiles and checks their numbers.
bool bodies_load(Loader *loader);

// The marker that a text means ("ground", "bar", "bar.tip", "ground.pivot"), or -1 after a message.
// what: whose value it is, "\"marker_i\" of joint \"hinge\"".
int bodies_find_marker(const Loader *loader, const Node *node, const char *what);
// A marker of this body, "tip" or "bar.tip"; -1 after a message.
int bodies_find_own_marker(const Loader *loader, int body, const Value *value, const char *what);
// The body ("ground" is 0), or -1 after a message.
int bodies_find_body(const Loader *loader, const Node *node, const char *what);

// "body \"bar\"", "the ground".
const char *bodies_what(const Loader *loader, int body);

#endif
