// SPDX-License-Identifier: BSD-3-Clause
// html.h: what goes into a page: text escaped, bytes as base64, hashes for its policy.
#ifndef MBS_REPORT_DRAWING_HTML_H
#define MBS_REPORT_DRAWING_HTML_H

#include "base/text.h"

// Text of a model, a file or a message, for an element or a quoted attribute: & < > " are escaped;
// what nobody sees (control characters, bidirectional controls, bytes that are not UTF-8) is shown
// as text_visible shows it, but for tabs.
void html_text(Text *out, const char *text);
void html_bytes(Text *out, const char *bytes, size_t length);
// & < > " alone: for bytes that a program reads.
void html_escape(Text *out, const char *bytes, size_t length);

// Like text_printf, where every %s is escaped; the format itself is markup. It knows %s %d %ld %%
// and %g (of 6 digits).
void html_printf(Text *out, const char *format, ...);

void html_base64(Text *out, const void *bytes, size_t length);

// From the doctype to </head>: the policy, which allows the style of assets.h and these scripts
// alone, the title, the style.
void html_head(const char *title, const char *const *scripts, int count, Text *out);

// 'sha256-...' of a source, as a policy names it.
void html_hash(Text *out, const char *source);

#endif
