/** What a page does beyond being read: sorts a table by a column, and steps through a game. Pages are whole without it. */
export const SCRIPT = `
'use strict';
function valueOf(row, column) {
  const cell = row.cells[column];
  const value = cell.dataset.value;
  return value === undefined ? cell.textContent.trim() : value === '' ? -Infinity : Number(value);
}
function sort(button) {
  const header = button.closest('th');
  const table = header.closest('table');
  const column = header.cellIndex;
  const before = header.getAttribute('aria-sort');
  const first = header.classList.contains('number') ? 'descending' : 'ascending';
  const other = first === 'ascending' ? 'descending' : 'ascending';
  const order = before === first ? other : first;
  for (const th of header.parentElement.cells) if (th.hasAttribute('aria-sort')) th.setAttribute('aria-sort', 'none');
  header.setAttribute('aria-sort', order);
  const sign = order === 'ascending' ? 1 : -1;
  const rows = Array.from(table.tBodies[0].rows);
  rows.sort((a, b) => {
    const [one, two] = [valueOf(a, column), valueOf(b, column)];
    if (typeof one === 'number' && typeof two === 'number') return one === two ? 0 : sign * (one < two ? -1 : 1);
    return sign * String(one).localeCompare(String(two), 'en', { numeric: true });
  });
  table.tBodies[0].append(...rows);
}
for (const button of document.querySelectorAll('th button')) button.addEventListener('click', () => sort(button));

function addStepper(list) {
  const plies = Array.from(list.querySelectorAll('li[data-ply]'));
  if (plies.length < 2) return;
  const box = document.createElement('div');
  box.className = 'stepper';
  const board = document.createElement('div');
  const side = document.createElement('div');
  const buttons = document.createElement('div');
  buttons.className = 'buttons';
  const text = document.createElement('p');
  text.setAttribute('aria-live', 'polite');
  const count = document.createElement('p');
  count.className = 'small';
  let at = 0;
  const button = (name, step) => {
    const made = document.createElement('button');
    made.type = 'button';
    made.textContent = name;
    made.addEventListener('click', () => show(at + step));
    buttons.append(made);
    return made;
  };
  const start = button('Start', -Infinity);
  const back = button('\\u2190 Back', -1);
  const next = button('Next \\u2192', 1);
  const end = button('End', Infinity);
  function show(index) {
    at = Math.max(0, Math.min(plies.length - 1, index));
    board.replaceChildren(plies[at].querySelector('svg').cloneNode(true));
    const said = plies[at].lastChild.textContent.trim();
    text.textContent = plies[at].querySelector('b').textContent + (said && ', ' + said);
    count.textContent = 'Drawing ' + (at + 1) + ' of ' + plies.length;
    start.disabled = back.disabled = at === 0;
    next.disabled = end.disabled = at === plies.length - 1;
  }
  side.append(buttons, text, count);
  box.append(board, side);
  list.closest('.scroll').before(box);
  show(plies.length - 1);
}
for (const list of document.querySelectorAll('.plies')) addStepper(list);
`;
