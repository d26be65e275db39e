// SPDX-License-Identifier: BSD-3-Clause
// track.h: <analysis>.motion.bin, where all bodies are at every row (analysis/recording/track.h).
//
// Little-endian 32-bit floats, row by row (of a linearization one), without a header: summary.json
// names the columns under analyses.<name>.motion.
#ifndef MBS_OUTPUT_TRACK_H
#define MBS_OUTPUT_TRACK_H

#include "analysis/run.h"
#include "base/json.h"
#include "output/io.h"

// Bytes of the file; 0 where no track was kept.
double track_size(const Run *run, int number);

// Result->track must be there. False when the file cannot be written.
bool track_write(const Run *run, int number, IoFile *file);

// The member "motion" of an analysis: {file, columns, bodies, per_body, forces, per_force, behind},
// or null. file: its name, or NULL where none was written.
void track_json(Json *json, const Run *run, int number, const char *file);

#endif
