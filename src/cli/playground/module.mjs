// SPDX-License-Identifier: BSD-3-Clause
// module.mjs: mbsrun as WebAssembly in node, a command line at a time. Every call is a new instance with
// files of its own, as in the worker of the playground.
import {readFileSync, readdirSync} from 'node:fs';
import {createRequire} from 'node:module';
import path from 'node:path';

export const option = (name) => process.argv[process.argv.indexOf(`--${name}`) + 1];
export const root = option('root');
export const SKIPPED = 77;

const glue = path.resolve(option('module'));
const make = createRequire(import.meta.url)(glue);
const compiled = new WebAssembly.Module(readFileSync(glue.replace(/\.js$/, '.wasm')));

function parents(FS, file) {
  const parts = file.split('/').slice(1, -1);
  for (let k = 1; k <= parts.length; k++) {
    const folder = `/${parts.slice(0, k).join('/')}`;
    if (!FS.analyzePath(folder).exists) FS.mkdir(folder);
  }
}

// files: absolute names with their texts, or {link: target}, there before it starts; folder: where it starts. Returns the exit status, what was
// printed and said, and a reader of the files that it made.
export async function run(argv, files, folder = '/') {
  const printed = [], said = [];
  const module = await make({
    print: (line) => printed.push(line), printErr: (line) => said.push(line),
    quit: (_, exit) => { throw exit; }, // and not our own exit status
    instantiateWasm(imports, take) {
      take(new WebAssembly.Instance(compiled, imports), compiled);
      return {};
    },
  });
  const {FS} = module;
  for (const [file, text] of Object.entries(files)) {
    parents(FS, file);
    if (typeof text.link === 'string') FS.symlink(text.link, file);
    else FS.writeFile(file, text);
  }
  FS.chdir(folder);
  let status = 0;
  try {
    status = module.callMain(argv);
  } catch (e) { // its exit()
    if (typeof e.status !== 'number') throw e;
    status = e.status;
  }
  return {status, printed: printed.join('\n'), said: said.join('\n'),
    list: (folder) => (FS.analyzePath(folder).exists ?
      FS.readdir(folder).filter((name) => !name.startsWith('.')) : []),
    read: (file) => FS.readFile(file)};
}

// The references that a model names, below the root as the loader looks for them.
export function references(text) {
  const files = {};
  for (const [, name] of text.matchAll(/file: *(reference\/[\w./-]+)/g)) {
    files[`/mbs/${name}`] = readFileSync(path.join(root, name));
  }
  return files;
}

// The shipped models, by their paths below models.
export const shipped = () => readdirSync(path.join(root, 'models'), {recursive: true}).filter((file) => file.endsWith('.yaml')).sort();
