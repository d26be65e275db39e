// SPDX-License-Identifier: BSD-3-Clause
// euler.h: the Euler angles of a sequence, from entries of a rotation matrix.
//
// B = R_a(1) R_b(2) R_c(3): rotations by the first, the second and the third angle about the axes
// a, b and c, each moved by the rotations before it. d is the axis that is neither a nor b; e = 1
// where b follows a in the cycle x y z, else -1; |x, y| = sqrt(x^2 + y^2). The three angles are
//   c other than a   atan2(-e B_bc, B_cc), atan2(e B_ac, |B_aa, B_ab|), atan2(-e B_ab, B_aa)
//   c = a            atan2(B_ba, -e B_da), atan2(|B_ba, B_da|, B_aa),   atan2(B_ab, e B_ad)
// Where the second angle brings the third axis onto the first one, the first and the third angle
// are not defined.
#ifndef MBS_ELEMENTS_FRAMES_EULER_H
#define MBS_ELEMENTS_FRAMES_EULER_H

// An entry of B with a sign. sign 0: there is no entry.
typedef struct EulerEntry {
  int row, column;
  double sign;
} EulerEntry;

// An angle by its sine and its cosine, up to a common factor. Where one of them has two entries, it
// is their norm.
typedef struct EulerForm {
  EulerEntry sine[2], cosine[2];
} EulerForm;

// component: 3 x sequence + angle, with the angle 0, 1 or 2, and the sequences in the order of the
// field "sequence" (body_fields.c).
static inline EulerForm euler_form(int component) {
  static const unsigned char sequences[12][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0},
                                                 {2, 0, 1}, {2, 1, 0}, {0, 1, 0}, {0, 2, 0},
                                                 {1, 0, 1}, {1, 2, 1}, {2, 0, 2}, {2, 1, 2}};
  const unsigned char *axes = sequences[component / 3];
  const int a = axes[0], b = axes[1], c = axes[2], d = 3 - a - b, number = component % 3;
  const double e = (b - a + 3) % 3 == 1 ? 1 : -1;
  if (a != c) {
    return number == 0   ? (EulerForm){{{b, c, -e}}, {{c, c, 1}}}
           : number == 1 ? (EulerForm){{{a, c, e}}, {{a, a, 1}, {a, b, 1}}}
                         : (EulerForm){{{a, b, -e}}, {{a, a, 1}}};
  }
  return number == 0   ? (EulerForm){{{b, a, 1}}, {{d, a, -e}}}
         : number == 1 ? (EulerForm){{{b, a, 1}, {d, a, 1}}, {{a, a, 1}}}
                       : (EulerForm){{{a, b, 1}}, {{a, d, e}}};
}

#endif
