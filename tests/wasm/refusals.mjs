// SPDX-License-Identifier: BSD-3-Clause
// refusals.mjs: every broken model of tests/bad in WebAssembly: the same exit status and the same messages
// as the native program, to the letter, each with its place and hint.
import {spawnSync} from 'node:child_process';
import {existsSync, lstatSync, mkdtempSync, readFileSync, readdirSync, readlinkSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {SKIPPED, option, root, run} from '../../src/cli/playground/module.mjs';

const native = path.resolve(option('native')), LEAST = 400;
if (!existsSync(native)) {
  console.log(`skipped: there is no ${native} to compare with (./dev build)`);
  process.exit(SKIPPED);
}
const bad = path.join(root, 'tests/bad'), work = mkdtempSync(path.join(tmpdir(), 'mbsrun-wasm-'));
process.on('exit', () => rmSync(work, {recursive: true, force: true}));

const files = {'/etc/passwd': ''}; // what a link leads to; and all of the folder: what one includes, or reads
for (const name of readdirSync(bad, {recursive: true})) {
  const kind = lstatSync(path.join(bad, name));
  if (kind.isSymbolicLink()) files[`/bad/${name}`] = {link: readlinkSync(path.join(bad, name))};
  else if (kind.isFile()) files[`/bad/${name}`] = readFileSync(path.join(bad, name));
}
const models = Object.keys(files).filter((name) => /^\/bad\/[^/]*\.yaml$/.test(name)).map((name) => path.basename(name));
let faults = 0, said = 0;
for (const model of models) {
  const options = ['run', model, '--json', '-q', '--time-limit', '20'];
  const there = spawnSync(native, [...options, '-o', path.join(work, model)], {cwd: bad, encoding: 'utf8'});
  const here = await run([...options, '-o', '/out'], files, '/bad');
  said += there.stdout.split('"code"').length - 1;
  if (here.status !== there.status || here.printed.trim() !== there.stdout.trim()) {
    faults++;
    console.log(`${model}: ${here.status}, native ${there.status}\n${here.printed}\n${here.said}\nnative:\n${there.stdout}${there.stderr}`);
  }
}
console.log(`${models.length} models, ${said} messages, ${faults} differ`);
if (faults > 0 || models.length < LEAST) process.exit(1);
