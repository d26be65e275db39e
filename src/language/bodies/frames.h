// SPDX-License-Identifier: BSD-3-Clause
// frames.h: named reference frames, fixed in the ground.
//
// A pose relative to frame F with origin o and axes A is, in the ground, o + A x and A R. The same
// holds for a frame relative to another. A frame is also a marker of the ground.
#ifndef MBS_LANGUAGE_BODIES_FRAMES_H
#define MBS_LANGUAGE_BODIES_FRAMES_H

#include "language/numbers/loader.h"

enum { FRAMES_DEEPEST = 64 };

// Gives every frame its name and its marker. Bodies are registered already.
bool frames_register(Loader *loader);
// Compiles and checks their numbers, and finds what they are relative to.
bool frames_load(Loader *loader);

// The frame that a value names; -1 for "ground", for an unstated value, and after a message.
int frames_find(const Loader *loader, const Value *value, const char *what);

#endif
