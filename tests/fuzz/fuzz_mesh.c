// SPDX-License-Identifier: BSD-3-Clause
// fuzz_mesh.c: any bytes as a file of triangles that a shape names: an STL file, or an OBJ file
// where the first byte is odd, which does not belong to it.
//
// Held: a model exists exactly without errors, and every message has a text; corners come in threes
// and are finite, no more of them than allowed; a mass made from the mesh is no less than zero.
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/text.h"
#include "language/bodies/mesh.h"
#include "language/load.h"

enum { LONGEST = 65536, PATH_SIZE = 64 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static char folder[] = "/tmp/mbsrun-fuzz-XXXXXX";

static void check(bool holds) {
  if (!holds) {
    abort();
  }
}

static void leave(void) {
  static const char *const names[] = {"m.stl", "m.obj"};
  char path[PATH_SIZE];
  for (int k = 0; k < 2; k++) {
    (void)snprintf(path, sizeof path, "%s/%s", folder, names[k]);
    (void)remove(path);
  }
  (void)rmdir(folder);
}

static void write_mesh(const char *name, const uint8_t *data, size_t size) {
  char path[PATH_SIZE];
  (void)snprintf(path, sizeof path, "%s/%s", folder, name);
  FILE *file = fopen(path, "wb");
  check(file != NULL && fwrite(data, 1, size, file) == size && fclose(file) == 0);
}

static void check_shape(const BodyShape *shape) {
  check(shape->corner_count % 3 == 0 && shape->corner_count <= 3 * MESH_TRIANGLES);
  for (int k = 0; k < shape->corner_count; k++) {
    check(isfinite(shape->corners[k][0]) && isfinite(shape->corners[k][1]) &&
          isfinite(shape->corners[k][2]));
  }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static bool opened = false;
  const bool obj = size > 0 && data[0] % 2 == 1, weighs = size > 0 && data[0] % 4 >= 2;
  char path[PATH_SIZE], text[400];
  if (size == 0 || size > LONGEST) {
    return 0;
  }
  if (!opened) {
    check(mkdtemp(folder) != NULL && atexit(leave) == 0);
    opened = true;
  }
  write_mesh(obj ? "m.obj" : "m.stl", data + 1, size - 1);
  (void)snprintf(path, sizeof path, "%s/model.yaml", folder);
  (void)snprintf(text, sizeof text,
                 "mbs: 1\nspace: spatial\nbodies: {b: {type: rigid, %s, shapes: {s: {type: mesh, "
                 "file: m.%s, scale: 1 mm}}}}\nanalyses: {a: {type: dynamics, duration: 1}}\n",
                 weighs ? "mass: {from: shapes, density: 1000}"
                        : "mass: 1, inertia: {xx: 1, yy: 1, zz: 1}",
                 obj ? "obj" : "stl");
  Allocator allocator = {.limit = (size_t)256 * 1024 * 1024};
  Arena arena;
  Diag diag;
  arena_open(&arena, &allocator);
  diag_open(&diag, &arena);
  const LoadOptions options = {.limits = doc_default_limits()};
  const SourceText source = {.name = path, .text = text, .length = strlen(text)};
  const Model *model = model_load_text(&source, path, &options, &arena, &diag);
  check(!allocator.exhausted);
  check((model != NULL) == (diag.error_count == 0));
  for (int k = 0; k < diag.count; k++) {
    check(diag.messages[k].text != NULL && diag.messages[k].text[0] != '\0');
  }
  for (int k = 0; model != NULL && k < model->shape_count; k++) {
    check_shape(&model->shapes[k]);
  }
  arena_close(&arena);
  check(allocator.used == 0);
  return 0;
}
