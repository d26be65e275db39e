// SPDX-License-Identifier: BSD-3-Clause
// dynamics_inside.h: what the files dynamics*.c share. Nobody else looks.
#ifndef MBS_ANALYSIS_DYNAMICS_DYNAMICS_INSIDE_H
#define MBS_ANALYSIS_DYNAMICS_DYNAMICS_INSIDE_H

#include "analysis/dynamics/dynamics.h"
#include "analysis/events/events.h"
#include "analysis/monitors/monitor.h"
#include "analysis/monitors/perturbation_growth.h"
#include "analysis/recording/channel_extremes.h"
#include "analysis/recording/integrals.h"
#include "analysis/recording/recorder.h"
#include "analysis/settings/settings.h"

// The power along a part of a step, as a polynomial.
enum { WORK_NODES = 8 };
typedef struct WorkCourse {
  double from, to; // none where they are the same
  double before;   // work up to there [J]
  double term[WORK_NODES];
} WorkCourse;

// From one switch or event of the clock to the next, or to the end.
typedef struct DynamicsPart {
  bool open;              // a step towards its end may follow
  double stop, next;      // where its last step ends; where what follows begins
  bool crosses;           // something stands at next:
  bool switches, happens; // a switch, an event of the clock
  double at;              // of the event: next, or what round-off puts behind the end
} DynamicsPart;

// What follows a step, once somebody asks for what comes after it.
typedef enum DynamicsPending { PENDING_NONE, PENDING_JUDGEMENT, PENDING_EVENT } DynamicsPending;

struct Dynamics {
  const AnalysisInput *input;
  State *state;
  Result *result;
  Arena *arena;
  Recorder recorder;
  ChannelBounds bounds; // of both
  ChannelExtremes extremes;
  Integrals integrals;
  Scheme *scheme;
  Equations *joint; // the equations in joint coordinates; NULL: not wanted, or not yet
  Settings settings;
  double duration;   // [s]
  double work_t;     // the work of forces is summed up to this time [s]
  WorkCourse course; // the course of the power in the last step, known up to rows_to
  double rows_to;    // [s]
  int work_points;   // how often the last stretch asked for the power; 0: none yet
  long max_steps, steps;
  double *q, *v, *q_rate, *v_rate, *method_lambda; // room for one point
  double *end;   // q and v at the end of the last step, before anything happens there
  double *edge;  // q and v at the first row that waits for what happens there
  double *rate;  // their rates
  double edge_t; // the time of that row [s]
  Monitors monitors;
  MonitorStep step; // the last one
  PerturbationGrowth growth;
  Events events;
  StepMotion inside;             // the motion inside the last step
  const double *here_q, *here_v; // at the accepted point: the end of the step, or of its part
  double *cut_q, *cut_v;         // up to an event
  bool stopped;                  // an event ended the motion
  bool recorded;                 // rows and checks are open: dynamics_close finishes them
  bool moves;                    // scheme and monitors are open, too: there is a motion to audit
  bool going;                    // nothing has failed so far
  double t;                      // time reached [s]
  double from;                   // start of the last step: the motion can be read in [from, t]
  double smooth;                 // time of the last break of the motion, by a switch or an event
  double halt;                   // no step goes beyond [s]
  double due;                    // rows up to this time wait for what follows the step
  DynamicsPart part;
  DynamicsPending pending;
};

// Opens the scheme that the settings name. False with a failure when it refuses, without one when
// memory ran out.
bool dynamics_open_scheme(Dynamics *run);
// The start: its events, its row. False with a failure.
bool dynamics_start(Dynamics *run);
// Carries out the event found last, at the accepted point. False with a failure.
bool dynamics_pass_event(Dynamics *run, double t);
// Goes on from here_q, here_v at t with what holds behind it. False with a failure.
bool dynamics_restart(Dynamics *run, double t);
// The accepted point is the state's present one.
void dynamics_stay_here(Dynamics *run);
// What follows the last step.
void dynamics_conclude(Dynamics *run);

// The first failure of a run stays its status. Always false.
bool dynamics_fails(Dynamics *run, RunStatus status);
// By what the state blames for a row or crossing that has no values.
bool dynamics_fails_to_record(Dynamics *run);

// q, v at a time inside the last step.
void dynamics_interpolate(Dynamics *run, double t);

// Projects the interpolant at t for those who look for a time (StepMotion); they tell nobody of a
// failure.
bool dynamics_go_inside(void *context, double t);
// The interpolant itself.
const Dense *dynamics_motion(void *context);

// Work of everything that stores no energy, up to t, on the interpolant of the last step. Before
// rows up to `reached` ask for it: how it is to be summed up there.
void dynamics_plan_work(Dynamics *run, double reached);
bool dynamics_sum_work(Dynamics *run, double t);
// How much of it belongs to what follows a row that waited for this step, at t.
bool dynamics_work_ahead(Dynamics *run, double t, double *net);

// Times nearer than this are the same instant to the run [s]: round-off, whatever unit of time the
// motion has.
double dynamics_instant(const Dynamics *run);

// Rows: of the start, where the state stands; up to a time inside the last step, but for those that
// an event at its end is too near to (breaks); these, where the state stands at q, v behind it.
// False with a failure.
bool dynamics_record_start(Dynamics *run);
bool dynamics_record(Dynamics *run, double reached, bool breaks);
bool dynamics_record_behind(Dynamics *run, const double *q, const double *v);

#endif
