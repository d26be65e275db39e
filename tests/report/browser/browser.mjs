// SPDX-License-Identifier: BSD-3-Clause
// browser.mjs: what the tests of pages in a browser share: Debian's Chromium, driven by the packages
// of package-lock.json, which ./dev setup --all installs into the cache; pages of models; what must not
// happen on any page (errors, requests, violations of its policy) is counted.
import {spawnSync} from 'node:child_process';
import {createHash} from 'node:crypto';
import {existsSync, mkdtempSync, readFileSync, rmSync} from 'node:fs';
import {createRequire} from 'node:module';
import {homedir, tmpdir} from 'node:os';
import path from 'node:path';
import {pathToFileURL} from 'node:url';

export const SKIPPED = 77;
const CHROMIUM = ['/usr/bin/chromium', '/usr/bin/chromium-browser'].find(existsSync);
const FLAGS = ['--no-sandbox', '--disable-gpu', '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader', '--disable-quic', '--no-first-run',
  '--disable-background-networking', '--disable-component-update', '--disable-sync'];

const here = path.dirname(new URL(import.meta.url).pathname);
export const option = (name) => process.argv[process.argv.indexOf(`--${name}`) + 1];
export const root = option('root');

if (!CHROMIUM) {
  console.log('skipped: Chromium is not installed (./dev setup --all installs it)');
  process.exit(SKIPPED);
}

// Packages of the lock file, in the folder of the cache that carries its digest.
function packages() {
  const lock = readFileSync(path.join(here, 'package-lock.json'));
  const cache = process.env.MBSRUN_CACHE ??
    path.join(process.env.XDG_CACHE_HOME ?? path.join(homedir(), '.cache'), 'mbsrun');
  const digest = createHash('sha256').update(lock).digest('hex').slice(0, 16);
  const folder = path.join(cache, `browser-${digest}`);
  if (!existsSync(path.join(folder, 'node_modules'))) {
    throw new Error(`${folder} is missing: run ./dev setup --all`);
  }
  return createRequire(path.join(folder, 'package.json'));
}
export const load = packages();

export const work = mkdtempSync(path.join(tmpdir(), 'mbsrun-page-'));
process.on('exit', () => rmSync(work, {recursive: true, force: true}));

// Runs a model of the project (or one elsewhere, by its absolute path) with --report; the folder of
// its results. bad: it may end with another exit status than 0, of which standard error is not shown.
export function results(model, bad = false) {
  const folder = path.join(work, path.basename(model, '.yaml'));
  const done = spawnSync(option('binary'), ['run', path.resolve(root, model), '--report', '--force',
    '-q', '-o', folder], {encoding: 'utf8'});
  holds(bad || done.status === 0, `${model}: exit status ${done.status}\n${done.stderr}`);
  holds(existsSync(path.join(folder, 'report.html')), `${model}: no page\n${done.stderr}`);
  return folder;
}

export async function browse(test) {
  const browser = await load('playwright-core').chromium.launch({executablePath: CHROMIUM,
    args: FLAGS});
  try {
    await test(browser);
  } finally {
    await browser.close();
  }
}

// Opens a report; `faults` is what must stay empty. ready: whether its script is to run.
export async function open(browser, folder, settings = {}) {
  const ready = settings.javaScriptEnabled !== false, faults = [];
  const context = await browser.newContext({viewport: {width: 1440, height: 900},
    reducedMotion: 'reduce', ...settings});
  const page = await context.newPage();
  const url = pathToFileURL(path.join(folder, 'report.html')).href;
  page.on('pageerror', (e) => faults.push(`error: ${e.stack}`));
  page.on('console', (m) => {
    if (m.type() === 'error') faults.push(`console: ${m.text()}`);
  });
  page.on('request', (r) => {
    if (r.url() !== url) faults.push(`request: ${r.url().slice(0, 200)}`);
  });
  if (ready) {
    await page.addInitScript(() => {
      globalThis.violations = [];
      document.addEventListener('securitypolicyviolation', (e) =>
        globalThis.violations.push(`${e.violatedDirective} ${e.blockedURI}`));
    });
  }
  const started = Date.now();
  await page.goto(url);
  if (ready) {
    await page.waitForFunction(() => document.documentElement.dataset.ready === 'yes' ||
      document.readyState === 'complete' && document.scripts.length === 0, null,
      {timeout: 600000});
  }
  const done = async () => {
    if (ready) faults.push(...await page.evaluate(() => globalThis.violations));
    await context.close();
    if (faults.length) throw new Error(`${folder}:\n${faults.join('\n')}`);
  };
  return {page, done, started};
}

export function equal(found, wanted, what) {
  if (found !== wanted) throw new Error(`${what}: found ${found}, not ${wanted}`);
}
export function holds(condition, what) {
  if (!condition) throw new Error(what);
}
export function csv(folder, analysis) {
  const lines = readFileSync(path.join(folder, `${analysis}.csv`), 'utf8').trim().split('\n');
  return {names: lines[0].split(','), rows: lines.slice(1).map((l) => l.split(',').map((v) =>
    v === '' ? NaN : Number(v)))};
}

// The page is valid HTML.
export function valid(folder) {
  const {HtmlValidate} = load('html-validate');
  const rules = new HtmlValidate({extends: ['html-validate:standard']});
  const report = rules.validateStringSync(readFileSync(path.join(folder, 'report.html'), 'utf8'));
  const faults = report.results.flatMap((r) => r.messages).map((m) =>
    `${m.line}:${m.column} ${m.ruleId} ${m.message}`);
  holds(faults.length === 0, `${folder}:\n${faults.slice(0, 20).join('\n')}`);
}

// Nothing that axe-core finds, and nothing wider than the screen.
export async function accessible(browser, folder, width, colorScheme) {
  const {page, done} = await open(browser, folder, {colorScheme, viewport: {width, height: 844}});
  await page.evaluate(load('axe-core').source);
  const found = await page.evaluate(() => globalThis.axe.run());
  holds(found.passes.length > 10, 'axe-core looked at nothing');
  const faults = found.violations.flatMap((v) => v.nodes.map((n) =>
    `${v.id}: ${n.html.slice(0, 160)} ${n.failureSummary}`));
  holds(faults.length === 0, `${folder}, ${width} ${colorScheme}:\n${faults.slice(0, 10).join('\n')}`);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  holds(wide <= 0, `${folder}: ${wide} pixels too wide for ${width}`);
  await done();
}
