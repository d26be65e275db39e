// SPDX-License-Identifier: BSD-3-Clause
// equation_defect.h: is what we report true? Two independent answers at an output point
// (docs/conventions.md).
//
//   defect     |q' - T v| and |v' - a| of every body, with q', v' of the integrator's interpolant
//   free body  for each body: gravity, forces and joint reactions as reported, summed in ground
//              axes by Newton and Euler, against m r'' and the rate of angular momentum with v' of
//              the interpolant; of a body with internal coordinates M v' + h against the same loads
//              pulled back through its frames (force: along r, moment: the rest)
// Both are added up over time, beside what they are to be compared with: the velocity that
// differences of accelerations make beside the velocity that accelerations make.
//
// Where something is stiff, accelerations differ by much where positions differ by next to nothing.
// A suspicious difference r is therefore replaced by what it does within a step h, per second:
// (I/h - d(q', v')/d(q, v))^-1 r, which is h r where nothing is stiff (defect_effect.h).
#ifndef MBS_SYSTEM_OBSERVE_EQUATION_DEFECT_H
#define MBS_SYSTEM_OBSERVE_EQUATION_DEFECT_H

#include "system/observe/defect_effect.h"
#include "system/state/state.h"

// A difference of one kind of one body, and its size.
typedef struct DefectSum {
  double now, size_now; // at the present point
  double off, size;     // over time, each by its size
  double net[3], most;  // of the differences, signed, over time; the largest square of it
  double squares;       // of the differences, each over its time
  double local;         // of what they do within their steps, over time
  double peak, peak_t;  // the largest difference, and when
  double largest;       // size so far
} DefectSum;

typedef struct DefectBody {
  DefectSum going, swinging; // q' against v: m/s; rad/s or the like
  DefectSum moving, turning; // v' against a: m/s^2, rad/s^2
  DefectSum force, moment;   // N, N m
  double raw, shrunk;        // of what was looked at more closely, before and after
} DefectBody;

typedef struct EquationDefect {
  DefectBody *of;
  double t, span;             // of the last point, and since the one before
  double step;                // in which it lies
  double fastest;             // body so far [m/s]
  long suspicions, next_look; // closer looks at suspicious differences
  DefectEffect effect;
  // scratch, opened once
  double *off_q, *off_v, *rate;
  Wrench *sum;     // of every body, about its mass centre
  double *largest; // force and moment per body [2 * body_count]
  double *pulled;  // loads on bodies with internal coordinates as generalized forces [nv]
} EquationDefect;

bool equation_defect_open(EquationDefect *defect, const State *state, Arena *arena);
void equation_defect_close(EquationDefect *defect);

// At the state's present point, in a step of that length [s].
void equation_defect_at(EquationDefect *defect, State *state, const double *a, const double *lambda,
                        double step, const double *q_rate, const double *v_rate);

#endif
