// SPDX-License-Identifier: BSD-3-Clause
// feed.h: hands the source to libyaml in pieces, and stops when one text goes on for too long.
#ifndef MBS_YAML_FEED_H
#define MBS_YAML_FEED_H

#include <stdbool.h>

#include "yaml/builder.h"

// Makes the builder's source the input of its parser.
void feed_start(Builder *builder);

// Reports the text that made the feed stop; false when it did not.
bool feed_report(Builder *builder);

#endif
