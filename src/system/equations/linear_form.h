// SPDX-License-Identifier: BSD-3-Clause
// linear_form.h: the linearized equations of motion: the common source of all matrices.
//
//   F = M a + h + J' lambda - Q(t, q, v, lambda)
//   d F              = M da + C dv + K dx + (J' + F_l) dlambda
//   d Phi            =               P dx
//   d (J v + Phi_t)  =        J dv + R dx
//   d (J a + c)      = J da + B dv + A dx
// C = (h - Q)_v, K = (M a + h + J' lambda - Q)_x, F_l = -Q_lambda of joint friction; P, R, A are
// the derivatives of Phi, J v + Phi_t and J a + c with respect to x, and B = (J a + c)_v.
//
// The columns x are either variations along the velocities, dq = T(q) E x (displacements of mass
// centres, rotation vectors in body axes), without Euler parameters. E is the tangent operator of
// index_3.h, or 1. Or they are the coordinates q themselves, for formulations with the unknowns q.
// These also have the equation q' = T(q) s, with s = v or s = v - J' mu:
//   d (T s)          = T dv + D dq - N dq - U dmu
// D = (T s)_q, N = T (J' mu)_q, U = T J'.
//
// A table of FormAddend gives every matrix as a sum of these terms. A term is a list of entries,
// whose order is fixed once; entries with the same row and column add up.
#ifndef MBS_SYSTEM_EQUATIONS_LINEAR_FORM_H
#define MBS_SYSTEM_EQUATIONS_LINEAR_FORM_H

#include <stdbool.h>

#include "math/sink.h"
#include "system/state/state.h"

typedef enum FormTerm {
  FORM_M, // nv x nv
  FORM_C, // nv x nv
  FORM_K, // nv x columns of x
  FORM_F, // nv x nc: F_l
  FORM_J, // nc x nv
  FORM_B, // nc x nv
  FORM_P, // nc x columns of x; zero in rows that hold velocities alone
  FORM_G, // nc x nv: J in rows that hold velocities alone, zero in all others
  FORM_H, // nc x columns of x: R in rows that hold velocities alone, zero in all others
  FORM_R, // nc x columns of x
  FORM_A, // nc x columns of x
  FORM_S, // nc x nc: diagonal, State.row_scale
  FORM_I, // nc x nc: 1
  FORM_E, // nq x nq: 1; this and all terms below exist only where the columns are q
  FORM_D, // nq x nq
  FORM_N, // nq x nq
  FORM_T, // nq x nv
  FORM_U, // nq x nc
  FORM_TERMS
} FormTerm;

enum { FORM_TURNS = 3 };

// Entries of one row in `count` consecutive columns.
typedef struct FormBlock {
  int row, column, count;
} FormBlock;

// Where the entries of an element (a body, the rows of a part or a relation, a force) begin in each
// term.
typedef struct FormMark {
  int block[FORM_TERMS], value[FORM_TERMS];
} FormMark;

typedef struct LinearForm {
  State *state;
  unsigned wanted; // bits of FormTerm: the terms that are computed
  bool of_q;       // the columns are q
  struct FormEntries {
    FormBlock *blocks;
    double *values; // block after block
    int block_count, count;
  } term[FORM_TERMS];
  double (*map)[BODY_ORIENTATION * FORM_TURNS]; // T E of the rotations of every body in space
  const int *forces;                            // indices of the forces with entries
  int force_count;
  FormMark *marks; // of each element, in the order of the entries, and of the end; NULL: not wanted
  int mark_count;  // number of elements; the last force_count of them are forces
} LinearForm;

// The point at which the form is evaluated, in addition to the state's present point.
typedef struct FormPoint {
  const double *a, *lambda; // accelerations [nv], multipliers [nc]
  const double *slope, *mu; // s [nv], mu [nc]; only D and N read them
  const double (*turn)[9];  // E of every body; NULL: 1
} FormPoint;

// Lists the entries of the wanted terms. present: only those of forces that do not rest on the
// branches held now (forces_rest). False when memory ran out.
bool linear_form_open(LinearForm *form, State *state, unsigned wanted, bool of_q, bool present,
                      Arena *arena);

// Whether the form has the entries of all forces that do not rest on the branches held now.
bool linear_form_covers(const LinearForm *form);
// The same, and the form has at most 8 + 2 n forces for n that do not rest.
bool linear_form_fits(const LinearForm *form);

// Computes the values of all entries. The state's forces must be those of its present point
// (state_forces). Its rows must reach accelerations where R, A or B are wanted, else velocities.
void linear_form_at(LinearForm *form, const FormPoint *point);

// to [rows x .., column-major] += weight times a term.
void linear_form_add(const LinearForm *form, FormTerm term, double weight, int rows, double *to);

// Keeps the marks of elements, from the next linear_form_at on. False when memory ran out.
bool linear_form_mark(LinearForm *form, Arena *arena);

// to [rows x .., column-major] += the part of one element in a term.
void linear_form_add_element(const LinearForm *form, int element, FormTerm term, int rows,
                             double *to);

// to += weight times a term times the vector x.
void linear_form_times(const LinearForm *form, FormTerm term, double weight, const double *x,
                       double *to);

// ---- sums by a table ----

enum { FORM_CASES = 3 };

// Blocks of rows and columns of a matrix.
typedef enum FormPlace { FORM_AT_X, FORM_AT_V, FORM_AT_C, FORM_AT_MU, FORM_PLACES } FormPlace;

// One addend of a matrix: a term and its block of rows and columns (J in the rows FORM_AT_V means
// J'). A table serves several cases, that is, matrices: weight[case] is an index into the weights
// of form_matrix_at; 0: the case does not have this addend.
typedef struct FormAddend {
  FormTerm term;
  FormPlace row, column;
  int weight[FORM_CASES];
} FormAddend;

typedef struct FormMatrix {
  LinearForm form;
  const FormAddend *table;
  int count, which; // number of addends; the case
  int *slots;       // where each entry of each addend stands among the values of the matrix
  int nonzeros;
} FormMatrix;

// Opens a form with the terms of case `which`, and the pattern of the matrix [size x size].
// first[]: the first row and column of each block; the columns are q where FORM_AT_X and FORM_AT_V
// begin at different ones. present: as in linear_form_open. False when memory ran out.
bool form_matrix_open(FormMatrix *matrix, State *state, const FormAddend *table, int count,
                      int which, const int first[FORM_PLACES], int size, bool present,
                      Pattern *pattern, Arena *arena);

// values [pattern.nonzeros] := the matrix with these weights, at a point.
void form_matrix_at(FormMatrix *matrix, const FormPoint *point, const double weight[],
                    double *values);

#endif
