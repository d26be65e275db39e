// script.js: the playground: a text, runs of it in a worker, the page of the last good run, the messages of
// the last run at their lines. carry.js of mbsrun watch goes before it.
const byId = (id) => document.getElementById(id);
const text = byId('text'), MOST = 1 << 20; // characters of a text that an address may carry
const PAUSE = 400; // ms without a key before a run
let compiled = null, program = '', notice = '', models = {}, references = {}, worker = null, timer = 0, clock = 0;
let shown = null, runs = 0, busy = false, name = 'model.yaml';

// ---- what stands in the page, and in an address ----

const bytesOf = (packed) => Uint8Array.from(atob(packed), (c) => c.charCodeAt(0));
const through = (bytes, stream) => new Response(new Blob([bytes]).stream().pipeThrough(stream));
const inflated = (id) => through(bytesOf(byId(id).content.textContent), new DecompressionStream('deflate-raw'));

async function inflatedText(bytes) {
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'))
    .pipeThrough(new TextDecoderStream('utf-8', {fatal: true})).getReader();
  let found = '';
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    found += part.value;
    if (found.length > MOST) throw new Error('it is too long');
  }
  return found;
}

async function addressOf(model) {
  const packed = new Uint8Array(await through(new TextEncoder().encode(model),
    new CompressionStream('deflate-raw')).arrayBuffer());
  let letters = '';
  for (const byte of packed) letters += String.fromCharCode(byte);
  return `#model=${btoa(letters).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')}`;
}

// True where the address names a text, or one of the models.
async function readAddress() {
  const [, key, value] = /^#(model|name)=(.*)$/.exec(location.hash) ?? [];
  if (key === 'name' && models[decodeURIComponent(value)]) {
    take(decodeURIComponent(value), models[decodeURIComponent(value)]);
    return true;
  }
  if (key !== 'model') return false;
  try {
    take('model.yaml', await inflatedText(bytesOf(value.replaceAll('-', '+').replaceAll('_', '/'))));
  } catch (fault) {
    notice = `error[address]: the address carries no model that can be read (${fault.message}); this is another one\n`;
    return false;
  }
  return true;
}

// ---- the text ----

function number(marks = new Map()) {
  const lines = byId('lines'), count = text.value.split('\n').length;
  lines.replaceChildren(...Array.from({length: count}, (_, k) => {
    const mark = document.createElement(marks.has(k + 1) ? 'b' : 'span');
    mark.textContent = String(k + 1);
    if (marks.get(k + 1) === 'warning') mark.className = 'warning';
    return [mark, '\n'];
  }).flat());
  lines.scrollTop = text.scrollTop;
}

function goTo(line, column) {
  const before = text.value.split('\n').slice(0, line - 1).join('\n');
  const at = before.length + (line > 1 ? 1 : 0) + column - 1;
  text.focus();
  text.setSelectionRange(at, at);
  text.scrollTop = Math.max(0, (line - 5) * text.scrollHeight / text.value.split('\n').length);
}

function take(file, model) {
  name = file;
  text.value = model;
  byId('models').value = models[file] === model ? file : '';
  text.scrollTop = 0;
  number();
  start();
}

// ---- messages ----

function tell(words, failed) {
  byId('state').textContent = words;
  byId('state').className = failed ? 'failed' : '';
}

// The words of a run as they are in a terminal; each that has a place gets a button that goes there.
function showWords(said) {
  const box = byId('words'), marks = new Map();
  const parts = `${notice}${said}`.split(/\n(?=(?:\S[^\n]*?: ?)?(?:error|warning)\[)/);
  box.replaceChildren(...parts.filter((part) => /(error|warning)\[/.test(part)).flatMap((part) => {
    const pre = document.createElement('pre');
    const place = /^[^\n:]*:(\d+):(\d+): (error|warning)/.exec(part);
    pre.textContent = part.trimEnd();
    if (!place || !part.startsWith(pathOf(name))) return [pre];
    const [line, column] = [Number(place[1]), Number(place[2])];
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = `line ${line}, column ${column}`;
    button.addEventListener('click', () => goTo(line, column));
    if (marks.get(line) !== 'error') marks.set(line, place[3]);
    return [button, pre];
  }));
  notice = '';
  box.hidden = box.childElementCount === 0;
  number(marks);
}

// ---- runs ----

const pathOf = (file) => `/mbsrun/models/${file}`;

function files() {
  const all = {[pathOf(name)]: new TextEncoder().encode(text.value)};
  for (const [file, content] of Object.entries(references)) {
    if (text.value.includes(file)) all[`/mbsrun/${file}`] = content;
  }
  return all;
}

function end() {
  worker?.terminate();
  worker = null;
  busy = false;
}

function newWorker() {
  const url = URL.createObjectURL(new Blob([program], {type: 'text/javascript'}));
  const made = new Worker(url);
  URL.revokeObjectURL(url);
  return made;
}

// A new run ends the one before.
function start() {
  if (busy) end();
  clearTimeout(timer);
  worker ??= newWorker();
  const run = ++runs, began = performance.now();
  busy = true;
  byId('stop').disabled = false;
  clearInterval(clock);
  clock = setInterval(() => tell(`running … ${((performance.now() - began) / 1000).toFixed(1)} s`), 250);
  worker.onmessage = (e) => finish(run, e.data);
  worker.onerror = (e) => finish(run, {status: -1, page: '', said: `${e.message}\n`, took: 0});
  worker.postMessage({compiled, name: pathOf(name), files: files()});
}

function rest() {
  clearInterval(clock);
  byId('stop').disabled = true;
  busy = false;
}

function finish(run, {status, page, said, took}) {
  if (run !== runs) return;
  rest();
  showWords(said);
  tell(status === 0 ? `ok, ${took.toFixed(2)} s` : `${page ? 'see the verdict' : 'refused'}, exit status ${status}`,
    status !== 0);
  byId('pages').classList.toggle('stale', !page);
  if (page) load(run, page);
  document.documentElement.dataset.status = String(status);
  document.documentElement.dataset.run = String(run);
}

function load(run, page) {
  const frame = document.createElement('iframe');
  frame.title = 'The page of the run';
  frame.className = 'next';
  whenReady(frame, () => {
    if (run !== runs) {
      frame.remove();
      return;
    }
    carry(shown, frame);
    frame.className = '';
    shown?.remove();
    shown = frame;
    document.documentElement.dataset.shown = String(run);
  });
  frame.srcdoc = page;
  byId('pages').append(frame);
}

// ---- the page ----

byId('run').addEventListener('click', start);
byId('stop').addEventListener('click', () => {
  end();
  rest();
  runs++;
  tell('stopped');
});
byId('models').addEventListener('change', (e) => {
  if (models[e.target.value]) take(e.target.value, models[e.target.value]);
});
byId('link').addEventListener('click', async () => {
  history.replaceState(null, '', await addressOf(text.value));
  byId('linked').hidden = false;
  byId('address').value = location.href;
  byId('address').select();
});
text.addEventListener('scroll', () => { byId('lines').scrollTop = text.scrollTop; });
text.addEventListener('input', () => {
  number();
  byId('models').value = models[name] === text.value ? name : '';
  clearTimeout(timer);
  if (byId('follow').checked) timer = setTimeout(start, PAUSE);
});
text.addEventListener('keydown', (e) => {
  if (e.key === 'Enter' && (e.ctrlKey || e.metaKey)) start();
});
addEventListener('hashchange', () => readAddress());

function fillMenu() {
  const groups = new Map();
  for (const file of Object.keys(models)) {
    const [group, own] = file.split('/');
    if (!groups.has(group)) {
      groups.set(group, document.createElement('optgroup'));
      groups.get(group).label = group;
    }
    const option = document.createElement('option');
    option.value = file;
    option.textContent = own.replace('.yaml', '').replaceAll('_', ' ');
    groups.get(group).append(option);
  }
  const none = document.createElement('option');
  none.value = '';
  none.textContent = 'your own';
  byId('models').append(none, ...groups.values());
}

const stored = await inflated('files').json();
({models, references} = stored);
program = await inflated('worker').text();
byId('about').textContent = stored.about;
fillMenu();
compiled = await WebAssembly.compile(await inflated('module').arrayBuffer());
document.documentElement.dataset.ready = 'yes';
if (!await readAddress()) take(stored.first, models[stored.first]);
