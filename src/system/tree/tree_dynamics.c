// SPDX-License-Identifier: BSD-3-Clause
// tree_dynamics.c: accelerations and reactions of a tree, from the tips in and out again (see
// tree.h).
#include <string.h>

#include "system/tree/tree_inside.h"

// ---- in: articulated inertias ----

// out := [J H; H' M] s
MBS_SIZED void times(const TreeBody *body, const real s[6], real out[6]) {
  const real *H = body->H;
  symmetric(body->J, s, out);
  symmetric(body->M, s + 3, out + 3);
  for (int i = 0; i < 3; i++) {
    out[i] += H[3 * i] * s[3] + H[3 * i + 1] * s[4] + H[3 * i + 2] * s[5];
    out[3 + i] += H[i] * s[0] + H[3 + i] * s[1] + H[6 + i] * s[2];
  }
}

// [J H; H' M] -= z w', where z is a multiple of w.
MBS_SIZED void subtract(TreeBody *body, const real z[6], const real w[6]) {
  static const int ROW[] = {0, 1, 2, 0, 0, 1}, COLUMN[] = {0, 1, 2, 1, 2, 2};
  for (int k = 0; k < 6; k++) {
    body->J[k] -= z[ROW[k]] * w[COLUMN[k]];
    body->M[k] -= z[3 + ROW[k]] * w[3 + COLUMN[k]];
  }
  for (int i = 0; i < 3; i++) {
    for (int k = 0; k < 3; k++) {
      body->H[3 * i + k] -= z[i] * w[3 + k];
    }
  }
}

// Adds the articulated inertia of a body to that of its parent: with K = H + d x M it is
// [J + d x H' - K d x, K; K', M].
static void add_to(const TreeBody *body, TreeBody *parent) {
  const real *d = body->d, *M = body->M, *H = body->H;
  const real F[9] = {M[0], M[3], M[4], M[3], M[1], M[5], M[4], M[5], M[2]};
  real K[9];
  for (int j = 0; j < 3; j++) {
    K[j] = H[j] + d[1] * F[6 + j] - d[2] * F[3 + j];
    K[3 + j] = H[3 + j] + d[2] * F[j] - d[0] * F[6 + j];
    K[6 + j] = H[6 + j] + d[0] * F[3 + j] - d[1] * F[j];
  }
  real *J = parent->J;
  J[0] += body->J[0] + d[1] * H[2] - d[2] * H[1] - (K[1] * d[2] - K[2] * d[1]);
  J[1] += body->J[1] + d[2] * H[3] - d[0] * H[5] - (K[5] * d[0] - K[3] * d[2]);
  J[2] += body->J[2] + d[0] * H[7] - d[1] * H[6] - (K[6] * d[1] - K[7] * d[0]);
  J[3] += body->J[3] + d[1] * H[5] - d[2] * H[4] - (K[2] * d[0] - K[0] * d[2]);
  J[4] += body->J[4] + d[1] * H[8] - d[2] * H[7] - (K[0] * d[1] - K[1] * d[0]);
  J[5] += body->J[5] + d[2] * H[6] - d[0] * H[8] - (K[3] * d[1] - K[4] * d[0]);
  for (int k = 0; k < 9; k++) {
    parent->H[k] += K[k];
  }
  for (int k = 0; k < 6; k++) {
    parent->M[k] += M[k];
  }
}

// Row j of the Cholesky factor L of D = S' U, for the columns of a link; its diagonal inverted.
static bool factor_row(TreeColumn *columns, int j) {
  TreeColumn *column = &columns[j];
  for (int k = 0; k <= j; k++) {
    real sum = six(column->S, columns[k].U);
    for (int l = 0; l < k; l++) {
      sum -= column->D[l] * columns[k].D[l];
    }
    if (k == j) {
      sum += column->armature;
      if (!(re(sum) > 0)) { // the body itself has inertia along every freedom
        return false;
      }
      column->D[k] = 1 / sqrt(sum);
    } else {
      column->D[k] = sum * columns[k].D[k];
    }
  }
  return true;
}

// z := row j of L^-1 U'
static void divided_row(const TreeColumn *columns, int j, real (*z)[6]) {
  memcpy(z[j], columns[j].U, sizeof z[j]);
  for (int k = 0; k < j; k++) {
    for (int c = 0; c < 6; c++) {
      z[j][c] -= columns[j].D[k] * z[k][c];
    }
  }
  for (int c = 0; c < 6; c++) {
    z[j][c] *= columns[j].D[j];
  }
}

// The same for one column: D holds 1/D itself.
static bool factor_one(TreeColumn *column, bool hangs, TreeBody *body) {
  real z[6];
  times(body, column->S, column->U);
  const real D = six(column->S, column->U) + column->armature;
  column->D[0] = 1 / D;
  for (int k = 0; hangs && k < 6; k++) {
    z[k] = column->D[0] * column->U[k];
  }
  if (hangs) {
    subtract(body, z, column->U);
  }
  return re(D) > 0;
}

static bool factor_link(Tree *tree, const TreeLink *link, TreeBody *body) {
  TreeColumn *columns = &tree->columns[link->v];
  real z[BODY_V][6];
  if (link->free == 1) {
    return factor_one(columns, link->parent >= 0, body);
  }
  for (int j = 0; j < link->free; j++) {
    times(body, columns[j].S, columns[j].U);
  }
  for (int j = 0; j < link->free; j++) {
    if (!factor_row(columns, j)) {
      return false;
    }
  }
  for (int j = 0; link->parent >= 0 && j < link->free; j++) {
    divided_row(columns, j, z);
    subtract(body, z[j], z[j]);
  }
  return true;
}

// u := D^-1 u
MBS_SIZED void divide(TreeColumn *columns, int n) {
  if (n == 1) {
    columns->u *= columns->D[0];
    return;
  }
  for (int j = 0; j < n; j++) {
    for (int k = 0; k < j; k++) {
      columns[j].u -= columns[j].D[k] * columns[k].u;
    }
    columns[j].u *= columns[j].D[j];
  }
  for (int j = n - 1; j >= 0; j--) {
    for (int k = j + 1; k < n; k++) {
      columns[j].u -= columns[k].D[j] * columns[k].u;
    }
    columns[j].u *= columns[j].D[j];
  }
}

// What a link lets through to its parent.
static void push(Tree *tree, const TreeLink *link, TreeBody *body) {
  TreeColumn *columns = &tree->columns[link->v];
  for (int j = 0; j < link->free; j++) {
    columns[j].u = -vec_dot(columns[j].S, body->pt) - vec_dot(columns[j].S + 3, body->pf);
  }
  divide(columns, link->free);
  if (link->parent < 0) {
    return;
  }
  TreeBody *parent = &tree->bodies[link->parent];
  for (int j = 0; j < link->free; j++) {
    for (int k = 0; k < 3; k++) {
      body->pt[k] += columns[j].U[k] * columns[j].u;
      body->pf[k] += columns[j].U[3 + k] * columns[j].u;
    }
  }
  add(body->pt, parent->pt);
  add_cross(body->d, body->pf, parent->pt);
  add(body->pf, parent->pf);
}

// Of a link alone, before what hangs on it is added.
static void begin_inertia(const TreeLink *link, TreeBody *body) {
  symmetric(body->Jw, body->bw, body->pt);
  for (int k = 0; k < 3; k++) {
    body->pt[k] += body->h[k] - body->t[k];
    body->pf[k] = link->mass * body->bv[k] - body->f[k];
    body->M[k] = link->mass;
    body->M[3 + k] = 0;
  }
  memcpy(body->J, body->Jw, sizeof body->J);
  memset(body->H, 0, sizeof body->H);
}

// ---- out: accelerations ----

// The parent's change of acceleration (change) at the mass centre of the link, and what its own
// freedoms add.
static void follow(const Tree *tree, int i, const real *v_rate) {
  const TreeLink *link = &tree->links[i];
  const TreeBody *parent = parent_of(tree, link);
  TreeBody *body = &tree->bodies[i];
  real turned[3], moved[3];
  for (int k = 0; k < 3; k++) {
    turned[k] = parent->alpha[k] - parent->bw[k];
    moved[k] = parent->a[k] - parent->bv[k];
  }
  add_cross(turned, body->d, moved);
  for (int j = link->v; j < link->v + link->nv; j++) {
    for (int k = 0; k < 3; k++) {
      turned[k] += (v_rate[j] - tree->columns[j].given) * tree->columns[j].S[k];
      moved[k] += (v_rate[j] - tree->columns[j].given) * tree->columns[j].S[3 + k];
    }
  }
  for (int k = 0; k < 3; k++) {
    body->alpha[k] = body->bw[k] + turned[k];
    body->a[k] = body->bv[k] + moved[k];
  }
}

void MBS_NAME(tree_follow)(Tree *tree, const real *v_rate) {
  for (int i = 0; i < tree->count; i++) {
    follow(tree, i, v_rate);
  }
}

// v'_k = u - D^-1 U' a of a link, from the change of acceleration that its parent brings.
static void solve_link(Tree *tree, int i, real *v_rate) {
  const TreeLink *link = &tree->links[i];
  const TreeBody *parent = parent_of(tree, link);
  const TreeBody *body = &tree->bodies[i];
  TreeColumn *columns = &tree->columns[link->v];
  real change[6];
  for (int k = 0; k < 3; k++) {
    change[k] = parent->alpha[k] - parent->bw[k];
    change[3 + k] = parent->a[k] - parent->bv[k];
  }
  add_cross(change, body->d, change + 3);
  for (int j = 0; j < link->free; j++) {
    v_rate[link->v + j] = columns[j].u;
    columns[j].u = -six(columns[j].U, change);
  }
  divide(columns, link->free);
  for (int j = 0; j < link->free; j++) {
    v_rate[link->v + j] += columns[j].u;
  }
  for (int j = link->free; j < link->nv; j++) {
    v_rate[link->v + j] = columns[j].given;
  }
  follow(tree, i, v_rate);
}

// alpha and a hold what is added to bw and bv.
void MBS_NAME(tree_drive)(Tree *tree, const real *v_rate) {
  for (int i = 0; i < tree->count; i++) {
    const TreeLink *link = &tree->links[i];
    TreeBody *body = &tree->bodies[i];
    memset(body->alpha, 0, sizeof body->alpha);
    memset(body->a, 0, sizeof body->a);
    if (link->parent >= 0) {
      add(tree->bodies[link->parent].alpha, body->alpha);
      add(tree->bodies[link->parent].a, body->a);
      add_cross(body->alpha, body->d, body->a);
    }
    for (int j = link->v + link->free; j < link->v + link->nv; j++) {
      TreeColumn *column = &tree->columns[j];
      for (int k = 0; k < 3; k++) {
        body->alpha[k] += (v_rate[j] - column->given) * column->S[k];
        body->a[k] += (v_rate[j] - column->given) * column->S[3 + k];
      }
      column->given = v_rate[j];
    }
    add(body->alpha, body->bw);
    add(body->a, body->bv);
  }
}

bool MBS_NAME(tree_accelerate)(Tree *tree, real *v_rate) {
  for (int i = 0; i < tree->count; i++) {
    begin_inertia(&tree->links[i], &tree->bodies[i]);
  }
  for (int i = tree->count - 1; i >= 0; i--) {
    const TreeLink *link = &tree->links[i];
    if (!factor_link(tree, link, &tree->bodies[i])) {
      return false;
    }
    push(tree, link, &tree->bodies[i]);
    if (link->parent >= 0) {
      add_to(&tree->bodies[i], &tree->bodies[link->parent]);
    }
  }
  for (int i = 0; i < tree->count; i++) {
    solve_link(tree, i, v_rate);
  }
  return true;
}

void MBS_NAME(tree_react)(Tree *tree) {
  for (int i = 0; i < tree->count; i++) {
    TreeBody *body = &tree->bodies[i];
    symmetric(body->Jw, body->alpha, body->rt);
    for (int k = 0; k < 3; k++) {
      body->rt[k] += body->h[k] - body->t[k];
      body->rf[k] = tree->links[i].mass * body->a[k] - body->f[k];
    }
  }
  for (int i = tree->count - 1; i >= 0; i--) {
    const TreeBody *body = &tree->bodies[i];
    const int p = tree->links[i].parent;
    if (p >= 0) {
      add(body->rt, tree->bodies[p].rt);
      add_cross(body->d, body->rf, tree->bodies[p].rt);
      add(body->rf, tree->bodies[p].rf);
    }
  }
}
