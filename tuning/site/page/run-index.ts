// The index of runs: filters, search, order and groups, kept in the address.
import { byId, make } from './elements.ts';
import { formInAddress } from './form-address.ts';

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

function show(): void {
  const words = chosen.get('q').toLowerCase().split(/\s+/).filter(Boolean);
  const filters = FILTERS.map((name) => [name, chosen.get(name)] as const).filter(
    ([, value]) => value !== '',
  );
  const shown = cards.filter(
    ({ facts, text }) =>
      filters.every(([name, value]) => facts[name] === value) && words.every((word) => text.includes(word)),
  );
  count.textContent =
    shown.length === cards.length ? `${cards.length} runs` : `${shown.length} of ${cards.length} runs`;
  const order = chosen.get('order');
  const key = ({ facts }: Card) => (order === 'name' ? facts['name'] : facts['date']);
  shown.sort((one, other) =>
    order === 'name'
      ? key(one).localeCompare(key(other), 'en', { numeric: true })
      : key(other).localeCompare(key(one)) ||
        one.facts['name'].localeCompare(other.facts['name'], 'en', { numeric: true }),
  );
  const by = chosen.get('group');
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

const chosen = formInAddress(form, show);
show();
form.hidden = false;
