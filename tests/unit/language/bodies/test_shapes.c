// SPDX-License-Identifier: BSD-3-Clause
// test_language_shapes.c: shapes of a file in the model: numbers, colours, the triangles of one
// body in STL text, STL binary and OBJ.
#define _XOPEN_SOURCE 700 // mkdtemp

#include <stdint.h>
#include <unistd.h>

#include "unit/model_support.h"

enum { PATH = 256, CORNERS = 6, HEAD = 84, RECORD = 50 };

// Two triangles, and what they are in the files' unit.
static const float corners[CORNERS][3] = {{0, 0, 0},     {1, 0, 0}, {0, 2.5F, 0},
                                          {1, 0, -0.5F}, {1, 1, 0}, {0, 0, 3}};

static FILE *create(const char *folder, const char *name) {
  char path[PATH];
  (void)snprintf(path, sizeof path, "%s/%s", folder, name);
  FILE *file = fopen(path, "wb");
  assert_non_null(file);
  return file;
}

static void write_files(const char *folder) {
  FILE *text = create(folder, "text.stl"), *obj = create(folder, "body.OBJ");
  FILE *binary = create(folder, "binary.stl");
  unsigned char bytes[HEAD + 2 * RECORD] = "solid is how a binary file may begin, too";
  bytes[HEAD - 4] = 2;
  (void)fputs("solid s\n", text);
  (void)fputs("# a square of two faces\nmtllib none.mtl\n", obj);
  for (int k = 0; k < CORNERS; k++) {
    const float *x = corners[k];
    memcpy(bytes + HEAD + RECORD * (k / 3) + 12 + 12 * (k % 3), x, sizeof corners[k]);
    (void)fprintf(text, "%s vertex %g\t%g  %g\r\n%s", k % 3 == 0 ? "facet\nouter loop\n" : "",
                  (double)x[0], (double)x[1], (double)x[2],
                  k % 3 == 2 ? "endloop\nendfacet\n" : "");
    (void)fprintf(obj, "v %g %g %g\n", (double)x[0], (double)x[1], (double)x[2]);
  }
  (void)fputs("f 1/1 2//3 3/1/2\nf -3 -2 -1\n", obj);
  assert_int_equal(fwrite(bytes, 1, sizeof bytes, binary), sizeof bytes);
  assert_int_equal(fclose(text) + fclose(obj) + fclose(binary), 0);
}

static void triangles_are_the_same_in_every_format(void **state) {
  (void)state;
  static const char *const files[] = {"text.stl", "binary.stl", "body.OBJ"};
  char folder[] = "/tmp/mbsrun-shapes-XXXXXX", path[PATH];
  assert_non_null(mkdtemp(folder));
  write_files(folder);
  FILE *model = create(folder, "m.yaml");
  (void)fputs(SPATIAL "bodies:\n  bar:\n    type: point_mass\n    mass: 1\n    shapes:\n", model);
  for (int k = 0; k < 3; k++) {
    (void)fprintf(model, "      s%d: {type: mesh, file: %s, scale: 10 mm}\n", k, files[k]);
  }
  assert_int_equal(fclose(model), 0);
  Allocator allocator = {0};
  Arena arena;
  Diag diag;
  arena_open(&arena, &allocator);
  diag_open(&diag, &arena);
  const LoadOptions options = {.limits = doc_default_limits()};
  (void)snprintf(path, sizeof path, "%s/m.yaml", folder);
  const Model *loaded = model_load(path, &options, &arena, &diag);
  assert_non_null(loaded);
  assert_int_equal(loaded->shape_count, 3);
  assert_int_equal(loaded->file_count, 3);
  for (int s = 0; s < 3; s++) {
    assert_int_equal(loaded->shapes[s].corner_count, CORNERS);
    for (int k = 0; k < CORNERS; k++) {
      for (int axis = 0; axis < 3; axis++) {
        const double wanted = 0.01 * (double)corners[k][axis];
        assert_true(fabs(loaded->shapes[s].corners[k][axis] - wanted) < 1e-15);
      }
    }
  }
  for (int k = 0; k < 3; k++) {
    (void)snprintf(path, sizeof path, "%s/%s", folder, files[k]);
    assert_int_equal(unlink(path), 0);
  }
  (void)snprintf(path, sizeof path, "%s/m.yaml", folder);
  assert_int_equal(unlink(path) + rmdir(folder), 0);
  arena_close(&arena);
}

static void numbers_follow_parameters(void **state) {
  (void)state;
  static const char *const sets[] = {"L=3"};
  Loaded loaded;
  const char *text = PLANAR "parameters: {L: 2}\nbodies:\n  bar:\n    type: rigid\n    mass: 2\n"
                            "    inertia: 0.1\n    shapes:\n"
                            "      box: {type: box, size: [L, 4 cm, L/2], colour: \"#ff8000\"}\n"
                            "      line: {type: polyline, x: [0, L], y: [1, 2*L], colour: brass}\n";
  loaded_open(&loaded, text, sets, 1);
  const Model *model = loaded_model(&loaded);
  const BodyShape *box = &model->shapes[0], *line = &model->shapes[1];
  assert_int_equal(box->form, SHAPE_BOX);
  assert_int_equal(line->form, SHAPE_POLYLINE);
  assert_int_equal(line->point_count, 2);
  assert_true(box->coloured && box->colour[0] == 1 && fabs(box->colour[1] - 128.0 / 255) < 1e-15 &&
              box->colour[2] == 0);
  assert_true(line->coloured && line->gloss > box->gloss);
  assert_true(model->numbers[box->size].program.uses_parameters);
  assert_true(model->numbers[line->coordinate[1] + 1].program.uses_parameters);
  assert_true(model->bodies[1].shapes_stated && !model->bodies[0].shapes_stated);
  loaded_close(&loaded);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(triangles_are_the_same_in_every_format),
      cmocka_unit_test(numbers_follow_parameters),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
