// texts.js: the files of the playground: a model, and beside it those that it includes. The text of one
// of them is being written.
const byId = (id) => document.getElementById(id);
const text = byId('text'), MOST = 1 << 20; // characters of a text that an address may carry
let name = 'model.yaml'; // of the model
let texts = new Map(), edited = name; // name: text, or bytes of what is no text; the model first
let marks = new Map(); // name: {line: error or warning}

const isText = (content) => typeof content === 'string';
const folderOf = (file) => file.slice(0, file.lastIndexOf('/') + 1);
const pathOf = (file) => `/mbsrun/models/${file === name ? file : folderOf(name) + file}`;
const isPlain = (file) => /^[\p{L}\p{N}_][\p{L}\p{N}_./ -]*$/u.test(file) && !file.split('/').includes('..');

function number() {
  const lines = byId('lines'), count = text.value.split('\n').length, own = marks.get(edited);
  lines.replaceChildren(...Array.from({length: count}, (_, k) => {
    const kind = own?.get(k + 1), mark = document.createElement(kind ? 'b' : 'span');
    mark.textContent = String(k + 1);
    if (kind === 'warning') mark.className = 'warning';
    return [mark, '\n'];
  }).flat());
  lines.scrollTop = text.scrollTop;
}

function edit(file) {
  const content = texts.get(file);
  edited = file;
  text.value = isText(content) ? content : `${content.length} bytes that are not text`;
  text.readOnly = !isText(content);
  text.scrollTop = 0;
  showNames();
  number();
}

// One button for each file, where there are several; those beside the model can be taken out.
function showNames() {
  const button = (words, label, act) => {
    const made = document.createElement('button');
    made.type = 'button';
    made.textContent = words;
    if (label) made.setAttribute('aria-label', label);
    made.addEventListener('click', act);
    return made;
  };
  byId('tabs').replaceChildren(...(texts.size < 2 ? [] : [...texts.keys()]).flatMap((file) => {
    const tab = button(file, '', () => edit(file));
    tab.setAttribute('aria-pressed', String(file === edited));
    return file === name ? [tab] : [tab, button('\u00d7', `remove ${file}`, () => {
      texts.delete(file);
      edit(file === edited ? name : edited);
      start();
    })];
  }));
}

// The files of another model.
function take(file, all) {
  name = file;
  texts = new Map(all);
  marks = new Map();
  resetSliders(byId('list'));
  byId('list').replaceChildren();
  edit(name);
  showModel();
  start();
}

function goTo(file, line, column) {
  showSide('text');
  if (file !== edited) edit(file);
  const before = text.value.split('\n').slice(0, line - 1).join('\n');
  const at = before.length + (line > 1 ? 1 : 0) + column - 1;
  text.focus();
  text.setSelectionRange(at, at);
  text.scrollTop = Math.max(0, (line - 5) * text.scrollHeight / text.value.split('\n').length);
}

// ---- files from outside ----

const isModel = (content) => isText(content) && /^mbs:/m.test(content);

async function read(file) {
  const bytes = new Uint8Array(await file.arrayBuffer());
  try {
    return new TextDecoder('utf-8', {fatal: true}).decode(bytes);
  } catch {
    return bytes;
  }
}

// As the texts name it, library/bar.yaml, where they do.
function placeOf(file, among) {
  const end = `/${file}`;
  for (const content of among) {
    for (const word of isText(content) ? content.split(/[\s"'[\],{}]+/) : []) {
      if (word.endsWith(end) && isPlain(word)) return word;
    }
  }
  return file;
}

// One model among them takes the place of what is there, with the others beside it.
async function addFiles(list) {
  const found = await Promise.all([...list].map(async (file) => [file.name, await read(file)]));
  const models = found.filter(([, content]) => isModel(content));
  const others = found.filter((pair) => models.length !== 1 || pair !== models[0]);
  const all = models.length === 1 ? [models[0]] : [...texts];
  const among = [...all, ...others].map(([, content]) => content);
  for (const [file, content] of others) all.push([placeOf(file, among), content]);
  if (models.length === 1) {
    take(models[0][0], all);
    return;
  }
  texts = new Map(all);
  edit(name);
  start();
}

byId('add').addEventListener('click', () => byId('more').click());
byId('more').addEventListener('change', (e) => addFiles(e.target.files).then(() => { e.target.value = ''; }));
document.addEventListener('dragover', (e) => e.preventDefault());
document.addEventListener('drop', (e) => {
  e.preventDefault();
  if (e.dataTransfer.files.length > 0) addFiles(e.dataTransfer.files);
});

// ---- what stands in an address ----

const bytesOf = (packed) => Uint8Array.from(atob(packed), (c) => c.charCodeAt(0));
const through = (bytes, stream) => new Response(new Blob([bytes]).stream().pipeThrough(stream));

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

// Behind #model= the model alone, behind #files= all of them, the model first.
async function addressOf() {
  const one = texts.size === 1, content = one ? texts.get(name) : JSON.stringify([...texts]);
  const packed = new Uint8Array(await through(new TextEncoder().encode(content),
    new CompressionStream('deflate-raw')).arrayBuffer());
  let letters = '';
  for (const byte of packed) letters += String.fromCharCode(byte);
  return `#${one ? 'model' : 'files'}=${
    btoa(letters).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')}`;
}

function filesOf(words) {
  const all = JSON.parse(words);
  const good = Array.isArray(all) && all.length > 0 && all.every((pair) => Array.isArray(pair) &&
    pair.length === 2 && pair.every(isText) && isPlain(pair[0]));
  if (!good) throw new Error('it is not a list of files');
  return all;
}
