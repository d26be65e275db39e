// SPDX-License-Identifier: BSD-3-Clause
// scalar.h: the node of a scalar event.
#ifndef MBS_YAML_SCALAR_H
#define MBS_YAML_SCALAR_H

#include "yaml/builder.h"

// NULL after builder_stop.
Node *scalar_node(Builder *builder, const yaml_event_t *event);

#endif
