// SPDX-License-Identifier: BSD-3-Clause
// starter.h: models to begin with, which run and pass their checks.
#ifndef MBS_CLI_STARTER_H
#define MBS_CLI_STARTER_H

extern const char starter_planar[];
extern const char starter_spatial[];

#endif
