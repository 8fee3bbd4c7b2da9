// The Explorer: a position, what is true of it and of its moves, and beside it what the engine thinks.
import type { Evaluator } from '../../../engine/evaluator.ts';
import type { Game } from '../../../engine/game.ts';
import type { Side } from '../../../engine/position.ts';
import { scoreText } from '../../../engine/text/explain.ts';
import { evaluatorOf } from '../../../engine/weights.ts';
import { changedSquares } from '../../page/board-drawing.ts';
import { counted, percent, whole } from '../../page/figures.ts';
import { sideName, wordsOf } from '../../page/game-words.ts';
import type { Puzzle } from '../../puzzles/puzzle.ts';
import { outcomeOf, valueText } from '../../tables/oracle.ts';
import { solvableName, type SolvedBoard } from '../../tables/solvable-name.ts';
import type { Explored, Spot, ValuedSpot } from '../exploration.ts';
import { endingSentence } from '../ending-sentence.ts';
import { handMoves } from '../hand-moves.ts';
import { errorOf, errs, judgementOf, leanText } from '../judgement.ts';
import type { Offer } from '../offer.ts';
import type { OracleOffer } from '../oracle-offer.ts';
import { neededGame } from '../../store/needed-game.ts';
import { gameOn } from '../../tables/game-on-board.ts';
import { startOf } from '../recorded-game.ts';
import { ViewedGame } from '../viewed-game.ts';
import { BoardView } from './board.ts';
import { byId, make, tell } from './elements.ts';
import { Engine } from './engine.ts';
import { showJumps } from './jump-list.ts';
import { moveListView } from './move-list.ts';
import { markOf } from './move-mark.ts';
import { openTruth, type Truth } from './truth.ts';
import { judgementText, valueParts, ValueTable } from './value-table.ts';
import { WeightsChoice } from './weights-choice.ts';

/** A board that can be explored: one with an oracle, with puzzles, or with both. */
export interface ExplorerBoard {
  board: SolvedBoard;
  oracle: OracleOffer | undefined;
  puzzles: readonly Puzzle[];
}

// Of so many positions drawn, so many are shown that the evaluation takes most for what they are not.
const ERRORS_SAMPLED = 500;
const ERRORS_SHOWN = 12;

export class Explorer {
  session!: ViewedGame;
  private place!: ExplorerBoard;
  /** As it is drawn and spoken of, and as its rules are on this board. */
  private base!: Game;
  private game!: Game;
  private truth: Promise<Truth> | undefined;
  private known: Explored | undefined;
  // The puzzle that is not solved yet.
  private puzzle: Puzzle | undefined;
  private evaluator!: Evaluator;
  private nodes = 1000;
  private randoms = 0;
  // Counts what was shown, to know an answer that comes too late.
  private question = 0;
  private readonly weights: WeightsChoice;
  private readonly board = new BoardView(byId('board'), (text) => this.move(text));
  private readonly table = new ValueTable((text) => this.move(text));
  private readonly engine = new Engine();
  private readonly showMoves = moveListView((ply) => this.goTo(ply));
  private readonly onShow: (session: ViewedGame) => void;

  constructor(offers: Record<string, Offer>, onShow: (session: ViewedGame) => void) {
    this.onShow = onShow;
    this.weights = new WeightsChoice(offers, () => this.hire());
    byId('undo').addEventListener('click', () => {
      this.session.undo(1);
      this.show();
    });
    byId('go').addEventListener('click', () => {
      if (this.known !== undefined) this.move(this.known.moves[0].move);
    });
    byId('new').addEventListener('click', () => this.begin(this.firstSession()));
    byId('random').addEventListener('click', () => this.attempt(() => this.goToRandom()));
    byId('longest-find').addEventListener('click', () => this.attempt(() => this.findLongest()));
    byId('errors-find').addEventListener('click', () => this.attempt(() => this.findErrors()));
    byId('answer').addEventListener('click', () => this.reveal('The answer is shown.'));
    byId('next-puzzle').addEventListener('click', () => this.nextPuzzle());
  }

  /** Turns to another board, at its first position. */
  choose(place: ExplorerBoard): void {
    const { board, oracle } = place;
    this.place = place;
    this.base = neededGame(board.game, 'the board is of');
    this.game = gameOn(board);
    this.truth = oracle && openTruth(oracle);
    // What is wrong with it is told when it is asked.
    this.truth?.catch(() => {});
    this.weights.turnTo(this.base, board.size);
    byId('place-note').textContent = placeText(place);
    byId('longest').replaceChildren();
    byId('longest-note').textContent = longestText(oracle);
    byId('longest-find').hidden = oracle === undefined || oracle.distances === 'none';
    byId('random').hidden = oracle === undefined;
    this.showPuzzles();
    this.hire(this.firstSession());
  }

  set(nodes: number): void {
    this.nodes = nodes;
    this.show();
  }

  /** Takes up another game of this board; throws an Error where it is of another. */
  begin(session: ViewedGame): void {
    const { game, size } = session.start;
    if (game !== this.game || size !== this.place.board.size)
      throw new Error(`this is of ${game.name} ${size}; expected ${solvableName(this.place.board)}`);
    this.puzzle = undefined;
    this.session = session;
    this.show();
  }

  /** The weights have changed, and with them what the evaluation says. */
  private hire(session = this.session): void {
    const { text, weights } = this.weights.current;
    const { parameters } = this.weights;
    const { size, scope } = this.place.board;
    const variant = this.game === this.base ? undefined : { size, scope };
    this.engine.engage({ game: this.base.name, weights: { size: weights.size, text }, parameters, variant });
    this.evaluator = evaluatorOf(weights, this.base);
    this.clearErrors();
    this.session = session;
    this.show();
  }

  /** What was found by other weights. */
  private clearErrors(): void {
    byId('errors').replaceChildren();
    byId('errors-find').hidden = this.place.oracle === undefined;
    byId('errors-note').textContent =
      'Of positions drawn at random, those of which the evaluation is furthest from the truth.';
  }

  private firstSession(): ViewedGame {
    const { oracle, puzzles, board } = this.place;
    if (oracle !== undefined) return this.sessionAt(oracle.first);
    if (puzzles.length > 0) return this.sessionAt(puzzles[0]);
    return new ViewedGame(startOf(this.game, board.size));
  }

  private sessionAt({ player, board }: Spot): ViewedGame {
    const turn = this.game.players.indexOf(player) as Side;
    return new ViewedGame({ game: this.game, size: this.place.board.size, turn, board });
  }

  private goToSpot(spot: Spot): void {
    this.begin(this.sessionAt(spot));
    this.turnToBoard();
  }

  /** After a jump from further down the page, for the eye and for the keyboard. */
  private turnToBoard(): void {
    byId('board').scrollIntoView({ block: 'nearest' });
    byId('board').querySelector<HTMLElement>('[tabindex="0"]')?.focus({ preventScroll: true });
  }

  private goTo(ply: number): void {
    this.session.goTo(ply);
    this.show();
  }

  private move(text: string): void {
    if (!this.session.choices.includes(text)) return;
    if (this.puzzle !== undefined) return this.tryAt(this.puzzle, text);
    this.session.play(text);
    this.say('');
    this.show();
  }

  /** A move in a puzzle: the right one is made and the values are shown, after another one tries again. */
  private tryAt({ best }: Puzzle, text: string): void {
    const { base } = this;
    if (text === best) {
      this.reveal(`${text} is the move.`);
      this.session.play(text);
      this.show();
      return;
    }
    const value = this.known?.moves.find(({ move }) => move === text)?.value;
    const truth =
      value === undefined ? 'is not the move' : `is ${valueText(value, this.place.oracle?.distances)}`;
    const inWords = wordsOf(base).move(text);
    this.say(`${inWords === text ? text : `${text}, ${inWords},`} ${truth}. Try again.`);
    byId('puzzle-note').textContent = `${text} ${truth}. Try again.`;
  }

  private reveal(said: string): void {
    this.puzzle = undefined;
    this.say(said);
    this.show();
  }

  private open(puzzle: Puzzle): void {
    this.session = this.sessionAt(puzzle);
    this.puzzle = puzzle;
    byId('puzzle-note').textContent = puzzleText(this.base, puzzle);
    this.say(puzzleText(this.base, puzzle));
    this.show();
    this.turnToBoard();
  }

  private nextPuzzle(): void {
    const { puzzles } = this.place;
    const { board } = this.session.start;
    const at = puzzles.findIndex((puzzle) => puzzle.board === board);
    this.open(puzzles[(at + 1) % puzzles.length]);
  }

  private show(): void {
    const { session, base, game, puzzle } = this;
    const { size } = session.start;
    const { place, ply, ending, position } = session;
    this.known = undefined;
    this.board.show({
      game: base,
      size,
      board: place.board,
      changed: ply === 0 ? [] : changedSquares(session.boards[ply - 1], place.board),
      choices: ending === undefined ? handMoves(base, position) : [],
    });
    this.showMoves(session);
    byId('turn').className = `turn ${game.name} side-${ending === undefined ? position.turn : ending.winner}`;
    byId('status').textContent =
      ending === undefined ? `${sideName(base, position.turn)} to move` : endingSentence(base, ending);
    byId('undo', HTMLButtonElement).disabled = ply === 0;
    byId('go', HTMLButtonElement).disabled = true;
    byId('puzzle').hidden = puzzle === undefined;
    byId('known').hidden = puzzle !== undefined || ending !== undefined;
    tell(byId('truth-trouble'), '');
    byId('value').textContent = ending !== undefined ? 'The game is over.' : '…';
    this.onShow(session);
    const question = ++this.question;
    this.engine.stop();
    if (ending === undefined) void this.ask(question);
  }

  /** Asks what is true of the position, and then what the engine would do. */
  private async ask(question: number): Promise<void> {
    const { position } = this.session;
    byId('values').ariaBusy = 'true';
    let known: Explored | undefined;
    try {
      known = await (await this.truth)?.explore(position);
    } catch (error) {
      if (question === this.question) tell(byId('truth-trouble'), (error as Error).message);
    }
    if (question !== this.question) return;
    byId('values').ariaBusy = null;
    this.known = known;
    if (this.puzzle !== undefined) {
      byId('value').textContent = 'A puzzle';
      return;
    }
    this.showKnown(known);
    await this.search(question, known);
  }

  private showKnown(known: Explored | undefined): void {
    const { base, game, session, evaluator } = this;
    const { position } = session;
    const distances = this.place.oracle?.distances ?? 'end';
    const name = sideName(base, position.turn);
    byId('value').replaceChildren(
      ...(known === undefined ? ['No oracle here knows this position.'] : valueParts(known.value, distances)),
    );
    if (known !== undefined)
      this.board.mark(new Map(known.moves.map(({ move, value }) => [move, markOf(value, distances)])));
    byId('go', HTMLButtonElement).disabled = known === undefined;
    byId('line-title').hidden = known === undefined;
    byId('line-title').textContent = distances === 'none' ? 'A line that keeps the value' : 'Best play';
    byId('line').replaceChildren(...(known?.line ?? []).map((move) => make('li', {}, move)));
    const judgement = judgementOf(evaluator.evaluate(position), evaluator.scale);
    const judged = byId('judged');
    judged.textContent = `Before any search the evaluation gives ${name}: ${judgementText(judgement)}.`;
    if (known !== undefined && errs(judgement, known.value))
      judged.append(' ', make('strong', { className: 'errs' }, `✗ It errs: it ${leanText(judgement)}.`));
    const truth = known && { known, distances };
    this.table.show(base, game, position, evaluator, truth);
  }

  private async search(question: number, known: Explored | undefined): Promise<void> {
    const searched = byId('searched');
    searched.textContent = '';
    if (this.nodes === 0) return;
    try {
      const choice = await this.engine.choose({ ...this.session.question(), nodes: this.nodes }, () => {});
      if (choice === undefined || question !== this.question) return;
      const score = scoreText(choice.score, this.evaluator.scale);
      searched.textContent = `After ${counted(choice.nodes, 'node')} the engine plays ${choice.move}: ${score}.`;
      const value = known?.moves.find(({ move }) => move === choice.move)?.value;
      if (known === undefined || value === undefined) return;
      const isKept = outcomeOf(value) === outcomeOf(known.value);
      const verdict = isKept ? '✓ This keeps the value.' : `✗ It errs: this move is ${valueText(value)}.`;
      searched.append(' ', make('strong', { className: isKept ? 'keeps' : 'errs' }, verdict));
    } catch (error) {
      if (question === this.question) tell(byId('truth-trouble'), (error as Error).message);
    }
  }

  private showPuzzles(): void {
    const { puzzles, board } = this.place;
    byId('puzzles-note').textContent =
      puzzles.length === 0
        ? 'There are none of this board here. evalsmith puzzles finds some, and evalsmith site --puzzles FILE puts them here.'
        : 'One move is better than all others. The easiest come first.';
    const jumps = puzzles.map((puzzle, i) => ({
      board: puzzle.board,
      captions: [`${i + 1}. ${sideName(this.base, this.sideOf(puzzle))}`, difficultyText(puzzle)],
      go: () => this.open(puzzle),
    }));
    showJumps(byId('puzzles'), this.base, board.size, jumps);
  }

  private sideOf({ player }: Spot): Side {
    return this.game.players.indexOf(player) as Side;
  }

  private async goToRandom(): Promise<void> {
    const [spot] = await (await this.truth!).sample(1, `random ${++this.randoms}`);
    this.goToSpot(spot);
  }

  private async findLongest(): Promise<void> {
    const { place } = this;
    byId('longest-note').textContent = 'The table is looked through…';
    const spots = await (await this.truth!).longest();
    if (place !== this.place) return;
    byId('longest-note').textContent = longestText(place.oracle);
    byId('longest-find').hidden = true;
    this.showSpots('longest', spots, () => []);
  }

  private async findErrors(): Promise<void> {
    const { place, evaluator } = this;
    const spots = await (await this.truth!).sample(ERRORS_SAMPLED, 'errors');
    if (place !== this.place || evaluator !== this.evaluator) return;
    const judged = spots.map((spot) => {
      const { position } = this.sessionAt(spot);
      const judgement = judgementOf(evaluator.evaluate(position), evaluator.scale);
      return { ...spot, judgement, error: errorOf(judgement, spot.value) };
    });
    const worst = judged.toSorted((a, b) => b.error - a.error).slice(0, ERRORS_SHOWN);
    const wrong = judged.filter(({ judgement, value }) => errs(judgement, value)).length;
    byId('errors-note').textContent =
      `It errs in ${wrong} of ${judged.length} positions drawn at random, ${percent(wrong / judged.length, 0)}; these are the furthest from the truth.`;
    byId('errors-find').hidden = true;
    this.showSpots('errors', worst, ({ judgement }) => [`seen as ${percent(judgement.probability, 0)}`]);
  }

  private showSpots<Some extends ValuedSpot>(
    id: string,
    spots: readonly Some[],
    more: (spot: Some) => string[],
  ): void {
    const distances = this.place.oracle?.distances;
    const jumps = spots.map((spot) => ({
      board: spot.board,
      captions: [
        sideName(this.base, this.sideOf(spot)),
        valueText(spot.value, distances === 'conversion' ? 'end' : distances),
        ...more(spot),
      ],
      go: () => this.goToSpot(spot),
    }));
    showJumps(byId(id), this.base, this.place.board.size, jumps);
  }

  /** Says what is wrong where something asked of the truth fails. */
  private attempt(action: () => Promise<void>): void {
    action().catch((error: unknown) => tell(byId('truth-trouble'), (error as Error).message));
  }

  private say(text: string): void {
    byId('said').textContent = text;
  }
}

function placeText({ oracle }: ExplorerBoard): string {
  if (oracle === undefined) return 'Puzzles from games; no oracle here knows this board.';
  const { counts, distances, table } = oracle;
  const { won, lost, drawn, longestWin } = counts;
  const longest = distances === 'none' ? '' : `; longest win ${longestWin} plies`;
  const where = table === undefined ? 'asked of the server' : 'in this page';
  return `${whole(counts.distinct)} positions up to symmetry, ${where}. For the player to move ${whole(won)} won, ${whole(lost)} lost, ${whole(drawn)} drawn${longest}.`;
}

function longestText(oracle: OracleOffer | undefined): string {
  if (oracle === undefined) return 'No oracle here knows this board.';
  if (oracle.distances === 'none') return 'This table knows who wins, and not in how many plies.';
  const end = oracle.distances === 'end' ? 'to win' : 'to the next capture or promotion, or to win';
  const read = oracle.table === undefined ? ' The server reads all of its file for that, once.' : '';
  return `The positions of this table that take longest ${end}.${read}`;
}

function puzzleText(game: Game, { player, moves, plies, nodes, gap }: Puzzle): string {
  const name = sideName(game, game.players.indexOf(player) as Side);
  const goal = gap === null ? 'wins' : 'is best';
  const far = plies === null ? '' : `, in ${counted(plies, 'ply', 'plies')}`;
  const effort =
    nodes === null ? 'The engine does not find it.' : `The engine finds it after ${counted(nodes, 'node')}.`;
  return `${name} to move: one of ${moves} moves ${goal}${far}. Which? ${effort}`;
}

function difficultyText({ nodes, plies }: Puzzle): string {
  const effort = nodes === null ? 'not found' : counted(nodes, 'node');
  return plies === null ? effort : `in ${plies}, ${effort}`;
}
