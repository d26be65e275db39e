// SPDX-License-Identifier: BSD-3-Clause
// models.mjs: every shipped model in WebAssembly, where a long and a pointer have 32 bits: the same exit
// status, verdicts, checks and eigenvalues as the native program, and the same motion, as mbsrun compare
// judges it. A model that takes the native program longer than LONGEST is left out, and said so.
import {spawnSync} from 'node:child_process';
import {existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {SKIPPED, option, references, root, run, shipped} from '../../src/cli/playground/module.mjs';

const LONGEST = 5, EIGENVALUE = 1e-9; // s
// Of what is written, some follows from a speed over a small one: at the tolerances of the file it is no better known
// than the programs differ by. {model: options for both}
const TIGHTER = {biped_foot: ['--set', 'analyses.step.integrator.tolerances={relative: 1e-9, absolute: 1e-11}']};
const native = option('native');
if (!existsSync(native)) {
  console.log(`skipped: there is no ${native} to compare with (./dev build)`);
  process.exit(SKIPPED);
}
const work = mkdtempSync(path.join(tmpdir(), 'mbsrun-wasm-'));
process.on('exit', () => rmSync(work, {recursive: true, force: true}));

const call = (...words) => spawnSync(native, words, {encoding: 'utf8'});
const summary = (folder) => JSON.parse(readFileSync(path.join(folder, 'summary.json'), 'utf8'));
// What must not differ: whether it went well, the freedoms, and what was found right.
const checks = (of) => Object.values(of.analyses).flatMap((a) => a.checks ?? []);
const verdicts = (of) => JSON.stringify([of.status, of.exit_status, of.mobility,
  Object.entries(of.analyses).map(([name, a]) => [name, a.status, a.linearize?.counts]),
  checks(of).map((check) => [check.name, check.evaluated, check.passed])]);
const counted = {models: 0, checks: 0, tables: 0, faults: [], left: []};

// Eigenvalues row by row, in the order of both programs: labels, and values to EIGENVALUE times the
// largest finite one, at least 1 1/s.
function spectra(ours, theirs) {
  const rows = [ours, theirs].map((file) => readFileSync(file, 'utf8').trim().split('\n').slice(1)
    .map((line) => line.split(',').slice(0, 3)));
  const sizes = rows[0].map(([re, im]) => Math.hypot(Number(re), Number(im))).filter(Number.isFinite);
  const allowed = EIGENVALUE * Math.max(1, ...sizes);
  const near = (a, b) => a === b || Math.abs(Number(a) - Number(b)) <= allowed;
  return rows[0].length === rows[1].length && rows[0].every((row, k) => near(row[0], rows[1][k][0]) &&
    near(row[1], rows[1][k][1]) && row[2] === rows[1][k][2]);
}

async function compare(model) {
  const name = path.basename(model, '.yaml'), began = performance.now();
  const ours = path.join(work, name, 'native'), theirs = path.join(work, name, 'wasm');
  const fault = (text) => counted.faults.push(`${model}: ${text}`);
  const options = TIGHTER[name] ?? [];
  const done = call('run', path.join(root, 'models', model), '-q', '-o', ours, ...options);
  const took = (performance.now() - began) / 1000;
  if (took > LONGEST) {
    counted.left.push(`${model} (${took.toFixed(1)} s)`);
    return;
  }
  const text = readFileSync(path.join(root, 'models', model), 'utf8');
  const made = await run(['run', `/mbs/models/${model}`, '-q', '-o', '/out', ...options],
    {[`/mbs/models/${model}`]: text, ...references(text)});
  mkdirSync(theirs, {recursive: true});
  for (const file of made.list('/out')) writeFileSync(path.join(theirs, file), made.read(`/out/${file}`));
  counted.models++;
  if (made.status !== done.status || !existsSync(path.join(theirs, 'summary.json'))) {
    fault(`exit status ${made.status}, native ${done.status}\n${made.said}`);
    return;
  }
  const [a, b] = [summary(ours), summary(theirs)];
  counted.checks += checks(b).filter((check) => check.passed).length;
  if (verdicts(a) !== verdicts(b)) fault(`${verdicts(b)}\nnative: ${verdicts(a)}`);
  const tables = readdirSync(ours).filter((file) => file.endsWith('.csv'));
  if (tables.join() !== readdirSync(theirs).filter((file) => file.endsWith('.csv')).join()) fault('other tables');
  const listed = tables.filter((table) => table.endsWith('.eigenvalues.csv'));
  counted.tables += tables.length;
  for (const table of listed) {
    if (!spectra(path.join(ours, table), path.join(theirs, table))) fault(`${table}: other eigenvalues`);
  }
  if (tables.length > listed.length) {
    const judged = call('compare', ours, theirs);
    if (judged.status !== 0) fault(`\n${judged.stdout}${judged.stderr}`);
  }
}

for (const model of shipped()) await compare(model);
console.log(`${counted.models} models, ${counted.checks} checks passed, ${counted.tables} tables`);
for (const model of counted.left) console.log(`left out, the native program takes longer than ${LONGEST} s: ${model}`);
for (const fault of counted.faults) console.log(fault);
if (counted.models < 40 || counted.faults.length > 0) process.exit(1);
