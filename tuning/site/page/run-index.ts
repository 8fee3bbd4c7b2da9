// The index of runs: filters, search, order and groups, kept in the address.
import { byId, make } from './elements.ts';

interface Card {
  element: HTMLElement;
  facts: Readonly<Record<string, string>>;
  text: string;
}

const FILTERS = ['game', 'size', 'kind', 'verdict'];

const form = byId('filters', HTMLFormElement);
const list = byId('runs');
const count = byId('count');
const cards: Card[] = Array.from(list.querySelectorAll<HTMLElement>('.card'), (element) => ({
  element,
  facts: { ...element.dataset } as Record<string, string>,
  text: (element.textContent ?? '').toLowerCase(),
}));

function control(name: string): HTMLInputElement | HTMLSelectElement {
  const found = form.elements.namedItem(name);
  if (found instanceof HTMLInputElement || found instanceof HTMLSelectElement) return found;
  throw new Error(`the form has no ${name}`);
}

const names = Array.from(form.elements, (element) => (element as HTMLInputElement).name).filter(Boolean);

/** Puts what the address says into the form; what it does not say is as usual. */
function readAddress(): void {
  const said = new URLSearchParams(location.search);
  for (const name of names) {
    const field = control(name);
    const value = said.get(name) ?? '';
    field.value = value;
    // A choice that there is not any more.
    if (field.value !== value) field.value = '';
  }
}

function writeAddress(): void {
  const said = new URLSearchParams(
    names.map((name) => [name, control(name).value]).filter(([, value]) => value !== ''),
  );
  history.replaceState(null, '', `${location.pathname}${said.size === 0 ? '' : `?${said}`}`);
}

function show(): void {
  const words = control('q').value.toLowerCase().split(/\s+/).filter(Boolean);
  const chosen = FILTERS.map((name) => [name, control(name).value] as const).filter(
    ([, value]) => value !== '',
  );
  const shown = cards.filter(
    ({ facts, text }) =>
      chosen.every(([name, value]) => facts[name] === value) && words.every((word) => text.includes(word)),
  );
  count.textContent =
    shown.length === cards.length ? `${cards.length} runs` : `${shown.length} of ${cards.length} runs`;
  const order = control('order').value;
  const key = ({ facts }: Card) => (order === 'name' ? facts['name'] : facts['date']);
  shown.sort((one, other) =>
    order === 'name'
      ? key(one).localeCompare(key(other), 'en', { numeric: true })
      : key(other).localeCompare(key(one)) ||
        one.facts['name'].localeCompare(other.facts['name'], 'en', { numeric: true }),
  );
  const by = control('group').value;
  const groups = new Map<string, Card[]>();
  for (const card of shown) {
    const name = by === '' ? '' : (card.facts[by] ?? '');
    groups.set(name, [...(groups.get(name) ?? []), card]);
  }
  list.replaceChildren(
    ...Array.from(groups, ([name, members]) =>
      make(
        'section',
        {},
        ...(by === ''
          ? []
          : [make('h2', { textContent: `${name === '' ? 'Others' : name} (${members.length})` })]),
        make('ul', { className: 'cards' }, ...members.map(({ element }) => element)),
      ),
    ),
  );
}

readAddress();
show();
form.hidden = false;
form.addEventListener('input', () => {
  writeAddress();
  show();
});
form.addEventListener('submit', (event) => event.preventDefault());
form.addEventListener('reset', () => {
  // The fields are empty once this event is over.
  setTimeout(() => {
    writeAddress();
    show();
  });
});
addEventListener('popstate', () => {
  readAddress();
  show();
});
