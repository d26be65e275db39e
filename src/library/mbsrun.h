// SPDX-License-Identifier: BSD-3-Clause
// mbsrun.h: the library libmbsrun: load a model, run it, read its results.
//
//   mbs_model *model;
//   mbs_result *result;
//   if (mbs_load_file("a01.yaml", NULL, &model) == MBS_OK) {
//     mbs_run(model, NULL, &result);
//     puts(mbs_result_summary(result));
//     mbs_result_free(result);
//   } else {
//     fputs(mbs_messages_text(mbs_model_messages(model)), stderr);
//   }
//   mbs_model_free(model);
//
// All numbers are in SI units and radians, unless an output of the model states a unit of its own.
// Texts are UTF-8 and end with a NUL. What a handle gives (texts, columns, messages) lives as long
// as the handle; what the caller gives is copied. A model never changes after it was loaded: any
// number of threads may use it at once. A result is read-only, too. Results keep their model alive,
// so that handles may be freed in any order. No function prints, ends the process, sets a locale or
// a signal handler, or reads the environment.
#ifndef MBS_LIBRARY_MBSRUN_H
#define MBS_LIBRARY_MBSRUN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define MBS_API __attribute__((visibility("default")))
#else
#define MBS_API
#endif

// The number of this interface. A program that loads the library at run time compares it with
// mbs_abi().
#define MBS_ABI 1

// How a call ended: the numbers are the exit statuses of the program mbsrun.
typedef enum mbs_status {
  MBS_OK = 0,
  MBS_BUG = 1,        // a defect of mbsrun
  MBS_USAGE = 2,      // the call makes no sense, as an index that is too large
  MBS_REFUSED = 3,    // the model has errors
  MBS_FAILED = 4,     // an analysis failed, or was stopped by its caller
  MBS_IO = 5,         // a file cannot be read or written
  MBS_CHECK = 6,      // a check of the model is violated
  MBS_MEMORY = 8,     // out of memory
  MBS_BUDGET = 9,     // a budget of time, steps or output is used up
  MBS_INACCURATE = 10 // the audit contradicts the result
} mbs_status;

typedef struct mbs_model mbs_model;
typedef struct mbs_result mbs_result;
typedef struct mbs_messages mbs_messages;

// ---- version ----

// The version of the library, such as "0.2.0".
MBS_API const char *mbs_version(void);
// MBS_ABI of the library that was loaded.
MBS_API int mbs_abi(void);
// One word for a status, such as "refused"; "unknown" for a number that is none.
MBS_API const char *mbs_status_word(int status);

// ---- loading ----

// Options of loading. MBS_LOAD_OPTIONS initializes them.
typedef struct mbs_load_options {
  size_t size;             // sizeof(mbs_load_options)
  const char *const *sets; // values that replace those of the file, each as "path=value": "L=2 m",
                           // "bodies.rod.mass=3"
  size_t set_count;
  const char *const
      *allowed; // folders, beside that of the model, below which it may read data files
  size_t allowed_count;
  size_t max_bytes;  // largest model file [bytes]; 0: 16 MiB
  size_t max_nodes;  // largest number of YAML nodes; 0: the default of the program
  size_t max_memory; // memory of the model, and of each of its results [bytes]; 0: 4 GiB
} mbs_load_options;
#define MBS_LOAD_OPTIONS                                                                           \
  { sizeof(mbs_load_options), NULL, 0, NULL, 0, 0, 0, 0 }

// Loads a model file. options: NULL for the defaults. *model is set also where the model is
// refused: its messages say why. It is NULL only when memory ran out. MBS_REFUSED: the model has
// errors. MBS_IO: the file cannot be read.
MBS_API mbs_status mbs_load_file(const char *path, const mbs_load_options *options,
                                 mbs_model **model);
// Loads a model from a text of `length` bytes. name: the path at which the text would stand;
// messages show it, and the model's data files are looked up beside it. NULL: "<text>".
MBS_API mbs_status mbs_load_text(const char *text, size_t length, const char *name,
                                 const mbs_load_options *options, mbs_model **model);
// Loads the same model once more, with these values after those that it was loaded with. A file is
// read again.
MBS_API mbs_status mbs_model_with(const mbs_model *model, const char *const *sets, size_t set_count,
                                  mbs_model **changed);
// Frees a model; NULL is allowed. Results that were made of it keep what they need.
MBS_API void mbs_model_free(mbs_model *model);

// ---- messages ----

typedef enum mbs_severity { MBS_ERROR = 0, MBS_WARNING = 1, MBS_INFO = 2 } mbs_severity;

// One message.
typedef struct mbs_message {
  size_t size; // sizeof(mbs_message), set by the caller
  mbs_severity severity;
  const char *code; // "E-SCHEMA-003"
  const char *text; // one sentence
  const char *hint; // what to do, or NULL
  const char *file; // the file that it points into, or NULL
  int line, column; // first column of the place, both from 1; 0: no place
  int end_column;   // one past its last column
} mbs_message;

// What was said when a model was loaded.
MBS_API const mbs_messages *mbs_model_messages(const mbs_model *model);
MBS_API size_t mbs_messages_count(const mbs_messages *messages);
// The index-th message. MBS_USAGE: there is none.
MBS_API mbs_status mbs_messages_get(const mbs_messages *messages, size_t index,
                                    mbs_message *message);
// All messages as mbsrun shows them on a terminal, with the line of the file, a caret and the hint;
// "" without any.
MBS_API const char *mbs_messages_text(const mbs_messages *messages);
// All messages as a JSON list of {file, line, column, end_column, severity, code, message, hint,
// related}.
MBS_API const char *mbs_messages_json(const mbs_messages *messages);

// ---- what a model has ----

typedef enum mbs_kind {
  MBS_BODY = 0, // body 0 is the ground
  MBS_JOINT = 1,
  MBS_FORCE = 2,
  MBS_PARAMETER = 3,
  MBS_OUTPUT = 4,
  MBS_ANALYSIS = 5,
  MBS_EVENT = 6
} mbs_kind;

// How many elements of a kind a model has; 0 for a model that was refused.
MBS_API size_t mbs_count(const mbs_model *model, mbs_kind kind);
// The name of an element, or NULL where the index is too large.
MBS_API const char *mbs_name(const mbs_model *model, mbs_kind kind, size_t index);
// The index of a name, or -1.
MBS_API ptrdiff_t mbs_find(const mbs_model *model, mbs_kind kind, const char *name);

// A parameter of a model.
typedef struct mbs_parameter {
  size_t size; // sizeof(mbs_parameter), set by the caller
  const char *name;
  const char *unit; // SI, "" where none is known
  double value;     // in this unit
} mbs_parameter;
MBS_API mbs_status mbs_parameter_get(const mbs_model *model, size_t index,
                                     mbs_parameter *parameter);

// ---- running ----

// Options of a run. MBS_RUN_OPTIONS initializes them.
typedef struct mbs_run_options {
  size_t size;          // sizeof(mbs_run_options)
  const char *analysis; // the only analysis to run (with those that it starts from); NULL: all
  double time_limit;    // processor time of the process [s]; 0: no limit
  int64_t max_steps;    // of an analysis; 0: what the file says, else 10 million
  bool motion;          // keep the poses of all bodies at every row (mbs_poses)
  // Called now and then with the name of the analysis, the time reached and its end [s]; false
  // stops the run.
  bool (*progress)(void *user, const char *analysis, double t, double end);
  void *user;  // handed to progress
  bool forces; // with `motion`: keep all forces, too, for a page that shows them
} mbs_run_options;
#define MBS_RUN_OPTIONS                                                                            \
  { sizeof(mbs_run_options), NULL, 0, 0, false, NULL, NULL, false }

// Runs the analyses of a model and its checks. options: NULL for the defaults. *result is set also
// where the run fails: its messages say why, and the rows before a failure are there. It is NULL
// only when memory ran out. The status is the exit status of `mbsrun run`.
MBS_API mbs_status mbs_run(const mbs_model *model, const mbs_run_options *options,
                           mbs_result **result);
// Frees a result; NULL is allowed.
MBS_API void mbs_result_free(mbs_result *result);
MBS_API mbs_status mbs_result_status(const mbs_result *result);
// What was said of the run: of the model, then of each analysis and of each check.
MBS_API const mbs_messages *mbs_result_messages(const mbs_result *result);
// The text of summary.json, as `mbsrun run --reproducible` writes it, without its list of files.
MBS_API const char *mbs_result_summary(const mbs_result *result);

// ---- what a result has ----

// How many analyses ran, and the name of each of them; NULL where the index is too large.
MBS_API size_t mbs_result_count(const mbs_result *result);
MBS_API const char *mbs_result_name(const mbs_result *result, size_t index);
// The index of the analysis of this name, or -1.
MBS_API ptrdiff_t mbs_result_find(const mbs_result *result, const char *name);

// A column of the rows of an analysis: value k is values[k * stride].
typedef struct mbs_column {
  size_t size;      // sizeof(mbs_column), set by the caller
  const char *name; // "t", then the names of the outputs
  const char *unit; // "m"; "" where it is not known
  const char
      *reason; // why the model does not determine it (its values are then not valid), or NULL
  const double *values;
  size_t count, stride; // number of rows; distance of two rows, in doubles
} mbs_column;

// How many columns an analysis has, t included; 0 where it has no rows.
MBS_API size_t mbs_column_count(const mbs_result *result, size_t analysis);
// A column without a copy. MBS_USAGE: there is none.
MBS_API mbs_status mbs_column_get(const mbs_result *result, size_t analysis, size_t index,
                                  mbs_column *column);

// The poses of all bodies at every row; only with the option `motion`.
typedef struct mbs_motion {
  size_t size; // sizeof(mbs_motion), set by the caller
  // In a row the pose of each body but the ground, in their order: in the plane x, y, angle; in
  // space x, y, z and the Euler parameters w, x, y, z, which map the body's axes to those of the
  // ground [m, rad].
  const float *values;  // pose b of row k begins at values[k * stride + b * per_body]
  size_t count, stride; // number of rows; distance of two rows, in floats
  size_t bodies, per_body;
} mbs_motion;
// MBS_USAGE: there is no such analysis, or its poses were not kept.
MBS_API mbs_status mbs_poses(const mbs_result *result, size_t analysis, mbs_motion *motion);

// Writes a results directory as `mbsrun run --reproducible -o DIRECTORY --format FORMAT` does.
// format: NULL for "csv". replace: whether the results of another model may be replaced. *messages:
// what was said, valid until the next call for this result; NULL where it is not wanted.
MBS_API mbs_status mbs_result_write(mbs_result *result, const char *directory, const char *format,
                                    bool replace, const mbs_messages **messages);

// Writes report.html into a directory that mbs_result_write has written for this result: the page
// that moves, with plots, checks and audit. Else as mbs_result_write.
MBS_API mbs_status mbs_result_page(mbs_result *result, const char *directory,
                                   const mbs_messages **messages);

// ---- step by step ----

// A motion that its caller takes from one instant to the next. A session belongs to one thread at a
// time; different sessions, of the same model too, run side by side.
typedef struct mbs_session mbs_session;

// Opens an analysis of type dynamics at its start, after the analyses that it starts from.
// analysis: its name; NULL: the first one of this type. *session is set also where the motion
// cannot start: its messages say why. It is NULL only when memory ran out. MBS_USAGE: there is no
// such analysis.
MBS_API mbs_status mbs_session_open(const mbs_model *model, const char *analysis,
                                    mbs_session **session);
// Frees a session; NULL is allowed.
MBS_API void mbs_session_free(mbs_session *session);
// What was said so far, valid until the next call for this session.
MBS_API const mbs_messages *mbs_session_messages(mbs_session *session);
// Goes back to the start, with the inputs of the file.
MBS_API mbs_status mbs_session_reset(mbs_session *session);
// The time reached, and the end of the analysis [s].
MBS_API double mbs_session_time(const mbs_session *session);
MBS_API double mbs_session_end(const mbs_session *session);

// An input: gives a parameter of the model (its index, as mbs_find finds it) a new value in its SI
// unit, from the present time on. What follows from the parameter follows. The motion goes on with
// it at the next call that needs it, so that several inputs of one instant cost one restart of the
// integrator, and a value that is the present one costs nothing. MBS_USAGE: there is no such
// parameter, the value is not finite, or the parameter counts elements of the model.
MBS_API mbs_status mbs_input_set(mbs_session *session, size_t parameter, double value);

// A law of the caller's, in place of an expression of a force in the model. The path names it:
// "forces.motor.value", "forces.push.vector[0]". The expression tells what the law reads: its
// inputs, in the order in which they stand there. Writes the value, in SI units, and where gradient
// is not NULL the derivatives by the inputs. Returns false where there is no value: the motion then
// fails.
typedef bool (*mbs_law)(void *user, const double *inputs, double *value, double *gradient);
// The names of the inputs of an expression, such as "hinge.angle". MBS_USAGE: no force has such an
// expression, or it is constant.
MBS_API mbs_status mbs_law_inputs(mbs_session *session, const char *path, const char *const **names,
                                  size_t *count);
// Binds a law to an expression, from the present time on, also after mbs_session_reset. derives: it
// writes derivatives; else they are found by differences. law NULL: the expression counts again.
// Unlike an expression, a law must be smooth: what jumps in it is not located.
MBS_API mbs_status mbs_law_bind(mbs_session *session, const char *path, mbs_law law, void *user,
                                bool derives);

// Integrates up to the time `to` [s], where a step of the integrator ends; events on the way
// happen. *reached (NULL: not wanted): the time reached, which is earlier where an event ends the
// analysis, where its end comes first, and where the motion fails (MBS_FAILED). MBS_USAGE: `to`
// lies before the time reached, or is not finite.
MBS_API mbs_status mbs_advance(mbs_session *session, double to, double *reached);
// Whether the analysis is over: its end is reached, or an event has ended it.
MBS_API bool mbs_session_over(const mbs_session *session);
// Values of outputs (indices, as mbs_find finds them; NULL: of all of them, in their order) at the
// time reached, in the units of the outputs.
MBS_API mbs_status mbs_output_read(mbs_session *session, const size_t *outputs, size_t count,
                                   double *values);

// The numbers of coordinates q, of velocities v, and of constraint equations.
MBS_API mbs_status mbs_state_size(const mbs_session *session, size_t *q, size_t *v, size_t *rows);
// The coordinates and velocities at the time reached: body after body, as docs/library.md says.
MBS_API mbs_status mbs_state_get(mbs_session *session, double *q, double *v);
// Goes on at time t from other coordinates and velocities, which are projected onto the joints;
// Euler parameters are normalised. An event whose number is zero or beyond counts as having
// happened, and parameters keep their values. MBS_USAGE: t lies outside the analysis, a number is
// not finite, or all Euler parameters of a body are zero.
MBS_API mbs_status mbs_state_set(mbs_session *session, double t, const double *q, const double *v);
// A snapshot holds time, state and inputs, as bytes that only the same model understands: their
// number, taking one, going on from one. MBS_USAGE: the bytes are no snapshot of this model.
MBS_API size_t mbs_snapshot_size(const mbs_session *session);
MBS_API mbs_status mbs_snapshot_take(mbs_session *session, void *bytes);
MBS_API mbs_status mbs_snapshot_put(mbs_session *session, const void *bytes, size_t size);

// Small motions about the state at the time reached, exact to first order:
//   M x'' + C x' + K x + J' lambda = 0,   J x = 0
// x: displacements of the mass centres in ground axes and rotation vectors in body axes, in the
// order of v. Column-major: M, C, K [v x v], J [rows x v], as of mbs_state_size; NULL: not wanted.
// MBS_FAILED: they cannot be determined there, as at a singular pose.
MBS_API mbs_status mbs_matrices(mbs_session *session, double *M, double *C, double *K, double *J);

// Small motions as a linear system with inputs u, which are parameters of the model, and outputs o:
//   z' = A z + B u,   o = C z + D u
// z holds coordinates y of the motions that the joints leave free, and their rates; `order` counts
// both. Column-major: A [order x order], B [order x inputs], C [outputs x order], D [outputs x
// inputs]; NULL: not wanted. A call without them tells the order.
typedef struct mbs_linear_system {
  size_t size;          // sizeof(mbs_linear_system), set by the caller
  const size_t *inputs; // parameters, as mbs_find finds them, that only forces and outputs read
  size_t input_count;
  const size_t *outputs; // of these, which read positions, velocities, time and parameters
  size_t output_count;
  double *A, *B, *C, *D;
  size_t order; // set by the call
} mbs_linear_system;

// The linear system about the state at the time reached, exact to first order; in motion its
// coefficients hold at that time only. MBS_USAGE: an index is too large, an input changes masses,
// markers or joints, or an output reads accelerations or reactions. MBS_FAILED: there is no such
// system, as at a singular pose or where rows hold velocities (rolling).
MBS_API mbs_status mbs_linearize(mbs_session *session, mbs_linear_system *linear);

// Ends the motion: its rows, checks and audit, as of a run that was stopped at the time reached or
// that reached its end. The session can only be freed afterwards. MBS_USAGE: mbs_state_set or
// mbs_snapshot_put have changed the motion since its start, so that it is not one.
MBS_API mbs_status mbs_session_result(mbs_session *session, mbs_result **result);

#ifdef __cplusplus
}
#endif
#endif
