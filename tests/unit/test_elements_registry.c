// SPDX-License-Identifier: BSD-3-Clause
// The tables: what the loader, the schema and the reference page rely on holds for every row.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "elements/registry.h"

static int spaces_of(const Field *field) {
  return field->spaces == 0 ? IN_BOTH : field->spaces;
}

// Numbers that a table takes in par, by the rule of model.h.
static int numbers_of(const Field *fields) {
  int count = 0;
  for (const Field *field = fields; field->name; field++) {
    if (field->type == FIELD_NUMBER) {
      count += 1;
    } else if (field->type == FIELD_VECTOR) {
      count += field->size == 0 ? 3 : field->size;
    } else if (field->type == FIELD_MATRIX) {
      count += 9;
    } else if (field->type == FIELD_MAP) {
      count += numbers_of(field->fields);
    }
  }
  return count;
}

static bool stands_in(const Field *fields, const char *name) {
  for (const Field *field = fields; field->name; field++) {
    if (strcmp(field->name, name) == 0) {
      return true;
    }
  }
  return false;
}

static void assert_summary(const char *summary) {
  assert_non_null(summary);
  assert_true(strlen(summary) > 10);
  assert_true(summary[strlen(summary) - 1] != '.');
}

static void assert_word(const char *word) {
  assert_non_null(word);
  for (const char *c = word; *c; c++) {
    assert_non_null(strchr("abcdefghijklmnopqrstuvwxyz0123456789_", *c));
  }
}

static void assert_default(const Field *field) {
  if (!field->fallback) {
    return;
  }
  assert_false(field->required && field->unless == NULL);
  bool known = field->type != FIELD_WORD;
  for (int i = 0; !known; i++) {
    assert_non_null(field->choices[i]);
    known = strcmp(field->choices[i], field->fallback) == 0;
  }
}

static void assert_table(const Field *fields) {
  for (const Field *field = fields; field->name; field++) {
    assert_word(field->name);
    assert_summary(field->summary);
    assert_default(field);
    assert_true(field->type != FIELD_WORD || field->choices != NULL);
    assert_true(field->type == FIELD_WORD || field->type == FIELD_WORDS || field->choices == NULL);
    for (int i = 0; field->with && field->with[i]; i++) {
      assert_true(stands_in(fields, field->with[i]));
    }
    for (const Field *other = fields; other != field; other++) {
      assert_true(strcmp(other->name, field->name) != 0 ||
                  (spaces_of(other) & spaces_of(field)) == 0);
    }
    if (field->type == FIELD_MAP || field->type == FIELD_COLLECTION) {
      assert_non_null(field->fields);
      assert_table(field->fields);
    }
  }
}

static void test_tables_are_complete(void **state) {
  (void)state;
  for (int i = 0; i < registry_body_count(); i++) {
    assert_word(body_kinds[i]->type);
    assert_summary(body_kinds[i]->summary);
    assert_table(body_kinds[i]->fields);
  }
  for (int i = 0; i < registry_force_count(); i++) {
    assert_word(force_kinds[i]->type);
    assert_summary(force_kinds[i]->summary);
    assert_table(force_kinds[i]->fields);
  }
  for (int i = 0; i < registry_joint_count(); i++) {
    assert_word(joint_kinds[i].type);
    assert_summary(joint_kinds[i].summary);
    assert_non_null(joint_kinds[i].leaves);
    assert_table(joint_kinds[i].fields);
  }
  for (int i = 0; i < registry_primitive_count(); i++) {
    assert_word(primitive_kinds[i]->name);
    assert_summary(primitive_kinds[i]->summary);
    assert_non_null(primitive_kinds[i]->equation);
    assert_in_range(primitive_kinds[i]->row_count, 1, PRIMITIVE_ROWS);
  }
}

static void test_forces_count_their_numbers_and_frames(void **state) {
  (void)state;
  for (int i = 0; i < registry_force_count(); i++) {
    const ForceKind *const kind = force_kinds[i];
    int frames = 0;
    for (const Field *field = kind->fields; field->name; field++) {
      frames += field->type == FIELD_MARKER ? 1 : (field->type == FIELD_JOINT ? 2 : 0);
    }
    assert_int_equal(kind->par_count, numbers_of(kind->fields));
    assert_int_equal(kind->frame_count, frames);
    assert_in_range(kind->frame_count, 1, FORCE_FRAMES);
    assert_in_range(kind->wrench_count, 1, kind->frame_count);
  }
}

// The layouts of par that mass() and the forces read, and that others index.
static void test_layouts_stay(void **state) {
  (void)state;
  const char *const planar[] = {"mass", "inertia", "center_of_mass", "initial"};
  const char *const spatial[] = {"xx", "yy", "zz", "xy", "yz", "zx"};
  for (int i = 0; i < 4; i++) {
    assert_string_equal(registry_body("rigid", IN_PLANE)->fields[i].name, planar[i]);
    assert_string_equal(registry_body("rigid", IN_SPACE)->fields[i].name, planar[i]);
  }
  const Field *const inertia = registry_body("rigid", IN_SPACE)->fields[1].fields;
  for (int i = 0; i < 6; i++) {
    assert_string_equal(inertia[i].name, spatial[i]);
  }
  assert_int_equal(numbers_of(inertia), 6);
  assert_string_equal(registry_body("point_mass", IN_PLANE)->fields[0].name, "mass");
}

static void test_words_find_their_kind(void **state) {
  (void)state;
  for (int space = IN_PLANE; space <= IN_SPACE; space++) {
    assert_null(registry_body("ground", space));
    assert_null(registry_body("rigid_body", space));
    assert_string_equal(registry_ground(space)->type, "ground");
    for (int i = 0; i < registry_body_count(); i++) {
      const BodyKind *const kind = body_kinds[i];
      if ((kind->spaces & space) != 0 && kind != registry_ground(space)) {
        assert_ptr_equal(registry_body(kind->type, space), kind);
      }
    }
    for (int i = 0; i < registry_force_count(); i++) {
      if ((force_kinds[i]->spaces & space) != 0) {
        assert_ptr_equal(registry_force(force_kinds[i]->type, space), force_kinds[i]);
      }
    }
    for (int i = 0; i < registry_joint_count(); i++) {
      if ((joint_kinds[i].spaces & space) != 0) {
        assert_ptr_equal(registry_joint(joint_kinds[i].type, space), &joint_kinds[i]);
      }
    }
  }
  assert_null(registry_joint("spherical", IN_PLANE));
  assert_non_null(registry_joint("spherical", IN_SPACE));
  assert_ptr_not_equal(registry_force("torque", IN_PLANE), registry_force("torque", IN_SPACE));
}

static void test_joints_name_their_offsets(void **state) {
  (void)state;
  for (int i = 0; i < registry_joint_count(); i++) {
    const JointKind *const kind = &joint_kinds[i];
    assert_in_range(kind->part_count, kind->curve ? 0 : 1, kind->curve ? 0 : JOINT_PARTS);
    assert_in_range(kind->branch_count, 0, JOINT_BRANCHES);
    assert_true((kind->coordinate == COORDINATE_NONE) == (kind->axis == AXIS_NONE));
    for (int p = 0; p < kind->part_count; p++) {
      if (kind->part[p].offset) {
        assert_true(stands_in(kind->fields, kind->part[p].offset));
      }
    }
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_tables_are_complete),
      cmocka_unit_test(test_forces_count_their_numbers_and_frames),
      cmocka_unit_test(test_layouts_stay),
      cmocka_unit_test(test_words_find_their_kind),
      cmocka_unit_test(test_joints_name_their_offsets),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
