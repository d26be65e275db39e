// SPDX-License-Identifier: BSD-3-Clause
// turn_form.h: the angles between two frames in relations, from entries of B = A_i' A_j.
//
//   arg(cosine + i sine)         about an axis or a pin; the first and the third Euler angle
//   base + asin(sine)            the second Euler angle, which is not counted over turns
// B_rc is the scalar product of axis r of marker_i and axis c of marker_j.
#ifndef MBS_ELEMENTS_FRAMES_TURN_FORM_H
#define MBS_ELEMENTS_FRAMES_TURN_FORM_H

#include <stdbool.h>

#include "elements/frames/euler.h"

typedef struct TurnForm {
  EulerEntry cosine, sine;
  bool tilts;  // the angle is base + asin(sine)
  double base; // [rad]
} TurnForm;

// The angle about axis 0, 1 or 2 of marker_i.
static inline TurnForm turn_form_about(int axis) {
  const int first = (axis + 1) % 3, second = (axis + 2) % 3;
  return (TurnForm){.cosine = {first, first, 1}, .sine = {second, first, 1}};
}

// The angle about pin 0 or 1 of a universal joint. Pin 0 is x of marker_i. Pin 1 is y of marker_j,
// about which x of marker_i turns by the negative angle.
static inline TurnForm turn_form_pin(int pin) {
  return pin == 0 ? turn_form_about(0) : (TurnForm){.cosine = {0, 0, 1}, .sine = {0, 2, 1}};
}

// An Euler angle (euler.h). In the form of the second angle one of sine and cosine is a norm. It is
// never negative, so that the other one determines the angle.
static inline TurnForm turn_form_euler(int component) {
  const EulerForm form = euler_form(component);
  TurnForm turn = {.cosine = form.cosine[0], .sine = form.sine[0]};
  if (form.cosine[1].sign != 0) { // cos = |..|
    turn.cosine = turn.sine;
    turn.tilts = true;
  } else if (form.sine[1].sign != 0) { // sin = |..|: pi/2 - asin(cos)
    turn.sine = turn.cosine;
    turn.sine.sign = -turn.sine.sign;
    turn.cosine = turn.sine;
    turn.tilts = true;
    turn.base = 1.5707963267948966192313216916398;
  }
  return turn;
}

#endif
