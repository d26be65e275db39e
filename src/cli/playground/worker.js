// worker.js: runs of mbsrun beside the page; after emcc's script, in one worker. It is told the compiled
// module once; each run is a new instance of it, with files of its own.
const parents = (FS, file) => {
  const parts = file.split('/').slice(1, -1);
  parts.forEach((_, k) => {
    const folder = `/${parts.slice(0, k + 1).join('/')}`;
    if (!FS.analyzePath(folder).exists) FS.mkdir(folder);
  });
};

async function run({compiled, name, sets, files}) {
  const said = [], began = performance.now(), word = new TextDecoder();
  const module = await mbsrunModule({
    noFSInit: true, preRun: [() => 0],
    instantiateWasm(imports, take) {
      WebAssembly.instantiate(compiled, imports).then((instance) => take(instance, compiled));
      return {};
    },
    onRuntimeInitialized() {
      // streams that are no terminal: no colours, no line of progress
      this.FS.init(() => null, (byte) => said.push(byte), (byte) => said.push(byte));
    },
  });
  const {FS} = module;
  for (const [file, bytes] of Object.entries(files)) {
    parents(FS, file);
    FS.writeFile(file, bytes);
  }
  let status = 0;
  try {
    status = module.callMain(['run', name, ...sets.flatMap((set) => ['--set', set]), '-o', '/out', '--report']);
  } catch (e) { // its exit()
    status = typeof e.status === 'number' ? e.status : -1;
    if (status < 0) said.push(...new TextEncoder().encode(`mbsrun stopped: ${e.message ?? e}\n`));
  }
  const made = (file) => (FS.analyzePath(file).exists ? FS.readFile(file, {encoding: 'utf8'}) : '');
  const page = made('/out/report.html'), summary = made('/out/summary.json');
  const parameters = summary ? JSON.parse(summary).parameters : null;
  postMessage({status, page, parameters, said: word.decode(Uint8Array.from(said)), took: (performance.now() - began) / 1000});
}

addEventListener('message', (e) => run(e.data).catch((fault) =>
  postMessage({status: -1, page: '', said: `mbsrun could not start: ${fault}\n`, took: 0})));
