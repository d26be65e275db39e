// SPDX-License-Identifier: BSD-3-Clause
// tree.h: an open mechanism in joint coordinates: poses, velocities, accelerations in one pass out
// and one pass in (Featherstone, Rigid Body Dynamics Algorithms, 2008, section 7.3: articulated
// bodies).
//
// A link is a body with the joint that leads to it from its parent. All vectors are in ground axes,
// and everything of a link is about its own mass centre, so that moving something to the parent is
// a shift by d = c - c_parent. S_k = (turn, shift of c) is the motion that a velocity of 1 of
// freedom k alone gives the link.
//
//   out:  w = w_parent + sum of turns,  v = v_parent + w_parent x d + ..,  for every link
//         (bw, bv)    accelerations where all v' are zero
//         p = (J bw + w x J w - t, m bv - f)         the force on the joint for v' = 0
//   in:   U = I S,  D = S' U,  u = D^-1 (-S' p),     I: the articulated inertia [J H; H' M]
//         I - U D^-1 U' and p + U u act on the parent
//   out:  v'_k = u - D^-1 U' a,  a = (a_parent moved by d) + S v'     changes against v' = 0
// The inertia of rotors that turn with a freedom is added to its D. A freedom that a motion
// prescribes has no D: its v' is given, and bw and bv contain it.
#ifndef MBS_SYSTEM_TREE_TREE_H
#define MBS_SYSTEM_TREE_TREE_H

#include "base/real.h"
#include "elements/frames/element.h"

// One freedom of a link: one velocity, or the three of a ball.
typedef struct TreeFreedom {
  Freedom kind;
  double sign; // -1: the joint is passed from marker_j to marker_i
  int q, v;    // index of its first coordinate; of its first velocity
} TreeFreedom;

// What is constant in a motion. The axes of a link are those in which its freedoms leave it.
typedef struct TreeLink {
  int parent;        // index of a link before it; -1: the ground
  int body, joint;   // in the system; joint -1: the body floats
  int marker[2];     // where the joint stands on the parent, and on the link; 0: the ground's axes
  int first, count;  // its freedoms: Tree.freedoms[first ..]
  int relation;      // one that holds one of them: Tree.relations; -1
  double sense;      // 1 or -1: of the Euler parameters of its body
  int v, nv, free;   // index of its first velocity, their number; the first `free` are unknowns
  double B[9], s[3]; // the joint in the parent's axes: axes, and origin from the mass centre
  double e[3];       // mass centre from the end of the joint, in the link's axes
  double L[9];       // body axes in the axes of the link
  double mass, J[6]; // inertia about the mass centre in the link's axes: xx yy zz xy xz yz
} TreeLink;

// A link at the present point.
typedef struct TreeBody {
  real R[9], c[3], d[3]; // axes as columns; mass centre; its distance from the parent's
  real w[3], v[3];       // angular velocity; velocity of the mass centre
  real bw[3], bv[3];     // accelerations where all v' are zero
  real alpha[3], a[3];   // accelerations
  real Jw[6], h[3];      // inertia in ground axes; w x J w
  real t[3], f[3];       // applied torque and force at the mass centre, with weight
  real pt[3], pf[3];     // force on the joint for v' = 0, as it is summed up from the tips
  real J[6], H[9], M[6]; // articulated inertia
  real rt[3], rf[3];     // force and torque that the joint exerts on it, at its mass centre
} TreeBody;

// A velocity at the present point.
typedef struct TreeColumn {
  real S[6], U[6];   // (turn, shift)
  real arm[3];       // where it turns, from where the joint begins
  real u, D[BODY_V]; // D: row of the Cholesky factor, its diagonal inverted
  real armature;     // inertia of rotors
  real given;        // the v' that bw and bv contain
} TreeColumn;

// A rotor or a motion (tree_relation.h), in the order of the model's relations.
typedef struct TreeRelation {
  int freedom;
  int rotor; // a body of the system; -1: a motion
  int next;  // another one of the same link; -1
} TreeRelation;

typedef struct Tree {
  int count, nq, nv; // links, parents before what hangs on them; coordinates; velocities
  int freedom_count;
  TreeLink *links;
  TreeFreedom *freedoms;
  TreeBody *bodies;       // [count]
  TreeColumn *columns;    // [nv]
  int *link_of;           // of each body of the model; -1: the ground
  const unsigned *driven; // of each joint: the freedoms that motions prescribe (tree_relation.h)
  TreeRelation *relations;
  int relation_count;
  double (*twists)[6]; // scratch: of each link
  // Scratch: [nv]; velocities and coordinates of the bodies.
  double *scratch, *shown, *placed;
} Tree;

// Poses, velocities and bias accelerations at q [nq], v [nv]. Euler parameters in q may have any
// norm.
void MBS_NAME(tree_place)(Tree *tree, const real *q, const real *v);
// The same for one freedom, from its coordinates and velocities.
void MBS_NAME(tree_rate_of)(const TreeFreedom *freedom, const real *p, const real *w, real *out);
// q_rate [nq] := q' at q, v.
void MBS_NAME(tree_rate)(const Tree *tree, const real *q, const real *v, real *q_rate);
// Takes the v' in v_rate [nv] of freedoms that motions prescribe.
void MBS_NAME(tree_drive)(Tree *tree, const real *v_rate);
// v_rate [nv] := v' for the applied forces t and f of the bodies, and the accelerations alpha and a
// of all links. False where masses do not determine a motion.
bool MBS_NAME(tree_accelerate)(Tree *tree, real *v_rate);
// The accelerations alpha and a of all links for v_rate [nv], whatever forces act.
void MBS_NAME(tree_follow)(Tree *tree, const real *v_rate);
// The reactions rt, rf of all links for their accelerations and applied forces.
void MBS_NAME(tree_react)(Tree *tree);

#endif
