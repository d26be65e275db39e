// SPDX-License-Identifier: BSD-3-Clause
// model.h: the mechanism: typed, named, resolved to indices. Whoever makes it, a reader of a file
// or a program, numbers its parts for messages (Origin, base/mark.h).
//
// Everything numeric is a Number: a program over parameters (and, where the field allows it, time
// and measures). Numbers of one element stand side by side in the order of its kind's fields, so
// that the values of numbers[first_number ..] are the element's `par` array:
//   FIELD_NUMBER takes 1, FIELD_VECTOR of size 0 always 3 (z = 0 in the plane), of size n takes n,
//   FIELD_MATRIX of n rows n^2, FIELD_MAP its children, all others none. An unstated number without
//   a default takes its place too (stated false, value 0).
// Const once it is made (language/load.h).
#ifndef MBS_MODEL_MODEL_H
#define MBS_MODEL_MODEL_H

#include <stdbool.h>

#include "base/arena.h"
#include "base/diag.h"
#include "elements/frames/joint_start.h"
#include "elements/registry.h"
#include "expr/programs/program.h"
#include "math/spectra/spectrum.h"
#include "model/method.h"
#include "model/orientation.h"
#include "model/relation.h"
#include "model/shape.h"

typedef struct Number {
  Program program;  // of a constant 0 when not stated and without default
  bool stated;      // written in the file
  Origin origin;    // of the value, or of the element when not stated
  const char *path; // "bodies.bar.mass"
  int component;    // of a list or a matrix (rows first); -1: it stands alone
  Quantity quantity;
  Range range; // checked again at every refresh of the parameters
  int same;    // 1 + the number of the file that it is, too, whatever that is given; 0: its own
} Number;

// Numbers that take other values than the file gives them. None of them may depend on time or
// state; what is computed from them follows.
typedef struct NumberValue {
  int number; // of the model
  double value;
} NumberValue;
typedef struct NumberValues {
  const NumberValue *list;
  int count;
} NumberValues;

// The value of one of them; NULL where it is not among them.
static inline const double *number_values_find(NumberValues values, int number) {
  for (int k = 0; k < values.count; k++) {
    if (values.list[k].number == number) {
      return &values.list[k].value;
    }
  }
  return NULL;
}

// What is known of a parameter's value, for studies. Numbers are in SI.
typedef enum UncertaintyKind {
  UNCERTAINTY_RANGE, // numbers: least and largest
  UNCERTAINTY_UNIFORM,
  UNCERTAINTY_LOG_UNIFORM,
  UNCERTAINTY_NORMAL,     // mean, standard deviation
  UNCERTAINTY_TRIANGULAR, // least, most frequent, largest
  UNCERTAINTY_CHOICE      // numbers: all of them
} UncertaintyKind;
typedef struct Uncertainty {
  UncertaintyKind kind;
  const double *numbers;
  int count;
  double lower, upper; // what the value may be; infinite where nothing is said
  Origin origin;
} Uncertainty;

typedef struct Parameter {
  const char *name;
  Origin origin;
  int number;      // its value; depends on parameters only
  bool idle;       // no number reads it
  bool structural; // it was read to count elements: a later change would not change their number
  const Uncertainty *uncertainty; // or NULL
  Dimension dimension;            // as written, else as its uses say where they agree, else unknown
} Parameter;

// A named law that expressions may call (expr/programs/program.h).
typedef struct ModelFunction {
  const char *name;
  Origin origin;
  NamedFunction function;
} ModelFunction;

// A named number of the motion, in place of whose name its text stands.
typedef struct ModelSignal {
  const char *name;
  Origin origin;
  int number;
  NamedText text;
} ModelSignal;

typedef struct Body {
  const char *name;
  Origin origin;
  const BodyKind *kind; // body 0 is ground
  int first_number;     // kind->fields
  // Where the numbers of nested fields stand; -1 when the kind has no such field.
  int center_of_mass; // 3 numbers in the body frame
  bool solid;         // mass, mass centre and inertia come from shapes (system/mechanism/solid.h)
  int density;        // of these
  int inertia_about;  // marker about which the inertia is given, or -1: the mass centre
  int position, velocity;  // 3 numbers each: initial motion of the body frame's origin, ground axes
  int frame;               // to which initial motion is relative, or -1: the ground
  int axes;                // of a point: reference frame whose axes it has, or -1: the ground
  int within;              // or a marker, that may move, to which it is relative; -1: none
  int angle, angle_rate;   // planar rigid
  Orientation orientation; // spatial rigid, initial
  int angular_velocity;    // 3 numbers, ground axes unless angular_velocity_in_body
  bool angular_velocity_in_body;
  bool position_stated, orientation_stated; // angle counts as orientation in the plane
  bool velocity_stated, angular_velocity_stated;
  bool shapes_stated; // in the file, if only as none
  bool hidden;        // view.hide
  int placed_by;      // 1 + the joint whose coordinate at the start places it; 0: none does
} Body;

// A reference frame, fixed in the ground: origin o + A x and axes A R of what is given in it.
typedef struct ReferenceFrame {
  const char *name;
  Origin origin;
  int position;            // 3 numbers, or -1
  Orientation orientation; // of its axes
  int relative_to;         // frame, or -1: the ground
  int marker;              // of the ground, with the same pose
} ReferenceFrame;

// What is read of one marker relative to another.
typedef struct Gauge {
  const char *name;
  Origin origin;
  int marker_i, marker_j;
  bool counts; // its angles in space, over turns
} Gauge;

// How a marker is placed: in the body frame; or at a point (and axis) given in the ground frame at
// the initial pose, as joints between two bodies with `at` do.
typedef struct Marker {
  const char *name; // "bar.tip", "bar", "ground", "hinge (on bar)"
  Origin origin;
  int body;
  int position;            // 3 numbers, or -1: the origin
  Orientation orientation; // in body axes (or ground axes when at_initial_pose)
  bool at_initial_pose;
  int axis;   // with at_initial_pose: 3 numbers, the joint axis (the first of two), or -1
  Axis along; // the marker's own axis that lies on it
  int axis_2; // with at_initial_pose: 3 numbers, the second axis of a universal joint, or -1
  bool used;  // some element, measure or number refers to it
  int frame;  // position, axes and orientation are relative to this reference frame; -1: none
} Marker;

// Largest cosine of the angle between the two pins of a universal joint.
#define JOINT_PINS_SQUARE 1e-9

// What a joint states of its coordinates at the start beside the one of its own; numbers, or -1.
typedef struct JointStart {
  int place[JOINT_STARTS], rate[JOINT_STARTS]; // as in joint_starts (elements/frames/joint_start.h)
  Orientation axes;                            // of marker_j in those of marker_i
  int spin;              // 3 numbers: angular velocity relative to marker_i, in its axes
  int direction, length; // of a rod: 3 numbers in the axes of marker_i, and its length
} JointStart;

typedef struct Joint {
  const char *name;
  Origin origin;
  const JointKind *kind;
  int first_number;
  int marker_i, marker_j;
  int part_offset[JOINT_PARTS];         // number subtracted from row 0 of each part, or -1
  int relation;                         // that is its row, or -1
  int initial_coordinate, initial_rate; // numbers; stated or not as numbers[..].stated; -1: none
  JointStart start;
} Joint;

typedef struct Force {
  const char *name;
  Origin origin;
  const ForceKind *kind;
  int first_number;
  int marker[FORCE_FRAMES];   // as many as its layout says
  int joint;                  // the joint on whose coordinate it acts, or -1
  JointCoordinate coordinate; // which one
  Axis axis; // of marker_i, along or about which it is; none: the axis of the joint's kind
  bool on_j; // that axis is of marker_j: the second pin of a universal joint
} Force;

static inline Axis force_axis(const Force *force, const Joint *joints) {
  return force->axis != AXIS_NONE ? force->axis
                                  : joint_axis(joints[force->joint].kind, force->coordinate);
}

// One measure that some expression or output reads.
typedef struct Measure {
  const char *name; // "bar.tip.vx"
  const MeasureKind *kind;
  int object; // marker, joint or force number by the kind's owner; -1 for the model
  // A component of a vector along an axis of another marker: kind is one of its own, of quantity
  // MEASURE_RESOLVED, like this one, whose axis it is. Else NULL.
  const MeasureKind *vector;
  int resolve_in; // that marker
} Measure;

typedef enum Formulation {
  FORMULATION_AUTO,
  FORMULATION_EXPLICIT,
  FORMULATION_INDEX_1,
  FORMULATION_BAUMGARTE,
  FORMULATION_GGL
} Formulation;

// In which coordinates a motion is integrated: of bodies, or of joints (system/tree).
typedef enum Coordinates { COORDINATES_AUTO, COORDINATES_JOINT, COORDINATES_ABSOLUTE } Coordinates;

// The keys of docs/reference/analyses.md. The numbers are indices into Model.numbers; unstated ones
// hold the default or, where there is none, stated == false.
typedef struct Integrator {
  Origin origin;
  Method method;
  Formulation formulation;
  Coordinates coordinates;
  Origin coordinates_origin;
  int relative, absolute;                             // absolute: times the scales
  int absolute_length, absolute_angle, absolute_time; // -1 unless given as a map
  int max_step, initial_step;                         // unstated: by the duration, the integrator
  int alpha, beta;                                    // baumgarte
  int step;                                           // fixed; unstated: error control
  int newmark_beta, newmark_gamma, hht_alpha, spectral_radius;
  long order;                            // runge_kutta, symplectic; 0: the default
  long max_steps;                        // 0: the default
  bool project_velocity, allow_undamped; // newmark, hht, generalized_alpha
} Integrator;

// assemble: a measure of a position or a rate that is kept.
typedef struct FixedMeasure {
  int measure;
  int number; // what it is brought to; -1: what it is at the guess
  Origin origin;
} FixedMeasure;

// assemble: how dearly a move of a body is bought.
enum { WEIGHT_ALL = -1, WEIGHT_ROTATION = 3 };
typedef struct BodyWeight {
  int body;
  int component; // translation along axis 0 1 2 of the ground, WEIGHT_ROTATION, or WEIGHT_ALL
  int number;
} BodyWeight;

typedef enum AnalysisKind {
#define ANALYSIS(word, symbol, summary) ANALYSIS_##symbol,
#include "model/analyses.def"
#undef ANALYSIS
} AnalysisKind;

// Whether geometry alone tells its motion: every coordinate is driven.
static inline bool analysis_is_driven(AnalysisKind kind) {
  return kind == ANALYSIS_KINEMATICS || kind == ANALYSIS_INVERSE_DYNAMICS;
}

// Whether it is a motion in time: rows from 0 to its duration.
static inline bool analysis_moves(AnalysisKind kind) {
  return kind == ANALYSIS_DYNAMICS || analysis_is_driven(kind);
}
typedef struct Analysis {
  const char *name;
  Origin origin;
  AnalysisKind kind;
  int duration, output_step; // numbers; output_step unstated: duration / 1000
  int from;     // an earlier analysis, or -1: the initial state. One that states none behind an
                // assemble or an equilibrium starts there
  bool project; // initial: project (else: check)
  Integrator integrator; // dynamics
  // assemble:
  const FixedMeasure *fixed;
  int fixed_count;
  const BodyWeight *weights;
  int weight_count;
  // linearize:
  bool steady; // about a steady motion
  int at;      // number: a time of `from`; -1 or unstated: its end
  SpectrumForm pencil;
  int alpha, beta; // numbers: baumgarte
  long modes;      // 0: the default
} Analysis;

typedef enum EventDirection { EVENT_RISING, EVENT_FALLING, EVENT_BOTH } EventDirection;

typedef struct EventSetting {
  int parameter, number; // the new value
} EventSetting;

// Numbers are indices, or -1: not stated.
typedef struct Event {
  const char *name;
  Origin origin;
  int when;
  bool condition; // when is true or false, not a number
  EventDirection direction;
  bool at_jumps; // a number passes zero where an angle in it starts anew, too
  bool once, stop, record;
  int rearm;
  EventSetting *settings;
  int setting_count;
  bool impacts; // on a joint's coordinate, or between two markers
  int impact_joint, impact_marker[2];
  int impact_direction; // 3 numbers
  int restitution, at_rest_below;
  int impulse_marker;                  // -1: none
  int impulse;                         // 3 numbers
  int velocity_joint, velocity_marker; // -1: none; whose rate or velocity is given a value
  int velocity;                        // 1 number, of a marker 3
} Event;

typedef struct Output {
  const char *name;
  Origin origin;
  int number;                    // may depend on every measure
  const char *unit;              // in which it is written; NULL: SI
  double numerator, denominator; // a number in it times these is in SI
} Output;

// The value of an output in SI as it stands in its column, and back.
static inline double output_written(const Output *output, double value) {
  return output->unit == NULL ? value : value * output->denominator / output->numerator;
}
static inline double output_read(const Output *output, double written) {
  return output->unit == NULL ? written : written * output->numerator / output->denominator;
}

typedef enum CheckForm {
  CHECK_MAX_ABS,
  CHECK_MIN,
  CHECK_MAX,
  CHECK_FINAL,
  CHECK_MEAN,
  CHECK_RMS,
  CHECK_VALUE,
  CHECK_PERIOD,
  CHECK_FILE,
  CHECK_EIGENVALUE,  // a value, true ones only
  CHECK_EIGENVALUES, // how many of a label
  CHECK_INTEGRAL,    // these two by figures alone
  CHECK_FIRST_TIME   // at which the channel rises to zero
} CheckForm;
typedef struct Check {
  const char *name;
  Origin origin;
  CheckForm form;
  int channel;                   // number with the channel's program; -1 for files
  const char *channel_text;      // as written
  int below, equals, within, at; // numbers or -1
  bool relative;                 // within is relative
  int cycles;
  int eigenvalue;              // 2 numbers, real and imaginary part, or -1
  EigenLabel label;            // eigenvalues
  int eigen_count;             // of these; 0: at least one
  const char *file;            // as written; resolved by model_open_file
  const double *values;        // instead of a file: rows of t and the channels
  int row_count;               // of values
  const char *const *channels; // output names compared with the file or values
  int channel_count;
  int analysis; // or -1: every analysis that has the measure
  bool figure;  // nothing is asked of its value: it is only found
} Check;

// A data file that the model was made of.
typedef struct ModelFile {
  const char *path; // as the model names it
  SourceText text;
} ModelFile;

typedef struct Model {
  const struct Document *document; // what the language keeps of it; NULL: made without a file
  const char *file;                // path as given by the user
  const char *directory;           // of the file
  const SourceText *source;
  const SourceText **includes; // other files that it is made of, in the order of reading
  int include_count;
  char sha256[65];  // of the file's bytes and those of its includes
  ModelFile *files; // tables, in the order of reading
  int file_count;
  const char *title, *description, *literature; // or NULL
  bool planar;
  int gravity;                                 // 3 numbers, or -1
  bool accepts_inertias, accepts_loaded_stops; // remarks on the start that need not be made
  Origins origins;                             // of everything below
  Number *numbers;
  int number_count;
  Parameter *parameters;
  int parameter_count; // in an order in which each needs only earlier ones
  ModelFunction *functions;
  int function_count;
  ModelSignal *signals;
  int signal_count;
  const int *signal_order; // in which each reads only earlier ones
  Body *bodies;
  int body_count;  // 0 is ground
  int rotor_count; // of the bodies behind these, which no file names (elements/pairs/rotor.h)
  ReferenceFrame *frames;
  int frame_count;
  Marker *markers;
  int marker_count; // marker k < body_count is body k's frame
  Gauge *gauges;
  bool counts; // some gauge counts its angles
  int gauge_count;
  Joint *joints;
  int joint_count;
  Force *forces;
  int force_count;
  BodyShape *shapes; // of all bodies, in their order
  int shape_count;
  View view;
  Relation *relations;
  int relation_count;
  Measure *measures;
  int measure_count;
  Analysis *analyses;
  int analysis_count;
  Event *events;
  int event_count;
  bool outputs_unstated; // all poses and joint coordinates, unless they are too many
  Output *outputs;
  int output_count;
  Check *checks;
  int check_count; // figures come last
  const char *const *overrides;
  int override_count; // the --set options, as given
} Model;

// Reads a data file that the model names whole into *text; *missing tells a file that does not
// exist from one that may not be read, of which a message tells. What belongs to the text lives in
// the arena. Where there is no reader, no file exists.
typedef struct ModelReader {
  bool (*read)(const void *context, const Model *model, const char *path, Mark mark,
               SourceText *text, bool *missing, Arena *arena, Diag *diag);
  const void *context;
} ModelReader;

// Marks the measures that a program reads.
static inline void model_mark_measures(const Program *program, bool *marked) {
  for (int i = 0; i < program->input_count; i++) {
    if (program->inputs[i].kind == SYMBOL_MEASURE) {
      marked[program->inputs[i].index] = true;
    }
  }
}

// Lists the measures that are marked, ascending. Returns how many.
static inline int model_list_measures(const Model *model, const bool *marked, int *list) {
  int count = 0;
  for (int m = 0; m < model->measure_count; m++) {
    if (marked[m]) {
      list[count++] = m;
    }
  }
  return count;
}

#endif
