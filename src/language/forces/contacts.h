// SPDX-License-Identifier: BSD-3-Clause
// contacts.h: contacts in space that name shapes of bodies instead of markers and sizes.
#ifndef MBS_LANGUAGE_FORCES_CONTACTS_H
#define MBS_LANGUAGE_FORCES_CONTACTS_H

#include "language/numbers/loader.h"

// The marker that a node names, or that which stands where the shape does that it names (else
// *shape is -1). -1 after a message, or when memory ran out.
int contacts_find(Loader *loader, const Node *node, const char *what, int *shape);

// Gives a force, whose numbers are there, the sizes of its shapes (-1: none), and checks that they
// can meet.
void contacts_take(const Loader *loader, const Element *element, const Force *force,
                   const int shape[2], const Mark mark[2]);

#endif
