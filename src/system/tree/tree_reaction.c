// SPDX-License-Identifier: BSD-3-Clause
// tree_reaction.c: multipliers from reactions (see tree_reaction.h).
#include "system/tree/tree_reaction.h"

#include <string.h>

#include "math/vec.h"
#include "system/tree/tree_relation.h"

enum { LARGEST = 6, TRANSLATIONS = 3 };

// The normal equations by elimination: they are positive definite, the pivots stand on the
// diagonal.
void tree_least_squares(const double (*S)[LARGEST], int n, const double b[LARGEST], double *x) {
  double N[LARGEST][LARGEST + 1];
  for (int i = 0; i < n; i++) {
    for (int j = 0; j <= n; j++) {
      const double *other = j < n ? S[j] : b;
      N[i][j] = 0;
      for (int k = 0; k < LARGEST; k++) {
        N[i][j] += S[i][k] * other[k];
      }
    }
  }
  for (int i = 0; i < n; i++) {
    for (int r = i + 1; r < n; r++) {
      const double part = N[r][i] / N[i][i];
      for (int j = i; j <= n; j++) {
        N[r][j] -= part * N[i][j];
      }
    }
  }
  for (int i = n - 1; i >= 0; i--) {
    x[i] = N[i][n];
    for (int j = i + 1; j < n; j++) {
      x[i] -= N[i][j] * x[j];
    }
    x[i] /= N[i][i];
  }
}

// Forces and torques per length of the body's group, so that neither counts more by its unit.
static void scale(const State *state, const SystemBody *body, double x[LARGEST]) {
  for (int k = 0; k < TRANSLATIONS; k++) {
    x[TRANSLATIONS + k] /= state->unit[body->v];
  }
}

// J of a row on a body.
static void row_on(const State *state, int row, int body, double J[LARGEST]) {
  const System *system = state->system;
  for (int e = system->rows[row].first_end; e < system->rows[row].end; e++) {
    if (system->ends[e].body == body) {
      memcpy(J, state->row + system->ends[e].at, LARGEST * sizeof *J);
    }
  }
}

// Takes what rotors exert on the link out of R, and adds the rows of its motions: their number.
static int take_relations(const Tree *tree, const State *state, const TreeLink *link, int count,
                          int row[LARGEST], double J[LARGEST][LARGEST], double R[LARGEST],
                          const double *lambda) {
  const System *system = state->system;
  for (int r = link->relation; r >= 0; r = tree->relations[r].next) {
    const int at = system->relations[r].row;
    double own[LARGEST];
    row_on(state, at, link->body, own);
    scale(state, &system->bodies[link->body], own);
    if (tree->relations[r].rotor < 0) {
      memcpy(J[count], own, sizeof own);
      row[count++] = at;
      continue;
    }
    for (int k = 0; k < LARGEST; k++) {
      R[k] += own[k] * lambda[at];
    }
  }
  return count;
}

static void multipliers_of(const Tree *tree, const State *state, int i, double *lambda) {
  const System *system = state->system;
  const TreeLink *link = &tree->links[i];
  const TreeBody *at = &tree->bodies[i];
  const SystemBody *body = &system->bodies[link->body];
  const int first = system->constraint_first_row[link->joint];
  int count = system->constraint_first_row[link->joint + 1] - first, row[LARGEST];
  double J[LARGEST][LARGEST], R[LARGEST], x[LARGEST], along[3];
  memcpy(R, at->rf, sizeof at->rf);
  vec_rotate_back(at->R, at->rt, along);
  vec_rotate_back(link->L, along, R + TRANSLATIONS);
  scale(state, body, R);
  for (int k = 0; k < count; k++) {
    row[k] = first + k;
    row_on(state, row[k], link->body, J[k]);
    scale(state, body, J[k]);
  }
  count = take_relations(tree, state, link, count, row, J, R, lambda);
  tree_least_squares((const double(*)[LARGEST])J, count, R, x);
  for (int k = 0; k < count; k++) {
    lambda[row[k]] = -x[k];
  }
}

void tree_multipliers(const Tree *tree, const State *state, const double *v_rate, double *lambda) {
  tree_relations_multipliers(tree, state, v_rate, lambda);
  for (int i = 0; i < tree->count; i++) {
    if (tree->links[i].joint >= 0) {
      multipliers_of(tree, state, i, lambda);
    }
  }
}
