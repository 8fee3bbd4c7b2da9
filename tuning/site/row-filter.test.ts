import { describe, expect, test } from 'vitest';
import type { Cell } from '../parquet/page-values.ts';
import { matchingRows, type RowQuestion } from './row-filter.ts';

const NOTHING: RowQuestion = {
  game: '',
  player: '',
  source: '',
  end: '',
  result: '',
  plyFrom: '',
  plyTo: '',
  scoreFrom: '',
  scoreTo: '',
  board: '',
  order: '',
};

const table = {
  rows: 5,
  notes: new Map<string, string>(),
  columns: new Map<string, Cell[]>([
    ['game', [0, 0, 1, 1, 1]],
    ['ply', [0, 1, 0, 1, 2]],
    ['player', ['x', 'o', 'x', 'o', 'x']],
    ['board', ['...', 'x..', '...', '.x.', '.xo']],
    ['source', ['opening', 'search', 'opening', 'search', 'search']],
    ['score', [null, -20, null, 0, 31999]],
    ['result', [0.5, 0.5, 1, 0, 1]],
    ['nodes', [null, 500, null, 500, 7]],
  ]),
};
const ask = (question: Partial<RowQuestion>) => matchingRows(table, { ...NOTHING, ...question });

describe('rows of a dataset', () => {
  test.each<[Partial<RowQuestion>, number[]]>([
    [{}, [0, 1, 2, 3, 4]],
    [{ game: '1' }, [2, 3, 4]],
    [{ game: '7' }, []],
    [{ player: 'o' }, [1, 3]],
    [{ source: 'search', result: '1' }, [4]],
    [{ result: '0' }, [0, 1]],
    [{ result: '-1' }, [3]],
    [{ plyFrom: '1', plyTo: '1' }, [1, 3]],
    [{ scoreTo: '0' }, [1, 3]],
    [{ scoreFrom: '0' }, [3, 4]],
    [{ board: '...' }, [0, 2]],
    [{ board: '.x?' }, [3, 4]],
    [{ board: '*x*' }, [1, 3, 4]],
    [{ board: 'x' }, []],
    // A column that a table has not, and text that means something elsewhere.
    [{ end: 'line' }, [0, 1, 2, 3, 4]],
    [{ board: '(.+)+$[' }, []],
    [{ order: 'best' }, [4, 3, 1, 0, 2]],
    [{ order: 'worst' }, [1, 3, 4, 0, 2]],
    [{ order: 'searched' }, [1, 3, 4, 0, 2]],
    [{ order: 'often' }, [0, 1, 2, 3, 4]],
    [{ order: 'constructor' }, [0, 1, 2, 3, 4]],
  ])('asked for by %j are %j', (question, rows) => {
    expect(ask(question)).toEqual(rows);
  });
});
