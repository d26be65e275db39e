// SPDX-License-Identifier: BSD-3-Clause
// keys.h: refusing a word that the tables do not have, with the best advice that they can give.
#ifndef MBS_SPEC_KEYS_H
#define MBS_SPEC_KEYS_H

#include "base/diag.h"
#include "spec/language.h"
#include "yaml/doc.h"

// An element that somebody wrote has fewer keys. In a map of more, advice does not compare each
// with all of ours.
enum { KEYS_OF_AN_ELEMENT = 100 };

// Refuses the key of `child`, which the map `what` with the keys of `fields` does not have. place:
// where unsupported.def lists it. Returns the key that was probably meant, or NULL.
const char *keys_refuse_key(const Language *language, int space, const Node *child,
                            const Field *fields, const char *what, const char *place, Diag *diag);

// Refuses the type that the scalar `node` names in the element `what`. Returns the type that was
// probably meant, or NULL.
const char *keys_refuse_type(const Language *language, const KindTable *table, int space,
                             const Node *node, const char *what, Diag *diag);

// Refuses a word that is none of the choices. name: of the value, for messages; place: the key,
// which is where unsupported.def lists words.
void keys_refuse_word(const char *const *choices, const Node *node, const char *name,
                      const char *place, Diag *diag);

#endif
