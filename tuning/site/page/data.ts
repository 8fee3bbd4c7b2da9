// The Data page: reads a dataset as a Parquet file, and shows the positions in it that are asked for.
import type { Game } from '../../../engine/game.ts';
import type { Side } from '../../../engine/position.ts';
import { boardSvg } from '../../page/board-drawing.ts';
import { boardName, counted, decimal, whole } from '../../page/figures.ts';
import { sideName } from '../../page/game-words.ts';
import type { Cell } from '../../parquet/page-values.ts';
import { type ByteSource, type ParquetTable, readParquet } from '../../parquet/parquet-table.ts';
import { neededGame } from '../../store/needed-game.ts';
import type { DatasetOffer } from '../dataset-offer.ts';
import { matchingRows, type RowQuestion } from '../row-filter.ts';
import { addOutsideGames } from '../take-scripts.ts';
import { byId, make, tell } from './elements.ts';
import { formInAddress } from './form-address.ts';

/** Written beside this script when the site is made. */
declare const DATASETS: readonly DatasetOffer[];

/** A dataset that is shown. */
interface Shown {
  game: Game;
  size: number;
  table: ParquetTable;
}

const ON_A_PAGE = 24;
const RESULTS = [
  ['1', 'won'],
  ['0', 'drawn'],
  ['-1', 'lost'],
] as const;

addOutsideGames();
const form = byId('filters', HTMLFormElement);
const file = byId('file', HTMLInputElement);
const datasets = form.elements.namedItem('dataset') as HTMLSelectElement;
const list = byId('rows');
const asked = new URLSearchParams(location.search);
// What is opened later is shown, whatever is loaded last.
let opened = 0;
let shown: Shown | undefined;
let found: number[] = [];

optionsOf(
  'dataset',
  DATASETS.map(({ name }) => [name, name]),
);
const fields = formInAddress(form, (changed) => {
  if (changed === 'dataset') void openDataset();
  else if (changed !== 'page' && changed !== undefined) turnTo(0);
  else search();
});

function optionsOf(name: string, options: readonly (readonly [string, string])[]): void {
  const select = form.elements.namedItem(name) as HTMLSelectElement;
  const all = [...select.options].filter(({ value }) => value === '');
  select.replaceChildren(...all, ...options.map(([value, text]) => make('option', { value }, text)));
}

async function openDataset(): Promise<void> {
  const offer = DATASETS.find(({ name }) => name === fields.get('dataset')) ?? DATASETS[0];
  byId('none').hidden = offer !== undefined;
  datasets.parentElement!.hidden = offer === undefined;
  if (offer === undefined) return;
  datasets.value = offer.name;
  file.value = '';
  await open(offer.name, async () => {
    const response = await fetch(offer.file);
    if (!response.ok) throw new Error(`the dataset cannot be loaded (${response.status})`);
    return sourceOf(await response.blob());
  });
}

function sourceOf(blob: Blob): ByteSource {
  return {
    size: blob.size,
    read: async (start, end) => new Uint8Array(await blob.slice(start, end).arrayBuffer()),
  };
}

async function open(name: string, load: () => Promise<ByteSource>): Promise<void> {
  const turn = ++opened;
  list.ariaBusy = 'true';
  tell(byId('trouble'), '');
  try {
    const table = await readParquet(await load());
    const dataset = datasetOf(table);
    if (turn !== opened) return;
    shown = dataset;
    byId('none').hidden = true;
    byId('about').textContent =
      `${name}: ${boardName(dataset.game.name, dataset.size)}, ${counted(table.rows, 'position')}.`;
    offerFields(dataset);
    search();
  } catch (error) {
    if (turn === opened) tell(byId('trouble'), `${name}: ${(error as Error).message}`);
  } finally {
    if (turn === opened) list.ariaBusy = null;
  }
}

/** Refuses a table that is no dataset. */
function datasetOf(table: ParquetTable): Shown {
  const [name, size] = [table.notes.get('game'), Number(table.notes.get('size'))];
  const missing = ['player', 'board', 'result'].find((column) => !table.columns.has(column));
  if (name === undefined || !Number.isSafeInteger(size) || size < 1 || missing !== undefined)
    throw new Error('this is no dataset; expected a file of evalsmith dataset parquet');
  return { game: neededGame(name, 'the dataset is of'), size, table };
}

/** Shows the fields of the columns that there are, with their values. */
function offerFields({ game, table: { columns } }: Shown): void {
  for (const element of form.querySelectorAll<HTMLElement>('[data-column]'))
    element.hidden = !columns.has(element.dataset['column']!);
  const valuesOf = (name: string) =>
    [...new Set(columns.get(name) ?? [])]
      .filter((value) => value !== null)
      .map((value) => [String(value), String(value)] as const)
      .toSorted(([one], [other]) => one.localeCompare(other));
  const before = Object.fromEntries(
    ['player', 'result', 'end', 'source', 'order'].map((name) => [name, fields.get(name) || asked.get(name)]),
  );
  optionsOf(
    'player',
    game.players.map((player, side) => [player, sideName(game, side as Side)]),
  );
  optionsOf('result', RESULTS);
  optionsOf('end', valuesOf('end'));
  optionsOf('source', valuesOf('source'));
  // What the address asked for is known now; it is asked once.
  for (const [name, value] of Object.entries(before)) {
    fields.set(name, value ?? '');
    asked.delete(name);
  }
}

function turnTo(page: number): void {
  fields.set('page', page === 0 ? '' : String(page + 1));
  search();
}

function search(): void {
  if (shown === undefined) return;
  const names = ['game', 'player', 'source', 'end', 'result', 'plyFrom', 'plyTo', 'scoreFrom', 'scoreTo'];
  const question = Object.fromEntries(
    [...names, 'board', 'order'].map((name) => [name, fields.get(name)]),
  ) as unknown as RowQuestion;
  found = matchingRows(shown.table, question);
  showPage(shown);
}

function showPage(dataset: Shown): void {
  const pages = Math.max(1, Math.ceil(found.length / ON_A_PAGE));
  const page = Math.min(pages, Math.max(1, Number(fields.get('page')) || 1));
  const rows = found.slice((page - 1) * ON_A_PAGE, page * ON_A_PAGE);
  list.replaceChildren(...rows.map((row) => itemOf(dataset, row)));
  const { rows: all } = dataset.table;
  byId('count').textContent =
    found.length === all ? counted(all, 'position') : `${whole(found.length)} of ${counted(all, 'position')}`;
  byId('pages').hidden = pages === 1;
  byId('page-number').textContent = `${whole(page)} of ${whole(pages)}`;
  byId('back', HTMLButtonElement).disabled = page === 1;
  byId('next', HTMLButtonElement).disabled = page === pages;
}

/** A position with what is recorded of it. */
function itemOf({ game, size, table: { columns } }: Shown, row: number): HTMLElement {
  const cell = (name: string): Cell => columns.get(name)?.[row] ?? null;
  const drawing = make('div');
  drawing.innerHTML = boardSvg(game, size, String(cell('board')));
  const side = game.players.indexOf(String(cell('player')));
  const lines = [
    side === -1 ? String(cell('player')) : `${sideName(game, side as Side)} to move`,
    cell('move') === null ? '' : `played ${cell('move')} (${cell('source')})`,
    cell('score') === null ? '' : scoreText(Number(cell('score')), cell('nodes')),
    `${resultText(Number(cell('result')), cell('end'))}${cell('count') === null ? '' : `, in ${counted(Number(cell('count')), 'game')}`}`,
  ].filter(Boolean);
  const item = make('li', {}, drawing, ...lines.map((text) => make('p', {}, text)));
  if (cell('game') !== null) {
    const button = make('button', { type: 'button' }, `game ${cell('game')}`);
    button.addEventListener('click', () => showGame(Number(cell('game'))));
    item.append(make('p', {}, button, `, ply ${cell('ply')}`));
  }
  return item;
}

function scoreText(score: number, nodes: Cell): string {
  const after = nodes === null ? '' : ` after ${counted(Number(nodes), 'node')}`;
  return `score ${decimal(score, Number.isInteger(score) ? 0 : 2)}${after}`;
}

function resultText(result: number, end: Cell): string {
  const word =
    RESULTS.find(([sign]) => Number(sign) === 2 * result - 1)?.[1] ?? `result ${decimal(result, 3)}`;
  return end === null ? word : `${word} (${end})`;
}

/** All positions of one game in their order. */
function showGame(game: number): void {
  clear();
  fields.set('game', String(game));
  turnTo(0);
  list.scrollIntoView({ block: 'nearest' });
}

function clear(): void {
  for (const { name } of [...form.elements] as HTMLInputElement[])
    if (name !== '' && name !== 'dataset') fields.set(name, '');
}

file.addEventListener('change', () => {
  const [chosen] = file.files ?? [];
  if (chosen === undefined) return;
  fields.set('dataset', '');
  void open(chosen.name, () => Promise.resolve(sourceOf(chosen)));
});
byId('clear').addEventListener('click', () => {
  clear();
  search();
});
byId('back').addEventListener('click', () => turnTo((Number(fields.get('page')) || 1) - 2));
byId('next').addEventListener('click', () => turnTo(Number(fields.get('page')) || 1));
void openDataset();
