// SPDX-License-Identifier: BSD-3-Clause
// page.mjs: the playground: one page that holds mbsrun as WebAssembly, the shipped models with their
// references, and what runs and shows them.
//
//   node page.mjs --root ROOT --module build/wasm/mbsrun.js --libraries SOURCES -o PAGE
//
// The page asks for nothing: its policy refuses every request, allows its script, and that of the pages
// of runs, by their SHA-256, and WebAssembly. SOURCES lists what the libraries were made from.
import {createHash} from 'node:crypto';
import {readFileSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {deflateRawSync} from 'node:zlib';
import {option, references, root, run, shipped} from './module.mjs';

const LARGEST = 1600000; // bytes: two seconds at 6 Mbit/s; joint coordinates were the last to add, 20 kB
const FIRST = 'examples/four_bar.yaml';
const here = path.dirname(new URL(import.meta.url).pathname);
const own = (name) => readFileSync(path.join(here, name), 'utf8');
const hash = (text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
const packed = (bytes) => deflateRawSync(bytes, {level: 9, memLevel: 9}).toString('base64');

function withReferences() {
  const models = {}, named = {};
  for (const file of shipped()) {
    const text = models[file] = readFileSync(path.join(root, 'models', file), 'utf8');
    for (const [name, bytes] of Object.entries(references(text))) named[name.replace('/mbs/', '')] = bytes.toString();
  }
  return {models, references: named};
}

// The hashes that the page of a run allows itself: a page within this one is under both policies.
async function hashesOfPages(text) {
  const done = await run(['run', '/model.yaml', '-q', '-o', '/out', '--report'], {'/model.yaml': text});
  const page = Buffer.from(done.read('/out/report.html')).toString();
  const of = (what) => new RegExp(`${what} ([^;]*)`).exec(page)[1];
  return {script: of('script-src'), style: of('style-src')};
}

// KLU 1.3.9, as its header says.
function withVersion(name) {
  const header = readFileSync(path.join(path.dirname(option('libraries')), 'include', `${name.toLowerCase()}.h`), 'utf8');
  return `${name} ${['MAIN', 'SUB', 'SUBSUB'].map((part) => new RegExp(`${part}_VERSION (\\d+)`).exec(header)[1]).join('.')}`;
}

async function about() {
  const version = await run(['version'], {});
  const [klu, btf, amd, colamd] = ['KLU', 'BTF', 'AMD', 'COLAMD'].map(withVersion);
  return `${version.printed}\n\nOf SuiteSparse this page holds ${klu} and ${btf} (LGPL 2.1 or later), ${amd} and ${colamd} (BSD).\n` +
    './dev playground, typed in the sources of mbsrun, links this page again, also with other versions of them.\n\n' +
    `Libraries, compiled from these Debian source packages:\n${readFileSync(option('libraries'), 'utf8')}\n` +
    'mbsrun: BSD-3-Clause. libyaml: MIT. SUNDIALS, LAPACK: BSD. zlib: zlib licence. libf2c: permissive (AT&T).';
}

const files = {...withReferences(), first: FIRST, about: await about()};
const pages = await hashesOfPages(files.models[FIRST]);
const shared = (name) => readFileSync(path.join(root, 'src/cli/watch', name), 'utf8');
const script = shared('carry.js') + shared('sliders.js') + own('texts.js') + own('script.js');
const style = own('style.css');
const glue = readFileSync(option('module'), 'utf8').replace(/ +$/gm, '');
const policy = ["default-src 'none'", `script-src ${hash(script)} ${pages.script} 'wasm-unsafe-eval'`,
  `style-src ${hash(style)} ${pages.style}`, 'worker-src blob:', "base-uri 'none'", "form-action 'none'"].join('; ');
const page = `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width,initial-scale=1">
<title>mbsrun playground</title>
<style>${style}</style>
</head>
<body>
${own('body.html')}
<template id="files">${packed(JSON.stringify(files))}</template>
<template id="worker">${packed(`${glue}\n${own('worker.js')}`)}</template>
<template id="module">${packed(readFileSync(option('module').replace(/\.js$/, '.wasm')))}</template>
<script type="module">${script}</script>
</body>
</html>
`;
const file = process.argv[process.argv.indexOf('-o') + 1];
writeFileSync(file, page);
console.log(`${file}: ${Buffer.byteLength(page)} bytes, ${Object.keys(files.models).length} models`);
if (Buffer.byteLength(page) > LARGEST) {
  console.log(`larger than ${LARGEST}`);
  process.exit(1);
}
