// SPDX-License-Identifier: BSD-3-Clause
// loader.js: unpacks the script of a page, which the policy names by its own hash, and starts it.
const packed = atob(document.getElementById("mbs-script").content.textContent);
const bytes = Uint8Array.from(packed, (c) => c.charCodeAt(0));
const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
const script = document.createElement("script");
script.type = "module";
script.textContent = await new Response(stream).text();
document.body.append(script);
