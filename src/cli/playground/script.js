// script.js: the playground: texts, runs of them in a worker, the page of the last good run, the messages
// of the last run at their lines. carry.js and sliders.js of mbsrun watch and texts.js go before it.
const PAUSE = 400; // ms without a key before a run
let compiled = null, program = '', notice = '', models = {}, references = {}, worker = null, timer = 0, clock = 0;
let shown = null, runs = 0, busy = false, again = false;

const inflated = (id) => through(bytesOf(byId(id).content.textContent), new DecompressionStream('deflate-raw'));

// True where the address names texts, or one of the models.
async function readAddress() {
  const [, key, value] = /^#(model|name|files)=(.*)$/.exec(location.hash) ?? [];
  if (key === 'name' && models[decodeURIComponent(value)]) {
    take(decodeURIComponent(value), [[decodeURIComponent(value), models[decodeURIComponent(value)]]]);
    return true;
  }
  if (key !== 'model' && key !== 'files') return false;
  try {
    const words = await inflatedText(bytesOf(value.replaceAll('-', '+').replaceAll('_', '/')));
    const all = key === 'files' ? filesOf(words) : [['model.yaml', words]];
    take(all[0][0], all);
  } catch (fault) {
    notice = `error[address]: the address contains no model that can be read (${fault.message}); this is another one\n`;
    return false;
  }
  return true;
}

const showModel = () => {
  const shipped = texts.size === 1 && models[name] === texts.get(name);
  byId('models').value = shipped ? name : '';
};

// ---- messages ----

function tell(words, failed) {
  byId('state').textContent = words;
  byId('state').className = failed ? 'failed' : '';
}

// The words of a run as they are in a terminal; each that has a place gets a button that goes there.
function showWords(said) {
  const box = byId('words');
  marks = new Map();
  const parts = `${notice}${said}`.split(/\n(?=(?:\S[^\n]*?: ?)?(?:error|warning)\[)/);
  box.replaceChildren(...parts.filter((part) => /(error|warning)\[/.test(part)).flatMap((part) => {
    const pre = document.createElement('pre');
    const place = /^([^\n:]*):(\d+):(\d+): (error|warning)/.exec(part);
    const file = [...texts.keys()].find((one) => pathOf(one) === place?.[1]);
    pre.textContent = part.trimEnd();
    if (!file) return [pre];
    const [line, column] = [Number(place[2]), Number(place[3])];
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = `${texts.size > 1 ? `${file}, ` : ''}line ${line}, column ${column}`;
    button.addEventListener('click', () => goTo(file, line, column));
    if (!marks.has(file)) marks.set(file, new Map());
    if (marks.get(file).get(line) !== 'error') marks.get(file).set(line, place[4]);
    return [button, pre];
  }));
  notice = '';
  box.hidden = box.childElementCount === 0;
  number();
}

// ---- runs ----

function files() {
  const all = {}, coded = new TextEncoder();
  for (const [file, content] of texts) all[pathOf(file)] = isText(content) ? coded.encode(content) : content;
  for (const [file, content] of Object.entries(references)) {
    if ([...texts.values()].some((one) => isText(one) && one.includes(file))) all[`/mbsrun/${file}`] = content;
  }
  return all;
}

// Of sliders whose parameter still stands somewhere.
const sets = () => changedSliders(byId('list')).map((c) => c.pair).filter((pair) =>
  [...texts.values()].some((one) => isText(one) && one.includes(pair.split('=')[0])));

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
  const run = ++runs, began = performance.now(), given = sets();
  busy = true;
  again = false;
  byId('stop').disabled = false;
  clearInterval(clock);
  clock = setInterval(() => tell(`running … ${((performance.now() - began) / 1000).toFixed(1)} s`), 250);
  worker.onmessage = (e) => finish(run, given, e.data);
  worker.onerror = (e) => finish(run, given, {status: -1, page: '', said: `${e.message}\n`, took: 0});
  worker.postMessage({compiled, name: pathOf(name), sets: given, files: files()});
}

function rest() {
  clearInterval(clock);
  byId('stop').disabled = true;
  busy = false;
}

function finish(run, given, {status, page, said, took, parameters}) {
  if (run !== runs) return;
  rest();
  showWords(said);
  tell(status === 0 ? `ok, ${took.toFixed(2)} s` : `${page ? 'see the verdict' : 'refused'}, exit status ${status}`,
    status !== 0);
  byId('pages').classList.toggle('stale', !page);
  if (parameters) {
    byId('sliders').hidden = parameters.length === 0;
    makeSliders(byId('list'), parameters, given, slide);
    tellCopy();
  }
  if (page) load(run, page);
  document.documentElement.dataset.status = String(status);
  document.documentElement.dataset.run = String(run);
  if (again) start();
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

const tellCopy = () => {
  byId('copy').textContent = changedSliders(byId('list')).map((c) => c.line).join(', ');
};

// A slider waits for the run that is under way.
function slide() {
  tellCopy();
  if (busy) again = true;
  else start();
}

// On a narrow screen one of both: the text, or what it does.
function showSide(side) {
  document.body.dataset.side = side;
  for (const one of ['text', 'page']) byId(`side-${one}`).setAttribute('aria-pressed', String(one === side));
}

byId('side-text').addEventListener('click', () => showSide('text'));
byId('side-page').addEventListener('click', () => showSide('page'));
byId('reset').addEventListener('click', () => {
  resetSliders(byId('list'));
  slide();
});
byId('run').addEventListener('click', start);
byId('stop').addEventListener('click', () => {
  end();
  rest();
  again = false;
  runs++;
  tell('stopped');
});
byId('models').addEventListener('change', (e) => {
  if (models[e.target.value]) take(e.target.value, [[e.target.value, models[e.target.value]]]);
});
byId('link').addEventListener('click', async () => {
  const bytes = [...texts].filter(([, content]) => !isText(content)).map(([file]) => file);
  byId('linked').hidden = false;
  if (bytes.length > 0) {
    byId('address').value = `no address: ${bytes.join(', ')} is not text`;
    return;
  }
  history.replaceState(null, '', await addressOf());
  byId('address').value = location.href;
  byId('address').select();
});
text.addEventListener('scroll', () => { byId('lines').scrollTop = text.scrollTop; });
text.addEventListener('input', () => {
  texts.set(edited, text.value);
  number();
  showModel();
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

showSide('page');
const stored = await inflated('files').json();
({models, references} = stored);
program = await inflated('worker').text();
byId('about').textContent = stored.about;
fillMenu();
compiled = await WebAssembly.compile(await inflated('module').arrayBuffer());
document.documentElement.dataset.ready = 'yes';
if (!await readAddress()) take(stored.first, [[stored.first, models[stored.first]]]);
