// The live page: shows the runs as the server describes them, and asks it to stop one.
import { byId, make, tell } from './elements.ts';

interface Message {
  /** The folders of the runs in their order, and the markup of those that have changed. */
  order: string[];
  cards: Record<string, { markup: string; canStop: boolean }>;
  workers: string;
}

const list = byId('runs');
const state = byId('state');
const token = document.querySelector<HTMLMetaElement>('meta[name=token]')!.content;
const shown = new Map<string, HTMLElement>();

function show({ order, cards, workers }: Message): void {
  for (const [folder, { markup, canStop }] of Object.entries(cards)) {
    const card = shown.get(folder) ?? newCard(folder);
    const [told, button] = card.children;
    // Nothing of a run's files is in it but text that the server has escaped.
    told.innerHTML = markup;
    (button as HTMLElement).hidden = !canStop;
    shown.set(folder, card);
  }
  for (const folder of shown.keys()) if (!order.includes(folder)) shown.delete(folder);
  const cardsInOrder = order.map((folder) => shown.get(folder)!);
  if (cardsInOrder.some((card, i) => list.children[i] !== card) || list.children.length !== order.length)
    list.replaceChildren(...cardsInOrder);
  tell(byId('workers'), workers);
  state.textContent =
    order.length === 0
      ? 'no runs yet'
      : `${order.length} ${order.length === 1 ? 'run' : 'runs'}, followed while they are under way`;
}

/** What is told of a run changes; the button beside it stays, with the focus where it has it. */
function newCard(folder: string): HTMLElement {
  const button = make('button', {
    type: 'button',
    className: 'stop',
    textContent: `Stop ${folder.split('/').at(-1)}`,
  });
  button.dataset['folder'] = folder;
  return make('article', { className: 'run' }, make('div'), button);
}

const events = new EventSource('events');
events.addEventListener('message', ({ data }) => show(JSON.parse(data as string) as Message));
events.addEventListener('error', () => {
  state.textContent = 'the server is not heard; the runs are not touched, and this page asks again';
});

list.addEventListener('click', (event) => {
  const button = (event.target as HTMLElement).closest<HTMLButtonElement>('.stop');
  if (button === null) return;
  const { folder } = button.dataset;
  if (
    !confirm(`Stop ${folder}? It ends as by Ctrl-C: what is done is kept, and the same command resumes it.`)
  )
    return;
  button.disabled = true;
  void fetch('stop', { method: 'POST', body: JSON.stringify({ token, folder }) }).then(async (response) => {
    if (response.ok) return;
    state.textContent = await response.text();
    button.disabled = false;
  });
});
