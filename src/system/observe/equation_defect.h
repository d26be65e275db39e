// SPDX-License-Identifier: BSD-3-Clause
// equation_defect.h: how well the reported motion satisfies the equations of motion: two
// independent checks at an output point (docs/conventions.md).
//
//   defect     |q' - T v| and |v' - a| of every body, with q' and v' of the integrator's
//              interpolant and a from the equations
//   free body  of every body: the reported weight, forces and joint reactions are summed in ground
//              axes (Newton, Euler) and compared with m r'' and the rate of the angular momentum,
//              by v' of the interpolant. A body with internal coordinates compares M v' + h with
//              the generalized forces of the same loads (force: along r; moment: the rest)
// Both are integrated over time, together with the quantity to compare them with. For example, the
// integral of |v' - a| is compared with the integral of |a|: both are velocities.
//
// In a stiff mechanism a tiny error of the position causes a large error of the acceleration. A
// suspicious defect r is therefore replaced by its effect on the motion within a step h, per
// second: (I/h - d(q', v')/d(q, v))^-1 r / h, which is r where nothing is stiff (defect_effect.h).
#ifndef MBS_SYSTEM_OBSERVE_EQUATION_DEFECT_H
#define MBS_SYSTEM_OBSERVE_EQUATION_DEFECT_H

#include "system/observe/defect_effect.h"

// One kind of difference of one body, and the quantity with which it is compared (its size).
typedef struct DefectSum {
  double now, size_now; // |difference| and size at the present point
  double off, size;     // their integrals over time
  double net[3], most;  // integral of the signed difference; the largest |net|^2 so far
  double squares;       // sum of (difference times its time span)^2
  double local;         // integral of the difference times the length of its step
  double peak, peak_t;  // the largest difference; its time [s]
  double largest;       // the largest size so far
} DefectSum;

typedef struct DefectBody {
  DefectSum going, swinging; // q' - T v: translations [m/s]; orientation [rad/s or 1/s]
  DefectSum moving, turning; // v' - a: [m/s^2]; [rad/s^2]
  DefectSum force, moment;   // free body: [N]; [N m]
  double raw, shrunk;        // sums of suspicious defects before and after defect_effect
} DefectBody;

typedef struct EquationDefect {
  DefectBody *of;             // of every body
  double t, span;             // time of the last point; time since the point before [s]
  double free_span;           // time since the last free bodies [s]
  double step;                // length of the step that contains the last point [s]
  double fastest;             // largest speed of a body so far [m/s]
  long suspicions, next_look; // suspicious points so far; the next one that gets a defect_effect
  DefectEffect effect;
  // scratch, opened once
  double *off_q, *off_v, *rate;
  Wrench *sum;     // of every body, about its mass centre
  double *largest; // largest force and moment of every body [2 * body_count]
  double *pulled;  // generalized forces of the loads on bodies with internal coordinates [nv]
} EquationDefect;

// False when memory ran out.
bool equation_defect_open(EquationDefect *defect, const State *state, Arena *arena);
void equation_defect_close(EquationDefect *defect);

// Adds both checks of the state's present point. a [nv], lambda [nc]: from the equations; lambda
// NULL: no free bodies. q_rate
// [nq], v_rate [nv]: from the interpolant; step: length of the step that contains the point [s].
void equation_defect_at(EquationDefect *defect, State *state, const double *a, const double *lambda,
                        double step, const double *q_rate, const double *v_rate);

#endif
