// SPDX-License-Identifier: BSD-3-Clause
// lexer_inside.h: a number and the unit behind it.
#ifndef MBS_EXPR_TEXT_LEXER_INSIDE_H
#define MBS_EXPR_TEXT_LEXER_INSIDE_H

#include "expr/text/lexer.h"

// Reads the number at lexer->at, which begins with a digit or a point and a digit.
Token literal_read(Lexer *lexer);

#endif
