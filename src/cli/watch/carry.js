// carry.js: one page of a run in the place of another: of mbsrun watch and of the playground.

// What one looks at, carried from the page before to the next one.
function carry(from, to) {
  const a = from?.contentWindow?.mbsrun, b = to.contentWindow?.mbsrun;
  const scroll = from?.contentDocument?.scrollingElement;
  if (scroll) to.contentWindow.scrollTo(0, scroll.scrollTop);
  if (!a || !b) return;
  if (b.motions.some((m) => m.analysis === a.analysis)) {
    if (a.analysis !== b.analysis) b.show(a.analysis);
    b.seek(a.t);
  }
  for (const [key, value] of Object.entries(a.viewer.camera)) {
    if (typeof value === 'number' || Array.isArray(value)) {
      b.viewer.camera[key] = Array.isArray(value) ? [...value] : value;
    }
  }
  b.setPlaying(a.playing);
  b.draw();
}

// Calls back once the page that a frame is about to load is there and its script is ready, or has
// nothing to do.
function whenReady(frame, back) {
  frame.addEventListener('load', () => {
    const root = frame.contentDocument.documentElement, since = performance.now();
    const wait = () => {
      if (root.dataset.ready || performance.now() - since > 1500) back();
      else setTimeout(wait, 5);
    };
    wait();
  });
}
