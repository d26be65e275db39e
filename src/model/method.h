// SPDX-License-Identifier: BSD-3-Clause
// method.h: the methods of integration by name; the rows are methods.def.
#ifndef MBS_MODEL_METHOD_H
#define MBS_MODEL_METHOD_H

typedef enum Method {
  METHOD_KINEMATICS = -1, // no word of the language: what the analysis kinematics runs by
  METHOD_AUTO = 0,
#define METHOD(word, symbol, steps, summary) METHOD_##symbol,
#include "model/methods.def"
#undef METHOD
} Method;

#endif
