// SPDX-License-Identifier: BSD-3-Clause
// assets.h: script and style of the pages (src/report/assets, turned into C by embed.cmake). The
// loader unpacks the script.
#ifndef MBS_REPORT_DRAWING_ASSETS_H
#define MBS_REPORT_DRAWING_ASSETS_H

extern const char assets_loader[], assets_script[], assets_style[];
extern const char assets_survey[]; // script of the page of a study

#endif
