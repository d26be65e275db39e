// script.js: the page of mbsrun watch: the page of the last good run in a frame, the messages of the
// last run above it, a slider for every parameter.

const byId = (id) => document.getElementById(id);
const inputs = () => [...document.querySelectorAll('#list input')];
byId('name').textContent = document.title.replace(/ - mbsrun watch$/, '');
let shown = null, shownRun = 0, loading = 0;

function load(run) {
  const frame = document.createElement('iframe');
  frame.title = 'The page of the run';
  frame.className = 'next';
  loading = run;
  const swap = () => {
    if (loading !== run) {
      frame.remove();
      return;
    }
    carry(shown, frame);
    frame.className = '';
    shown?.remove();
    shown = frame;
    shownRun = run;
    loading = 0;
    document.documentElement.dataset.shown = String(run);
  };
  whenReady(frame, swap);
  frame.src = `page?${run}`;
  byId('pages').append(frame);
}

const text = (value) => String(Number(value.toPrecision(6)));
const unitOf = (p) => p.unit && p.unit !== '1' ? ` ${p.unit}` : '';

function send() {
  const pairs = inputs().filter((e) => e.dataset.changed)
    .map((e) => `${encodeURIComponent(e.name)}=${text(Number(e.value)).replace('+', '')}`);
  fetch(`set?${pairs.join('&')}`);
}

function tellCopy() {
  byId('copy').textContent = inputs().filter((e) => e.dataset.changed)
    .map((e) => `${e.name}: ${text(Number(e.value))}${e.dataset.unit}`).join(', ');
}

// Sliders stay where they are held; the file's own values come with the run of a save.
function makeSliders(known, set) {
  const given = new Map(set.map((pair) => pair.split('=')).map(([name, v]) => [name, Number(v)]));
  const form = byId('list'), old = new Map(inputs().map((e) => [e.name, e]));
  byId('sliders').hidden = known.parameters.length === 0;
  const names = known.parameters.map((p) => p.name);
  if (names.join() === [...old.keys()].join()) {
    for (const p of known.parameters) {
      const input = old.get(p.name);
      if (!input.dataset.changed && !given.has(p.name)) {
        input.value = p.value;
        input.nextElementSibling.textContent = text(p.value) + unitOf(p);
      }
    }
    return;
  }
  form.replaceChildren();
  for (const p of known.parameters) {
    const label = document.createElement('label'), input = document.createElement('input');
    const out = document.createElement('output');
    const value = given.get(p.name) ?? p.value;
    label.textContent = p.name;
    label.htmlFor = input.id = `p-${p.name}`;
    Object.assign(input, {type: 'range', name: p.name, min: Math.min(p.least, value),
      max: Math.max(p.largest, value), step: p.whole ? 1 : 'any'});
    input.value = value;
    input.dataset.unit = unitOf(p);
    if (given.has(p.name)) input.dataset.changed = 'yes';
    out.textContent = text(value) + unitOf(p);
    input.addEventListener('input', () => {
      input.dataset.changed = 'yes';
      out.textContent = text(Number(input.value)) + unitOf(p);
      tellCopy();
      send();
    });
    form.append(label, input, out);
  }
  tellCopy();
}

byId('reset').addEventListener('click', () => {
  for (const e of inputs()) delete e.dataset.changed;
  tellCopy();
  send();
});

function tell(now) {
  const root = document.documentElement.dataset;
  const refused = !now.running && now.page !== now.run;
  const state = byId('state');
  if (now.known) makeSliders(now.known, now.set);
  state.className = now.status !== 0 && !now.running ? 'failed' : '';
  state.textContent = now.run === 0 ? 'not run yet' : now.running ? `run ${now.run} \u2026` :
    now.status === 0 ? `run ${now.run}: ok, ${now.took.toFixed(3)} s` :
      `run ${now.run}: ${refused ? 'refused' : 'see its verdict'}, exit status ${now.status}`;
  byId('words').hidden = now.running || !now.messages;
  byId('words').textContent = now.messages;
  byId('pages').classList.toggle('stale', refused);
  if (now.page > 0 && now.page !== shownRun && now.page !== loading) load(now.page);
  root.run = String(now.run);
  root.status = now.running ? 'running' : String(now.status);
}

const events = new EventSource('events');
events.addEventListener('message', (e) => tell(JSON.parse(e.data)));
events.addEventListener('error', () => {
  byId('state').textContent = 'mbsrun watch has ended, or cannot be reached';
  byId('state').className = 'failed';
});
