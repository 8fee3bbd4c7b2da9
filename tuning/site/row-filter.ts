import type { Cell } from '../parquet/page-values.ts';
import type { ParquetTable } from '../parquet/parquet-table.ts';

/** What rows are asked for, as the fields of the page have it; an empty text asks nothing. */
export interface RowQuestion {
  game: string;
  player: string;
  source: string;
  end: string;
  result: string;
  plyFrom: string;
  plyTo: string;
  scoreFrom: string;
  scoreTo: string;
  board: string;
  order: string;
}

/** Orders of rows besides that of the file, by the column and the direction. */
export const ORDERS = {
  best: { text: 'highest score first', column: 'score', sign: -1 },
  worst: { text: 'lowest score first', column: 'score', sign: 1 },
  searched: { text: 'most nodes first', column: 'nodes', sign: -1 },
  often: { text: 'most games first', column: 'count', sign: -1 },
} as const;

type Test = (row: number) => boolean;

/** The numbers of the rows that answer a question, in the order it asks for. */
export function matchingRows({ rows, columns }: ParquetTable, question: RowQuestion): number[] {
  const tests: Test[] = [];
  const where = (column: string, asked: string, test: (cell: Cell) => boolean) => {
    const cells = columns.get(column);
    if (asked.trim() !== '' && cells !== undefined) tests.push((row) => test(cells[row]));
  };
  for (const name of ['player', 'source', 'end'] as const)
    where(name, question[name], (cell) => cell === question[name]);
  where('game', question.game, (cell) => cell === Number(question.game));
  where('result', question.result, (cell) => Math.sign(Number(cell) - 0.5) === Number(question.result));
  for (const name of ['ply', 'score'] as const) {
    const [from, to] = [question[`${name}From`], question[`${name}To`]];
    where(name, from, (cell) => cell !== null && Number(cell) >= Number(from));
    where(name, to, (cell) => cell !== null && Number(cell) <= Number(to));
  }
  const pattern = boardPattern(question.board.trim());
  where('board', question.board, (cell) => pattern.test(String(cell)));

  const found: number[] = [];
  for (let row = 0; row < rows; row++) if (tests.every((test) => test(row))) found.push(row);
  if (!Object.hasOwn(ORDERS, question.order)) return found;
  const { column, sign } = ORDERS[question.order as keyof typeof ORDERS];
  const cells = columns.get(column);
  if (cells === undefined) return found;
  // What has no number comes last, whichever way the others go.
  const rank = (row: number) => (cells[row] === null ? Infinity : sign * Number(cells[row]));
  return found.sort((one, other) => rank(one) - rank(other) || one - other);
}

/** A whole board, in which ? is any square and * any number of them. */
function boardPattern(text: string): RegExp {
  const plain = text.replaceAll(/[.+^${}()|[\]\\/]/g, String.raw`\$&`);
  return new RegExp(`^${plain.replaceAll('?', '.').replaceAll(/\*+/g, '.*')}$`, 'u');
}
