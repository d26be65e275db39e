// SPDX-License-Identifier: BSD-3-Clause
// frame.h: a map or list that is being read.
//
// Inside {} and [] a comma ends an unquoted value, so that {law: step(t,0,0,1,1)} is a map of the
// keys law, 0, 0, 1 and 1). A frame counts the parentheses of its plain scalars: when one leaves a
// parenthesis open and a later one closes it, the pieces are reported as one fault, put together
// again, and their keys are dropped.
#ifndef MBS_YAML_FRAME_H
#define MBS_YAML_FRAME_H

#include <stdbool.h>

#include "base/arena.h"
#include "base/diag.h"
#include "base/dictionary.h"
#include "yaml/node.h"

typedef struct Frame Frame;
struct Frame {
  Node *node;
  Frame *below;
  bool flow;       // {} or []
  bool *open;      // of the node's anchor: to be cleared at the end; or NULL
  Dictionary keys; // of a map, each with its key node
  Node *key;       // that waits for its value, or NULL
  bool key_good;   // its value has a place in the map

  int parentheses;   // open ones
  Node *split;       // the scalar that opened them
  Node *last_intact; // the child that stays last when the pieces are dropped, or NULL
};

// Looks at a node that was just given to the frame; before is the child that was last until then.
// False when memory ran out.
bool frame_follow(Frame *frame, Node *node, Node *before, Arena *arena, Diag *diag);

#endif
