// SPDX-License-Identifier: BSD-3-Clause
// eigenvalues.h: <analysis>.eigenvalues.csv, one line for every eigenvalue of a linearization.
//
//   re,im              1/s; infinite ones inf,0; empty where there is no value
//   label              true neutral spurious infinite indeterminate redundant
//   cause              what makes it, for those that are not the mechanism's own
//   natural_frequency  |s| / 2 pi [Hz]; frequency |im| / 2 pi [Hz]; damping_ratio -re / |s|
//   residual           of the pencil's eigenvector, relative to the pencil
//   constraint_angle   between its displacements and what the constraints leave free [rad]
//   pencil_re,pencil_im  the value as QZ gave it
#ifndef MBS_OUTPUT_EIGENVALUES_H
#define MBS_OUTPUT_EIGENVALUES_H

#include "analysis/interface/result.h"
#include "output/io.h"

// Result->linear must be there. False when the file cannot be written.
bool eigenvalues_write(const Result *result, IoFile *file);

// Natural frequency and frequency [Hz], damping ratio; NaN where they mean nothing.
typedef struct EigenFrequency {
  double natural, damped, damping_ratio;
} EigenFrequency;
EigenFrequency eigenvalues_frequency(const Eigenvalue *value);

#endif
