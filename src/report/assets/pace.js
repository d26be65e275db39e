// SPDX-License-Identifier: BSD-3-Clause
// pace.js: how fast a motion plays: 1, 2 or 5 times a power of ten of its own time, at first such
// that it takes 3 to 10 s (as film.c has it), and a slider to change that.

const paceOf = (n) => [1, 2, 5][(n % 3 + 3) % 3] * 10 ** Math.floor(n / 3);
const MANY = 7; // steps to each side

// The pace nearest to real time with which so many seconds take 3 to 10.
function firstPace(span) {
  let n = 0;
  while (span > 0 && span / paceOf(n) > 10 + 1e-6) n++;
  while (span > 0 && span / paceOf(n) < 3 - 1e-6) n--;
  return n;
}

function paceText(n) {
  const whole = (x) => x.toLocaleString('en', {maximumFractionDigits: 0});
  return n === 0 ? 'real time' : n > 0 ? `${whole(paceOf(n))} times real time`
    : `1/${whole(1 / paceOf(n))} of real time`;
}

function makePace() {
  const slider = make('input', {type: 'range', step: '1', 'aria-label': 'speed'});
  const told = make('output', {class: 'pace', 'aria-live': 'off'});
  const pace = {slider, told, first: 0, value: 1};
  const take = () => {
    const n = Number(slider.value);
    pace.value = paceOf(n);
    told.textContent = paceText(n);
    slider.setAttribute('aria-valuetext', told.textContent);
  };
  slider.addEventListener('input', take);
  pace.start = (span) => {
    const n = firstPace(span);
    pace.first = paceOf(n);
    Object.assign(slider, {min: Math.min(n, 0) - MANY, max: Math.max(n, 0) + MANY});
    slider.value = n;
    take();
  };
  return pace;
}
