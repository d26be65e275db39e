// SPDX-License-Identifier: BSD-3-Clause
// The recursions of a tree, for every sequence of freedoms that a joint has, passed from either
// side, on random trees: along (q', v') the complex step of the poses gives the velocities, and
// that of the velocities the accelerations. The reactions of these accelerations do the work of the
// rotors along every freedom that is not prescribed, so that they are those of the forces; where a
// motion prescribes it the acceleration is what was given.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "derivatives/step.h"
#include "elements/registry.h"
#include "math/vec.h"
#include "system/tree/tree.h"

enum { LINKS = 12, TREES = 400, ROOM = LINKS * (JOINT_FREEDOMS + 1) };

typedef struct Drawn {
  Tree tree;
  TreeLink links[LINKS];
  TreeFreedom freedoms[ROOM];
  TreeBody bodies[LINKS];
  TreeColumn columns[ROOM];
  real q[ROOM], v[ROOM], q_rate[ROOM], v_rate[ROOM], given[ROOM];
} Drawn;

static double between(Random *random, double low, double high) {
  return low + (high - low) * 0.5 * (random_number(random) + 1);
}

static void draw_axes(Random *random, double A[9]) {
  real p[4], R[9], size = 0;
  random_vector(random, 4, p);
  for (int k = 0; k < 4; k++) {
    size += p[k] * p[k];
  }
  for (int k = 0; k < 4; k++) {
    p[k] /= sqrt(size);
  }
  vec_of_euler(p, R);
  for (int k = 0; k < 9; k++) {
    A[k] = creal(R[k]);
  }
}

static void add_freedom(Tree *tree, TreeLink *link, Freedom kind, double sign) {
  tree->freedoms[tree->freedom_count++] = (TreeFreedom){.kind = kind, .sign = sign, .q = tree->nq};
  link->count++;
  tree->nq += kind == FREEDOM_BALL ? 4 : 1;
}

// A fifth of the freedoms but balls are prescribed, a third have rotors.
static void number_velocities(Random *random, Tree *tree, TreeLink *link) {
  bool driven[JOINT_FREEDOMS + 1];
  for (int k = 0; k < link->count; k++) {
    driven[k] =
        tree->freedoms[link->first + k].kind != FREEDOM_BALL && random_number(random) < -0.6;
  }
  for (int pass = 0; pass < 2; pass++) {
    for (int k = 0; k < link->count; k++) {
      TreeFreedom *freedom = &tree->freedoms[link->first + k];
      if (driven[k] == (pass == 1)) {
        freedom->v = link->v + link->nv;
        link->nv += freedom->kind == FREEDOM_BALL ? 3 : 1;
        tree->columns[freedom->v].armature =
            random_number(random) < -0.3 ? between(random, 0, 2) : 0;
      }
    }
    link->free = pass == 0 ? link->nv : link->free;
  }
  tree->nv += link->nv;
}

// A joint of the table, or a body that floats.
static void draw_freedoms(Random *random, Tree *tree, TreeLink *link) {
  Freedom freedoms[JOINT_FREEDOMS] = {FREEDOM_SLIDE_X, FREEDOM_SLIDE_Y, FREEDOM_SLIDE_Z,
                                      FREEDOM_BALL};
  const bool floats = random_number(random) < -0.8;
  int count = floats ? 4 : -1;
  for (int tries = 0; count < 0; tries++) {
    const int k = (int)between(random, 0, MBS_NAME(joint_kind_count) - 0.001);
    count = joint_freedoms_complex(&MBS_NAME(joint_kinds)[k], freedoms);
    assert_true(tries < 10000);
  }
  const bool back = random_number(random) < 0;
  for (int k = 0; k < count; k++) {
    add_freedom(tree, link, freedoms[back ? count - 1 - k : k], back ? -1 : 1);
  }
  number_velocities(random, tree, link);
}

static void draw_link(Random *random, Tree *tree, int i) {
  TreeLink *link = &tree->links[i];
  *link = (TreeLink){.parent = (int)floor(between(random, -1, i)),
                     .first = tree->freedom_count,
                     .v = tree->nv,
                     .mass = between(random, 0.5, 2)};
  link->parent = random_number(random) < 0 ? i - 1 : link->parent;
  draw_axes(random, link->B);
  for (int k = 0; k < 3; k++) {
    link->s[k] = random_number(random);
    link->e[k] = random_number(random);
    link->J[k] = between(random, 0.3, 0.5);
    link->J[3 + k] = between(random, -0.1, 0.1);
  }
  draw_freedoms(random, tree, link);
}

static void draw(Random *random, Drawn *drawn) {
  Tree *tree = &drawn->tree;
  memset(drawn, 0, sizeof *drawn);
  tree->links = drawn->links;
  tree->freedoms = drawn->freedoms;
  tree->bodies = drawn->bodies;
  tree->columns = drawn->columns;
  tree->count = (int)between(random, 1, LINKS + 0.999);
  for (int i = 0; i < tree->count; i++) {
    draw_link(random, tree, i);
  }
  random_vector(random, tree->nq, drawn->q); // Euler parameters of any norm
  random_vector(random, tree->nv, drawn->v);
}

static void push(Random *random, Drawn *drawn) {
  for (int i = 0; i < drawn->tree.count; i++) {
    random_vector(random, 3, drawn->bodies[i].t);
    random_vector(random, 3, drawn->bodies[i].f);
  }
}

// What the complex step of a pose and a velocity leaves beside what the recursion says.
static double missed(int count, const real *said, const real *stepped, double worst) {
  return fmax(worst, step_error(count, said, stepped));
}

static double error_of(Random *random, Drawn *drawn, Drawn *stepped) {
  Tree *tree = &drawn->tree;
  double worst = 0;
  push(random, drawn);
  tree_place_complex(tree, drawn->q, drawn->v);
  tree_rate_complex(tree, drawn->q, drawn->v, drawn->q_rate);
  for (int twice = 0; twice < 2; twice++) { // the last ones count
    random_vector(random, tree->nv, drawn->given);
    tree_drive_complex(tree, drawn->given);
  }
  assert_true(tree_accelerate_complex(tree, drawn->v_rate));
  *stepped = *drawn;
  stepped->tree.bodies = stepped->bodies;
  stepped->tree.columns = stepped->columns;
  step_along(tree->nq, drawn->q, drawn->q_rate, stepped->q);
  step_along(tree->nv, drawn->v, drawn->v_rate, stepped->v);
  tree_place_complex(&stepped->tree, stepped->q, stepped->v);
  for (int i = 0; i < tree->count; i++) {
    const TreeBody *here = &drawn->bodies[i], *there = &stepped->bodies[i];
    real turned[9];
    vec_turn(here->w, here->R, turned);
    worst = missed(3, here->v, there->c, worst);
    worst = missed(9, turned, there->R, worst);
    worst = missed(3, here->alpha, there->w, worst);
    worst = missed(3, here->a, there->v, worst);
  }
  return worst;
}

// The largest work that reactions and rotors do not share along a freedom, over the largest of its
// parts; what a prescribed acceleration misses.
static double work_of(Drawn *drawn) {
  Tree *tree = &drawn->tree;
  double worst = 0, size = 1;
  tree_react_complex(tree);
  for (int i = 0; i < tree->count; i++) {
    const TreeBody *body = &drawn->bodies[i];
    for (int j = tree->links[i].v; j < tree->links[i].v + tree->links[i].nv; j++) {
      const real *S = drawn->columns[j].S;
      const double turn = creal(vec_dot(S, body->rt)), shift = creal(vec_dot(S + 3, body->rf));
      const double rotor = creal(drawn->columns[j].armature * drawn->v_rate[j]);
      const bool given = j >= tree->links[i].v + tree->links[i].free;
      worst = fmax(worst,
                   given ? cabs(drawn->v_rate[j] - drawn->given[j]) : fabs(turn + shift + rotor));
      size = fmax(size, fmax(fabs(turn), fabs(shift)));
    }
  }
  return worst / size;
}

static void test_recursion(void **state) {
  static Drawn drawn, stepped;
  Random random = {17};
  (void)state;
  for (int k = 0; k < TREES; k++) {
    draw(&random, &drawn);
    const double error = error_of(&random, &drawn, &stepped), work = work_of(&drawn);
    if (error > EXACT || work > EXACT) {
      fail_msg("tree %d of %d links: derivatives %g, work %g", k, drawn.tree.count, error, work);
    }
  }
}

// A wrong coefficient shows: the step along a velocity that is a little longer.
static void test_wrong(void **state) {
  static Drawn drawn, stepped;
  Random random = {18};
  (void)state;
  draw(&random, &drawn);
  (void)error_of(&random, &drawn, &stepped);
  drawn.bodies[0].v[0] *= 1 + MUTATION;
  drawn.bodies[0].v[0] += MUTATION;
  assert_true(missed(3, drawn.bodies[0].v, stepped.bodies[0].c, 0) > WRONG);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_recursion),
                                     cmocka_unit_test(test_wrong)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
