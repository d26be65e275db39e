// SPDX-License-Identifier: BSD-3-Clause
// survey.js: the table of runs is put in order by the column whose head is pressed, again the other
// way round; empty fields last.
const table = document.getElementById('mbs-runs');
const body = table?.tBodies[0];
[...(table?.tHead.rows[0].cells ?? [])].forEach((head, column) => {
  const button = document.createElement('button');
  button.type = 'button';
  button.append(...head.childNodes);
  head.append(button);
  button.addEventListener('click', () => {
    const down = head.getAttribute('aria-sort') === 'ascending';
    for (const other of head.parentNode.cells) other.removeAttribute('aria-sort');
    head.setAttribute('aria-sort', down ? 'descending' : 'ascending');
    const key = (row) => row.cells[column].textContent;
    const order = [...body.rows].sort((a, b) => {
      const [x, y] = [key(a), key(b)];
      if (x === '' || y === '') return (x === '') - (y === '');
      const d = Number.isFinite(Number(x)) && Number.isFinite(Number(y)) ? x - y
        : x.localeCompare(y);
      return down ? -d : d;
    });
    body.append(...order);
  });
});
document.documentElement.dataset.ready = 'yes';
