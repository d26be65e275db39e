// SPDX-License-Identifier: BSD-3-Clause
// kinds.h: every kind of kinds.def by its name, for the few files that name one. The tables of all
// kinds, and the search by the word of the model file, stand in registry.h.
#ifndef MBS_ELEMENTS_KINDS_H
#define MBS_ELEMENTS_KINDS_H

#include "elements/frames/element.h"

#define BODY(name) extern const BodyKind MBS_NAME(name);
#define PRIMITIVE(name) extern const PrimitiveKind MBS_NAME(name);
#define FORCE(name) extern const ForceKind MBS_NAME(name);
#include "elements/kinds.def"
#undef BODY
#undef PRIMITIVE
#undef FORCE

#endif
