// SPDX-License-Identifier: BSD-3-Clause
// terminal_text_audit.c: the figures of the audit of a motion, in a line or in full.
#include <math.h>

#include "output/terminal_text_inside.h"

bool terminal_audit_is_good(const Result *result) {
  bool good = result->status == RUN_OK && result->known_to <= 0;
  for (int k = 0; k < result->warnings.count; k++) {
    const DiagCode code = result->warnings.messages[k].code;
    good = good && code != DIAG_AUDIT_DOUBT && code != DIAG_AUDIT_ACCEPTED;
  }
  return good;
}

// 0 for round-off, and for what was not measured.
static double part_of(const AuditFigure *figure) {
  const double part = figure->silent ? 0 : audit_part(figure);
  return isfinite(part) ? part : 0;
}

static void put_short(const char *what, double part, bool *first, Text *out) {
  text_printf(out, "%s %s ", *first ? "" : ",", what);
  if (part >= 1e-15) {
    text_printf(out, "%.1g", part);
  } else {
    text_put(out, "round-off");
  }
  *first = false;
}

void terminal_audit_short(const Result *result, Text *out) {
  const AuditFigure *figures = result->audit.figures;
  const AuditFigure *drift = &figures[AUDIT_DRIFT], *place = &figures[AUDIT_POSITION];
  const AuditFigure *defect = &figures[AUDIT_DEFECT], *body = &figures[AUDIT_FREE_BODY];
  bool first = true;
  if (figures[0].what == NULL) {
    return;
  }
  text_put(out, "; audit ok:");
  if (isfinite(drift->value)) {
    put_short("energy", part_of(drift), &first, out);
    text_put(out, drift->allowed ? " (damped by the method)" : "");
  }
  if (place->value > 0 || figures[AUDIT_VELOCITY].value > 0) {
    put_short("joints", fmax(part_of(place), part_of(&figures[AUDIT_VELOCITY])), &first, out);
  }
  if (isfinite(defect->value) || isfinite(body->value)) {
    put_short("equations", fmax(part_of(defect), part_of(body)), &first, out);
  }
}

// "98 % of the largest kinetic energy".
static void put_part(const AuditFigure *figure, Text *out) {
  const double part = audit_part(figure);
  if (figure->silent) {
    text_put(out, "round-off");
    return;
  }
  terminal_put_measured(out, part >= 1e-3 ? 100 * part : part, part >= 1e-3 ? "%" : "");
  if (figure->of != NULL && isfinite(part)) {
    text_printf(out, " of %s", figure->of);
  }
  if (figure->body != NULL) {
    text_put(out, " of ");
    terminal_put_visible(out, figure->body);
  }
}

// "1.88 J: 98 % of the largest kinetic energy".
static void put_figure(const AuditFigure *figure, Text *out) {
  terminal_put_measured(out, figure->value, figure->unit);
  if (figure->value > 0) {
    text_put(out, ": ");
    put_part(figure, out);
  }
}

void terminal_audit(const Result *result, bool alone, Text *out) {
  const AuditFigure *figures = result->audit.figures;
  if (figures[0].what == NULL) {
    return;
  }
  text_put(out, "    energy drift ");
  put_figure(&figures[AUDIT_DRIFT], out);
  text_put(out, figures[AUDIT_DRIFT].allowed ? ", due to the damping of the method\n" : "\n");
  if (!alone) {
    return;
  }
  if (figures[AUDIT_POSITION].value != 0 || figures[AUDIT_VELOCITY].value != 0) {
    text_put(out, "    constraints ");
    put_figure(&figures[AUDIT_POSITION], out);
    text_put(out, "; ");
    put_figure(&figures[AUDIT_VELOCITY], out);
    text_put(out, "\n");
  }
  text_put(out, "    equations of motion hold to ");
  put_part(&figures[AUDIT_DEFECT], out);
  text_put(out,
           isfinite(figures[AUDIT_FREE_BODY].value) ? ", force balance to " : ", force balance ");
  put_part(&figures[AUDIT_FREE_BODY], out);
  text_put(out, "\n");
}
