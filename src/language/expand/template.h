// SPDX-License-Identifier: BSD-3-Clause
// template.h: sub-mechanisms written once and placed as parts.
//
//   templates: {leg: {parameters: {L: 1}, bodies: {thigh: ...}, joints: {knee: ...}}}
//   parts:     {left: {template: leg, position: [0, 1], parameters: {L: 2}}}
//
// A part becomes a reference frame "left", parameters "left.L" and elements "left.thigh",
// "left.knee". Inside a template names are its own; the ground is the frame of the part: initial
// motions, places and axes of joints, frames, and vectors in ground axes are relative to it.
// Gravity and what is measured in ground axes are those of the model.
#ifndef MBS_LANGUAGE_EXPAND_TEMPLATE_H
#define MBS_LANGUAGE_EXPAND_TEMPLATE_H

#include "language/expand/expansion.h"

// Replaces "templates" and "parts" of the document by what the parts consist of. What is refused is
// left out, with its message.
void template_expand(Expansion *expansion);

#endif
