// SPDX-License-Identifier: BSD-3-Clause
// The tables: what the loader, the schema and the reference page rely on holds for every row.
#include <math.h>
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
      count += field->size == 0 ? 9 : field->size * field->size;
    } else if (field->type == FIELD_MAP) {
      count += numbers_of(field->fields);
    }
  }
  return count;
}

// A condition of a field: "file", "type: box" or "mass: a number".
static bool stands_in(const Field *fields, const char *condition) {
  const size_t length = strcspn(condition, ":");
  for (const Field *field = fields; field->name; field++) {
    if (strlen(field->name) == length && strncmp(field->name, condition, length) == 0) {
      bool good = condition[length] == '\0' ||
                  (field_says_number(condition) && field->type == FIELD_NUMBER);
      for (int k = 0; !good && field->choices && field->choices[k]; k++) {
        good = strcmp(field->choices[k], condition + length + 2) == 0;
      }
      return good;
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
                  (spaces_of(other) & spaces_of(field)) == 0 ||
                  field_type_row(other->type)->shape != field_type_row(field->type)->shape);
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
    assert_non_null(primitive_kinds[i]->equation);
    assert_in_range(primitive_kinds[i]->row_count, 1, PRIMITIVE_ROWS);
  }
}

static void assert_layout(const char *type, int frames, int acts, int moment, ForceSpan span) {
  const ForceLayout layout = force_layout(registry_force(type, IN_PLANE));
  assert_int_equal(layout.frame_count, frames);
  assert_int_equal(layout.wrench_count, acts);
  assert_int_equal(layout.moment_frame, moment);
  assert_int_equal(layout.span, span);
}

static void test_layouts_of_forces_follow_from_their_fields(void **state) {
  (void)state;
  for (int i = 0; i < registry_force_count(); i++) {
    const ForceLayout layout = force_layout(force_kinds[i]);
    assert_int_equal(layout.par_count, numbers_of(force_kinds[i]->fields));
    assert_in_range(layout.par_count, 0, FORCE_NUMBERS);
    assert_in_range(layout.frame_count, 1, FORCE_FRAMES);
    assert_in_range(layout.wrench_count, 1, layout.frame_count);
  }
  assert_layout("force", 3, 2, 1, SPAN_BODIES);
  assert_layout("torque", 2, 2, -1, SPAN_NOTHING);
  assert_int_equal(force_layout(registry_force("torque", IN_SPACE)).frame_count, 3);
  assert_layout("drag", 1, 1, -1, SPAN_NOTHING);
  assert_layout("spring_damper", 2, 2, -1, SPAN_ALL);
  assert_layout("line_force", 2, 2, -1, SPAN_ALL);
  assert_layout("bushing", 2, 2, 0, SPAN_ALL);
  assert_layout("contact", 2, 2, -1, SPAN_BODIES);
  assert_layout("friction", 2, 2, -1, SPAN_NOTHING);
  assert_layout("joint_limit", 2, 2, -1, SPAN_NOTHING);
  assert_layout("coordinate_force", 2, 2, -1, SPAN_NOTHING);
  assert_layout("torsional_spring_damper", 2, 2, -1, SPAN_NOTHING);
}

// The layouts of par that mass() and the forces read, and that others index.
static void test_layouts_stay(void **state) {
  (void)state;
  const char *const planar[] = {"mass", "inertia", "mass", "center_of_mass", "initial"};
  const char *const spatial[] = {"xx", "yy", "zz", "xy", "yz", "zx"};
  for (int i = 0; i < 5; i++) {
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
  assert_ptr_not_equal(registry_body("rigid", IN_PLANE), registry_body("rigid", IN_SPACE));
}

static void test_joints_name_their_offsets(void **state) {
  (void)state;
  for (int i = 0; i < registry_joint_count(); i++) {
    const JointKind *const kind = &joint_kinds[i];
    const bool curve = joint_curve(kind) != NULL;
    assert_in_range(joint_part_count(kind), curve ? 0 : 1, curve ? 0 : JOINT_PARTS);
    assert_true(!curve || stands_in(kind->fields, joint_curve(kind)));
    assert_true(joint_lead(kind) == NULL || stands_in(kind->fields, joint_lead(kind)));
    for (int p = 0; p < joint_part_count(kind); p++) {
      if (kind->parts[p].offset) {
        assert_true(stands_in(kind->fields, kind->parts[p].offset));
      }
    }
  }
}

// What a primitive says it does not read may be anything, and its rows do not change with it.
static void test_primitives_read_what_they_say(void **state) {
  (void)state;
  for (int i = 0; i < registry_primitive_count(); i++) {
    const PrimitiveKind *const kind = primitive_kinds[i];
    double m[12] = {0.3, -0.2, 0.7, 0.6, 0, 0.8, 1.4, 0.5, -0.9, 0, 1, 0};
    double phi[PRIMITIVE_ROWS], gradient[PRIMITIVE_ROWS][12];
    const int unread = kind->reads == READS_POINTS ? 3 : 0; // of the numbers of a side, the first
    for (int k = 0; kind->reads != READS_BOTH && k < 3; k++) {
      m[unread + k] = m[6 + unread + k] = (double)NAN;
    }
    kind->rows(m, phi, gradient);
    for (int r = 0; r < kind->row_count; r++) {
      assert_true(isfinite(phi[r]));
      for (int k = 0; kind->reads != READS_BOTH && k < 3; k++) {
        assert_true(gradient[r][unread + k] == 0 && gradient[r][6 + unread + k] == 0);
      }
    }
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_tables_are_complete),
      cmocka_unit_test(test_layouts_of_forces_follow_from_their_fields),
      cmocka_unit_test(test_layouts_stay),
      cmocka_unit_test(test_words_find_their_kind),
      cmocka_unit_test(test_joints_name_their_offsets),
      cmocka_unit_test(test_primitives_read_what_they_say),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
