// SPDX-License-Identifier: BSD-3-Clause
// test_model_load.c: what a good file becomes: names resolved, numbers in SI, defaults in place.
#include "unit/model_support.h"

static const double pi = 3.14159265358979323846;

static const char pendulum[] =
    "mbs: 1\ntitle: T\nparameters: {L: 1.5, m: 2}\nspace: planar\ngravity: [0, -9.81]\n"
    "bodies:\n  P1: {type: point_mass, mass: m, initial: {position: [-L, 0]}}\n"
    "joints:\n  rod: {type: distance, marker_i: ground, marker_j: P1, length: L}\n"
    "analyses:\n  swing: {type: dynamics, duration: 10, output_step: 0.01}\n"
    "outputs:\n  x: P1.x\n  energy: energy.drift\n"
    "checks:\n  kept: {max_abs: energy, below: 5e-5}\n"
    "  last: {final: P1.x - L, equals: 1, relative: 1e-3, analysis: swing}\n";

static void a_pendulum(void **state) {
  (void)state;
  Loaded loaded;
  loaded_open(&loaded, pendulum, NULL, 0);
  const Model *model = loaded_model(&loaded);
  assert_int_equal(loaded.diag.count, 0);
  assert_string_equal(model->title, "T");
  assert_null(model->literature);
  assert_true(model->planar);
  assert_value(model, model->gravity, 0);
  assert_value(model, model->gravity + 1, -9.81);
  assert_value(model, model->gravity + 2, 0); // z stands in every vector

  assert_int_equal(model->body_count, 2);
  const Body *body = &model->bodies[1];
  assert_string_equal(body->name, "P1");
  assert_string_equal(body->kind->type, "point_mass");
  assert_value(model, body->first_number, 2);
  assert_true(body->position_stated);
  assert_false(body->velocity_stated);
  assert_value(model, body->position, -1.5);
  assert_int_equal(body->angle, -1);
  assert_string_equal(model->numbers[body->first_number].path, "bodies.P1.mass");

  const Joint *joint = &model->joints[0];
  assert_int_equal(model->markers[joint->marker_i].body, 0);
  assert_int_equal(joint->marker_j, 1); // the frame of body 1
  assert_value(model, joint->part_offset[0], 1.5);

  assert_int_equal(model->analysis_count, 1);
  const Analysis *analysis = &model->analyses[0];
  assert_int_equal(analysis->from, -1);
  assert_false(analysis->project);
  assert_value(model, analysis->duration, 10);
  assert_value(model, analysis->integrator.relative, 1e-7);
  assert_false(model->numbers[analysis->integrator.absolute].stated);
  assert_int_equal(analysis->integrator.absolute_length, -1);
  assert_value(model, analysis->integrator.alpha, 5);
  assert_false(model->numbers[analysis->integrator.relative].stated);
  assert_false(model->numbers[analysis->integrator.max_step].stated);

  assert_string_equal(model->measures[0].name, "P1.x");
  assert_int_equal(model->measures[0].object, 1);
  assert_int_equal(model->measures[1].kind->quantity, MEASURE_DRIFT);
  assert_int_equal(model->measures[1].object, -1);

  assert_int_equal(model->checks[0].channel, model->outputs[1].number);
  assert_true(model->checks[1].relative);
  assert_int_equal(model->checks[1].analysis, 0);
  assert_value(model, model->checks[1].within, 1e-3);
  assert_int_equal(model->checks[1].form, CHECK_FINAL);
  loaded_close(&loaded);
}

static void units_become_si(void **state) {
  (void)state;
  Loaded loaded;
  loaded_open(&loaded,
              PLANAR
              "bodies:\n  bar:\n    type: rigid\n    mass: 500 g\n    inertia: 2 kg*cm^2\n"
              "    initial: {position: [20 mm, 1 in], angle: 270 deg, angle_rate: 30 rpm}\n" HINGE
              "forces:\n  s: {type: torsional_spring_damper, joint: hinge, stiffness: 45 "
              "N*m/rad, free_angle: 3*pi/2}\n",
              NULL, 0);
  const Model *model = loaded_model(&loaded);
  const Body *body = &model->bodies[1];
  assert_value(model, body->first_number, 0.5);
  assert_value(model, body->first_number + 1, 2e-4);
  assert_value(model, body->position, 0.02);
  assert_value(model, body->position + 1, 0.0254);
  assert_value(model, body->angle, 1.5 * pi);
  assert_value(model, body->angle_rate, pi);
  const Force *force = &model->forces[0];
  assert_int_equal(force->joint, 0);
  assert_int_equal(force->marker[0], model->joints[0].marker_i);
  assert_int_equal(force->marker[1], model->joints[0].marker_j);
  assert_value(model, force->first_number, 45);
  assert_value(model, force->first_number + 2, 1.5 * pi);
  loaded_close(&loaded);
}

static void markers_and_orientations(void **state) {
  (void)state;
  Loaded loaded;
  loaded_open(&loaded,
              SPATIAL
              "ground: {markers: {post: {position: [0, 0, 1], orientation: {matrix: [[0, -1, 0], "
              "[1, 0, 0], [0, 0, 1]]}}}}\n"
              "bodies:\n  top:\n    type: rigid\n    mass: 2\n    center_of_mass: [0, 0, 0.1]\n"
              "    inertia: {xx: 0.1, yy: 0.1, zz: 0.1, about: foot}\n"
              "    initial: {orientation: {euler: [1, 2, 3], sequence: zxz}, angular_velocity: [0, "
              "0, 1], resolve_in: body}\n"
              "    markers:\n      foot: {orientation: {axis_angle: {axis: [0, 1, 0], angle: 90 "
              "deg}}}\n      tip: {position: [0, 0, 1], orientation: {quaternion: [1, 0, 0, 0]}}\n"
              "joints:\n  ball: {type: spherical, marker_i: ground.post, marker_j: top.foot}\n"
              "outputs: {x: top.tip.vx, w: top.wx, r: ball.reaction.x}\n",
              NULL, 0);
  const Model *model = loaded_model(&loaded);
  assert_false(model->planar);
  assert_int_equal(model->marker_count, 5); // ground, top, post, foot, tip
  const Marker *post = &model->markers[model->joints[0].marker_i];
  assert_string_equal(post->name, "ground.post");
  assert_int_equal(post->body, 0);
  assert_int_equal(post->orientation.form, ORIENTATION_MATRIX);
  assert_value(model, post->orientation.number + 1, -1); // rows first
  assert_value(model, post->orientation.number + 3, 1);
  const Marker *foot = &model->markers[model->joints[0].marker_j];
  assert_int_equal(foot->body, 1);
  assert_int_equal(foot->orientation.form, ORIENTATION_AXIS_ANGLE);
  assert_value(model, foot->orientation.number + 1, 1);
  assert_value(model, foot->orientation.number + 3, pi / 2);
  const Body *body = &model->bodies[1];
  assert_int_equal(body->inertia_about, model->joints[0].marker_j);
  assert_int_equal(body->orientation.form, ORIENTATION_EULER);
  assert_string_equal(body->orientation.sequence, "zxz");
  assert_value(model, body->orientation.number + 2, 3);
  assert_value(model, body->center_of_mass + 2, 0.1);
  assert_true(body->angular_velocity_in_body);
  assert_true(body->angular_velocity_stated);
  assert_false(body->velocity_stated);
  assert_string_equal(model->markers[model->measures[0].object].name, "top.tip");
  assert_int_equal(model->measures[1].object, 1);
  assert_int_equal(model->measures[2].object, 0);
  loaded_close(&loaded);
}

static void a_joint_at_a_place(void **state) {
  (void)state;
  Loaded loaded;
  loaded_open(&loaded,
              SPATIAL SOLID "joints:\n  hinge: {type: revolute, body_i: ground, body_j: bar, at: "
                            "[1, 2, 3], axis: [0, 1, 0], initial: {angle: 1, rate: 2}}\n",
              NULL, 0);
  const Model *model = loaded_model(&loaded);
  const Joint *joint = &model->joints[0];
  const Marker *i = &model->markers[joint->marker_i];
  const Marker *j = &model->markers[joint->marker_j];
  assert_true(i->at_initial_pose && j->at_initial_pose);
  assert_int_equal(i->body, 0);
  assert_int_equal(j->body, 1);
  assert_string_equal(j->name, "hinge (on bar)");
  assert_int_equal(i->position, j->position);
  assert_value(model, j->position + 2, 3);
  assert_value(model, j->axis + 1, 1);
  assert_value(model, joint->initial_coordinate, 1);
  assert_value(model, joint->initial_rate, 2);
  loaded_close(&loaded);
}

static void integrator_options(void **state) {
  (void)state;
  Loaded loaded;
  loaded_open(&loaded,
              PLANAR BAR HINGE
              "analyses:\n  a:\n    type: dynamics\n    duration: 2 min\n    initial: project\n"
              "    integrator: {method: ida, formulation: baumgarte, baumgarte: {alpha: 7}, "
              "max_steps: 1000,\n      max_step: 1 ms, tolerances: {relative: 1e-10, absolute: "
              "{length: 1e-6, time: 2}}}\n"
              "  b: {type: dynamics, duration: 1, from: a, integrator: {tolerances: {absolute: "
              "1e-12}}}\n",
              NULL, 0);
  const Model *model = loaded_model(&loaded);
  const Analysis *a = &model->analyses[0];
  assert_value(model, a->duration, 120);
  assert_true(a->project);
  assert_int_equal(a->integrator.method, METHOD_IDA);
  assert_int_equal(a->integrator.formulation, FORMULATION_BAUMGARTE);
  assert_value(model, a->integrator.alpha, 7);
  assert_value(model, a->integrator.beta, 5);
  assert_int_equal(a->integrator.max_steps, 1000);
  assert_value(model, a->integrator.max_step, 1e-3);
  assert_value(model, a->integrator.relative, 1e-10);
  assert_value(model, a->integrator.absolute_length, 1e-6);
  assert_false(model->numbers[a->integrator.absolute_angle].stated);
  assert_value(model, a->integrator.absolute_time, 2);
  const Analysis *b = &model->analyses[1];
  assert_int_equal(b->from, 0);
  assert_int_equal(b->integrator.formulation, FORMULATION_AUTO);
  assert_value(model, b->integrator.absolute, 1e-12);
  assert_int_equal(b->integrator.absolute_length, -1);
  loaded_close(&loaded);
}

static void forces_and_what_they_read(void **state) {
  (void)state;
  Loaded loaded;
  loaded_open(&loaded,
              SPATIAL SOLID
              "  nut: {type: rigid, mass: 1, inertia: {xx: 1, yy: 1, zz: 1}}\n" HINGE
              "forces:\n  push: {type: force, marker: nut, vector: [sin(t), 2*hinge.angle, 0], "
              "resolve_in: bar}\n"
              "  pull: {type: force, marker: nut, vector: [1, 2, 3]}\n"
              "  spring: {type: spring_damper, marker_i: bar, marker_j: nut, stiffness: 3, "
              "free_length: 1, damping: 2*spring.length}\n",
              NULL, 0);
  const Model *model = loaded_model(&loaded);
  const Force *push = &model->forces[0];
  assert_int_equal(push->marker[0], 2);
  assert_int_equal(push->marker[1], 0); // unstated: the reaction is the ground's
  assert_int_equal(push->marker[2], 1);
  assert_true(model->numbers[push->first_number].program.uses_time);
  assert_true(model->numbers[push->first_number + 1].program.uses_state);
  assert_int_equal(model->forces[1].marker[2], 0); // unstated: the ground's axes
  assert_int_equal(model->measures[1].kind->owner, MEASURE_OF_SPRING); // the rest: outputs
  assert_int_equal(model->measures[1].object, 2);
  loaded_close(&loaded);
}

static void options_patch_the_document(void **state) {
  (void)state;
  static const char *const sets[] = {"bodies.bar.mass=3", "L=0.5"};
  Loaded loaded;
  loaded_open(&loaded, PLANAR "parameters: {L: 1}\n" BAR HINGE "outputs: {x: L*bar.x}\n", sets, 2);
  const Model *model = loaded_model(&loaded);
  assert_value(model, model->bodies[1].first_number, 3);
  assert_value(model, model->parameters[0].number, 0.5);
  assert_int_equal(model->override_count, 2);
  loaded_close(&loaded);

  static const char *const wrong[] = {"bodies.bar.mass=-3"};
  loaded_open(&loaded, PLANAR BAR HINGE, wrong, 1);
  assert_null(loaded.model);
  assert_int_equal(loaded.diag.count, 1);
  assert_int_equal(loaded.diag.messages[0].code, DIAG_PHYSICS_MASS);
  assert_string_equal(loaded.diag.messages[0].mark.source->name, "--set bodies.bar.mass");
  assert_int_equal(loaded.diag.messages[0].mark.column, 1);
  loaded_close(&loaded);
}

static void a_model_without_analyses_is_a_model(void **state) {
  (void)state;
  Loaded loaded;
  loaded_open(&loaded, "mbs: 1\nspace: planar\n" BAR, NULL, 0);
  assert_int_equal(loaded_model(&loaded)->analysis_count, 0);
  assert_true(loaded_says(&loaded, DIAG_PHYSICS_GRAVITY, 1, 1));
  assert_true(loaded_says(&loaded, DIAG_PHYSICS_FREE, 4, 3));
  assert_int_equal(loaded.model->gravity, -1);
  loaded_close(&loaded);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_pendulum),
      cmocka_unit_test(units_become_si),
      cmocka_unit_test(markers_and_orientations),
      cmocka_unit_test(a_joint_at_a_place),
      cmocka_unit_test(integrator_options),
      cmocka_unit_test(forces_and_what_they_read),
      cmocka_unit_test(options_patch_the_document),
      cmocka_unit_test(a_model_without_analyses_is_a_model),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
