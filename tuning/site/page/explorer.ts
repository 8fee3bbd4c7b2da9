// Where the Explorer begins: which boards there are, and the controls round them.
import type { Puzzle } from '../../puzzles/puzzle.ts';
import { titled } from '../../page/figures.ts';
import { solvableName } from '../../tables/solvable-name.ts';
import type { Offer } from '../offer.ts';
import { boardId, type OracleOffer, ORACLES_FOLDER, SERVED_LIST } from '../oracle-offer.ts';
import { addOutsideGames } from '../take-scripts.ts';
import { byId, make } from './elements.ts';
import { Explorer, type ExplorerBoard } from './explorer-view.ts';
import { positionExchange } from './position-exchange.ts';

/** Written beside this script when the site is made. */
declare const OFFERS: Record<string, Offer>;
declare const ORACLES: readonly OracleOffer[];
declare const PUZZLES: readonly Puzzle[];

addOutsideGames();
const choice = byId('place', HTMLSelectElement);
const nodes = byId('nodes', HTMLSelectElement);

/** The boards of the oracles in the site, of those that a server answers for, and of the puzzles. */
async function knownBoards(): Promise<Map<string, ExplorerBoard>> {
  const served = await fetch(`${ORACLES_FOLDER}/${SERVED_LIST}`);
  const oracles = [...ORACLES, ...(served.ok ? ((await served.json()) as OracleOffer[]) : [])];
  const boards = new Map<string, ExplorerBoard>();
  for (const board of [...oracles, ...PUZZLES]) {
    const id = boardId(board);
    if (boards.has(id)) continue;
    const oracle = oracles.find((offer) => offer.id === id);
    boards.set(id, { board, oracle, puzzles: PUZZLES.filter((puzzle) => boardId(puzzle) === id) });
  }
  return boards;
}

async function begin(): Promise<void> {
  const boards = await knownBoards();
  const isEmpty = boards.size === 0;
  byId('none').hidden = !isEmpty;
  for (const part of document.querySelectorAll<HTMLElement>('.setup, .table, .side, .lists'))
    part.hidden = isEmpty;
  if (isEmpty) return;
  const exchange = positionExchange((session) => explorer.begin(session));
  const explorer = new Explorer(OFFERS, (session) => exchange.show(session));
  choice.replaceChildren(
    ...Array.from(boards, ([id, { board }]) => make('option', { value: id }, titled(solvableName(board)))),
  );
  choice.addEventListener('change', () => explorer.choose(boards.get(choice.value)!));
  nodes.addEventListener('change', () => explorer.set(Number(nodes.value)));
  explorer.choose(boards.get(choice.value)!);
}

// On a narrow screen the board comes first.
byId('more', HTMLDetailsElement).open = matchMedia('(min-width: 46rem)').matches;
void begin();
