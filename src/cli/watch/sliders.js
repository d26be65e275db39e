// sliders.js: a slider for every parameter: of mbsrun watch and of the playground.

const sixDigits = (value) => String(Number(value.toPrecision(6)));
const slidersOf = (form) => [...form.querySelectorAll('input')];

// Of those that were moved: name=value as --set takes it, and name: value as the file has it.
const changedSliders = (form) => slidersOf(form).filter((e) => e.dataset.changed).map((e) => {
  const value = sixDigits(Number(e.value));
  return {pair: `${encodeURIComponent(e.name)}=${value.replace('+', '')}`,
    line: `${e.name}: ${value}${e.dataset.unit}`};
});

function resetSliders(form) {
  for (const e of slidersOf(form)) delete e.dataset.changed;
}

function makeSlider(p, value, moved) {
  const label = document.createElement('label'), input = document.createElement('input');
  const out = document.createElement('output'), unit = p.unit && p.unit !== '1' ? ` ${p.unit}` : '';
  label.textContent = p.name;
  label.htmlFor = input.id = `p-${p.name}`;
  Object.assign(input, {type: 'range', name: p.name, min: Math.min(p.least, value),
    max: Math.max(p.largest, value), step: p.whole ? 1 : 'any'});
  input.value = value;
  input.dataset.unit = unit;
  out.textContent = sixDigits(value) + unit;
  input.addEventListener('input', () => {
    input.dataset.changed = 'yes';
    out.textContent = sixDigits(Number(input.value)) + unit;
    moved();
  });
  return [label, input, out];
}

// One for each parameter of the last run; given: those that were set, as name=value. Sliders stay
// where they are held; the file's own values come with the run of its next text.
function makeSliders(form, parameters, given, moved) {
  const set = new Map(given.map((pair) => pair.split('=')).map(([name, v]) => [name, Number(v)]));
  const old = new Map(slidersOf(form).map((e) => [e.name, e]));
  if (parameters.map((p) => p.name).join() === [...old.keys()].join()) {
    for (const p of parameters) {
      const input = old.get(p.name);
      if (!input.dataset.changed && !set.has(p.name)) {
        input.value = p.value;
        input.nextElementSibling.textContent = sixDigits(p.value) + input.dataset.unit;
      }
    }
    return;
  }
  form.replaceChildren(...parameters.flatMap((p) => makeSlider(p, set.get(p.name) ?? p.value, moved)));
  for (const e of slidersOf(form)) if (set.has(e.name)) e.dataset.changed = 'yes';
}
