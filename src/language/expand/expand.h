// SPDX-License-Identifier: BSD-3-Clause
// expand.h: a document with families of elements becomes one in which every element is written out.
//
//   link_(i): {repeat: {index: i, from: 1, to: N}, type: revolute,
//              marker_i: crank_(i-1).tip, marker_j: crank_(i).base}
//
// becomes link_1 ... link_N. It works on the tree, before anything is held against the tables, so
// that a member is checked like an element that somebody typed. Its marks stay those of the family;
// messages end with the value of the index (base/mark.h, Occasion).
#ifndef MBS_LANGUAGE_EXPAND_EXPAND_H
#define MBS_LANGUAGE_EXPAND_EXPAND_H

#include <stdbool.h>

#include "language/expand/expansion.h"

// Whether a document has families, parts or indexed names.
bool expand_has_work(const Node *root);

// Puts parts in the place of templates, expands the families of the whole document and puts values
// into indexed names everywhere. What is refused is left out, with its message. False only when
// memory ran out.
bool expand_document(Expansion *expansion, Node *root, const DocLimits *limits,
                     const Checker *checker);

#endif
