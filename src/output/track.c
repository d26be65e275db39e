// SPDX-License-Identifier: BSD-3-Clause
// track.c: <analysis>.motion.bin (see track.h).
#include "output/track.h"

#include <stdint.h>
#include <string.h>

#include "analysis/recording/track.h"

enum { PIECE = 1024 }; // numbers

static size_t number_count(const Run *run, int number) {
  const Result *result = &run->results[number];
  const size_t rows = result->linear != NULL ? 1 : (size_t)result->row_count;
  return rows * (size_t)track_columns(run->model, result->track_forces);
}

double track_size(const Run *run, int number) {
  const bool kept = run->results[number].track != NULL;
  return kept ? (double)number_count(run, number) * sizeof(float) : 0;
}

bool track_write(const Run *run, int number, IoFile *file) {
  const float *track = run->results[number].track;
  const size_t count = number_count(run, number);
  char bytes[PIECE * sizeof(float)];
  for (size_t first = 0; first < count; first += PIECE) {
    const size_t piece = count - first < PIECE ? count - first : PIECE;
    for (size_t k = 0; k < piece; k++) {
      uint32_t bits;
      memcpy(&bits, &track[first + k], sizeof bits);
      for (size_t b = 0; b < sizeof bits; b++) {
        bytes[k * sizeof bits + b] = (char)(bits >> (8 * b) & 0xffU);
      }
    }
    if (!io_put(file, bytes, piece * sizeof(float))) {
      return false;
    }
  }
  return true;
}

// Whose forces stand behind the poses, where they do.
static void put_forces(Json *json, const Run *run) {
  static const char *const planar[TRACK_PLANAR_FORCE] = {"fx", "fy", "tz", "rx", "ry"};
  static const char *const spatial[TRACK_SPATIAL_FORCE] = {"fx", "fy", "fz", "tx", "ty",
                                                           "tz", "rx", "ry", "rz"};
  json_begin_short_list(json, "forces");
  for (int k = 0; k < track_force_count(run->model); k++) {
    json_text(json, NULL, track_force_name(run->model, k));
  }
  json_end_list(json);
  json_words(json, "per_force", run->model->planar ? planar : spatial, track_per_force(run->model));
}

void track_json(Json *json, const Run *run, int number, const char *file) {
  static const char *const planar[TRACK_PLANAR] = {"x", "y", "angle"};
  static const char *const spatial[TRACK_SPATIAL] = {"x", "y", "z", "qw", "qx", "qy", "qz"};
  static const char *const audit[TRACK_AUDIT] = {
      "energy.drift", "constraints.position", "constraints.velocity", "constraints.acceleration"};
  const Model *model = run->model;
  const bool forces = run->results[number].track_forces;
  if (file == NULL) {
    json_null(json, "motion");
    return;
  }
  json_begin_object(json, "motion");
  json_text(json, "file", file);
  json_integer(json, "columns", track_columns(model, forces));
  json_begin_short_list(json, "bodies");
  for (int b = 1; b < model->body_count; b++) {
    json_text(json, NULL, model->bodies[b].name);
  }
  json_end_list(json);
  json_words(json, "per_body", model->planar ? planar : spatial, track_per_body(model));
  if (forces) {
    put_forces(json, run);
  }
  json_words(json, "behind", audit, TRACK_AUDIT);
  json_end_object(json);
}
