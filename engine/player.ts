import type { Evaluator } from './evaluator.ts';
import type { Game } from './game.ts';
import { defaultParameters, type SearchParameters } from './parameters.ts';
import type { Move, Position } from './position.ts';
import { type Limits, type Line, Search } from './search.ts';
import { Table } from './table.ts';

/** Megabytes of transposition table where nobody says otherwise. */
const USUAL_TABLE = 16;

/** A game's rules, an evaluator and a memory of what was searched, which together choose moves. */
export class Player {
  readonly game: Game;
  readonly evaluator: Evaluator;
  private readonly table: Table;
  private readonly parameters: SearchParameters;
  private readonly histories: SharedArrayBuffer | undefined;
  // Kept from one position to the next: its memory is large to make anew.
  private search: Search | undefined;
  private size = 0;

  constructor(
    game: Game,
    evaluator: Evaluator,
    table: Table = Table.ofMegabytes(USUAL_TABLE),
    parameters: SearchParameters = defaultParameters,
    histories?: SharedArrayBuffer,
  ) {
    this.game = game;
    this.evaluator = evaluator;
    this.table = table;
    this.parameters = parameters;
    this.histories = histories;
  }

  /** Searches a position that is not decided; `report` hears of every better move and every finished depth. */
  choose(position: Position, limits: Limits, report?: (line: Line) => void): Line {
    return this.searchOf(position).deepen(limits, report);
  }

  /** The best lines of a position, best first, each with another first move and searched to limits of its own. */
  bestLines(position: Position, limits: () => Limits, count: number): Line[] {
    const lines: Line[] = [];
    const excluded: Move[] = [];
    const end = position.generate(new Int32Array(position.moveLimit), 0);
    while (lines.length < Math.min(count, end)) {
      const line = this.searchOf(position).deepen(limits(), undefined, excluded);
      lines.push(line);
      excluded.push(line.move);
    }
    // A line that no limit let begin has no score of its own.
    return lines.toSorted((a, b) => Number(b.depth > 0) - Number(a.depth > 0) || b.score - a.score);
  }

  /** Forgets all that was searched, so that the next search does not depend on earlier ones. */
  forget(): void {
    this.table.clear();
    this.search?.forget();
  }

  private searchOf(position: Position): Search {
    if (this.search === undefined || this.size !== position.size) {
      const { quietCap } = this.game;
      this.search = new Search(position, this.evaluator, this.table, {
        quietCap,
        parameters: this.parameters,
        histories: this.histories,
      });
      this.size = position.size;
    }
    this.search.turnTo(position);
    return this.search;
  }
}
