// SPDX-License-Identifier: BSD-3-Clause
// linear_form.h: the equations of motion linear about a point, in one place.
//
//   F = M a + h + J' lambda - Q(t, q, v, lambda)
//   d F              = M da + C dv + K dx + (J' + F_l) dlambda
//   d Phi            =               P dx
//   d (J v + Phi_t)  =        J dv + R dx
//   d (J a + c)      = J da + B dv + A dx
// C = (h - Q)_v, K = (M a + h + J' lambda - Q)_x, F_l = -Q_lambda of joint friction. Columns x are
// variations along the velocities (displacements of mass centres, rotation vectors in body axes),
// dq = T(q) E x, which know no Euler parameter; or, for formulations whose unknowns are q, the
// coordinates q themselves. These have q' = T(q) s, too, with s = v or v - J' mu:
//   d (T s)          = T dv + D dq - N dq - U dmu
// D = (T s)_q, N = T (J' mu)_q, U = T J'.
//
// Every matrix of the house is a sum of these terms by a table of FormAddend; each term is a list
// of entries in an order fixed once (entries at one place add up).
#ifndef MBS_SYSTEM_EQUATIONS_LINEAR_FORM_H
#define MBS_SYSTEM_EQUATIONS_LINEAR_FORM_H

#include <stdbool.h>

#include "math/sink.h"
#include "system/state/state.h"

typedef enum FormTerm {
  FORM_M, // nv x nv
  FORM_C,
  FORM_K, // nv x columns of x
  FORM_F, // nv x nc: F_l
  FORM_J, // nc x nv
  FORM_B,
  FORM_P, // nc x columns of x; zero in rows that hold velocities alone, of which there are
  FORM_G, // nc x nv: J of these alone
  FORM_H, // nc x columns of x: R of these alone
  FORM_R,
  FORM_A,
  FORM_S, // nc x nc: State.row_scale
  FORM_I, // nc x nc: 1
  FORM_E, // nq x nq: 1; this and all below only where columns are q
  FORM_D,
  FORM_N,
  FORM_T, // nq x nv
  FORM_U, // nq x nc
  FORM_TERMS
} FormTerm;

enum { FORM_TURNS = 3 };

// Entries of one row in consecutive columns.
typedef struct FormBlock {
  int row, column, count;
} FormBlock;

// Where the entries of an element, a body, a group of rows or a force, begin in a term.
typedef struct FormMark {
  int block[FORM_TERMS], value[FORM_TERMS];
} FormMark;

typedef struct LinearForm {
  State *state;
  unsigned wanted; // bits of FormTerm: those that are computed
  bool of_q;       // columns are q
  struct FormEntries {
    FormBlock *blocks;
    double *values; // block after block
    int block_count, count;
  } term[FORM_TERMS];
  double (*map)[BODY_ORIENTATION * FORM_TURNS]; // T E of every body, where it is not 1
  const int *forces;                            // of the system, that have entries
  int force_count;
  FormMark
      *marks;     // of elements in the order of the walk, and one behind the last; NULL: not wanted
  int mark_count; // elements, of which the last `force_count` are forces
} LinearForm;

// Where the form is taken, beside the state's present point.
typedef struct FormPoint {
  const double *a, *lambda; // accelerations [nv], multipliers [nc]
  const double *slope, *mu; // s [nv], mu [nc]; only for D, N
  const double (*turn)[9];  // E of every body; NULL: 1
} FormPoint;

// Lists the entries of the wanted terms. present: without those of forces of which nothing is left
// on the branches that are held now. Returns false when memory ran out.
bool linear_form_open(LinearForm *form, State *state, unsigned wanted, bool of_q, bool present,
                      Arena *arena);

// Whether it has the entries of all forces of which something is left on the branches held now.
bool linear_form_covers(const LinearForm *form);
// The same, and not of many more.
bool linear_form_fits(const LinearForm *form);

// The values of all entries. The state's forces are those of its present point (state_forces), its
// rows reach accelerations where R, A or B are wanted, and velocities otherwise.
void linear_form_at(LinearForm *form, const FormPoint *point);

// to[rows x .., column-major] += weight times a term.
void linear_form_add(const LinearForm *form, FormTerm term, double weight, int rows, double *to);

// Keeps where elements begin, from the next values on. False when memory ran out.
bool linear_form_mark(LinearForm *form, Arena *arena);

// to[rows x .., column-major] += one element's part of a term.
void linear_form_add_element(const LinearForm *form, int element, FormTerm term, int rows,
                             double *to);

// to += weight times a term times x.
void linear_form_times(const LinearForm *form, FormTerm term, double weight, const double *x,
                       double *to);

// ---- sums by a table ----

enum { FORM_CASES = 3 };

// Parts of rows and columns of a matrix.
typedef enum FormPlace { FORM_AT_X, FORM_AT_V, FORM_AT_C, FORM_AT_MU, FORM_PLACES } FormPlace;

// One addend: a term, where it stands (J in the rows of v: J'), and for each of several matrices
// which weight it has there; 0: none.
typedef struct FormAddend {
  FormTerm term;
  FormPlace row, column;
  int weight[FORM_CASES];
} FormAddend;

typedef struct FormMatrix {
  LinearForm form;
  const FormAddend *table;
  int count, which; // addends; of which case
  int *slots;       // of all entries of all addends, one after another
  int nonzeros;
} FormMatrix;

// Opens the form with the terms of a case and the pattern of the matrix, whose parts begin at
// first[]; present as of linear_form_open. Returns false when memory ran out.
bool form_matrix_open(FormMatrix *matrix, State *state, const FormAddend *table, int count,
                      int which, const int first[FORM_PLACES], int size, bool present,
                      Pattern *pattern, Arena *arena);

// values[pattern.nonzeros] := the sum with these weights, at a point.
void form_matrix_at(FormMatrix *matrix, const FormPoint *point, const double weight[],
                    double *values);

#endif
