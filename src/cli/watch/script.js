// script.js: the page of mbsrun watch: the page of the last good run in a frame, the messages of the
// last run above it, a slider for every parameter. carry.js and sliders.js go before it.

const byId = (id) => document.getElementById(id);
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

function send() {
  byId('copy').textContent = changedSliders(byId('list')).map((c) => c.line).join(', ');
  fetch(`set?${changedSliders(byId('list')).map((c) => c.pair).join('&')}`);
}

byId('reset').addEventListener('click', () => {
  resetSliders(byId('list'));
  send();
});

function tell(now) {
  const root = document.documentElement.dataset;
  const refused = !now.running && now.page !== now.run;
  const state = byId('state');
  if (now.known) {
    byId('sliders').hidden = now.known.parameters.length === 0;
    makeSliders(byId('list'), now.known.parameters, now.set, send);
    byId('copy').textContent = changedSliders(byId('list')).map((c) => c.line).join(', ');
  }
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
  byId('state').textContent = 'mbsrun watch has stopped, or cannot be reached';
  byId('state').className = 'failed';
});
