// SPDX-License-Identifier: BSD-3-Clause
// picture.h: a picture into a file: SVG as it is, PDF and PNG by another program.
#ifndef MBS_CLI_SHARED_PICTURE_H
#define MBS_CLI_SHARED_PICTURE_H

#include "cli/shared/command.h"

// Whether a file name ends in .svg, .pdf or .png; false after a message.
bool picture_named(const Session *session, const char *path);

// Writes it. A PDF is made by rsvg-convert, a PNG, twice the size, by it or by ffmpeg, in a
// temporary directory. False after a message, or when memory ran out; then there is no file, or the
// old one.
bool picture_write(const Session *session, const char *path, const Text *svg);

#endif
