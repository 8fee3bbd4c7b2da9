// The Play page: brings the game, the engine in its worker, and what is shown of both together.
import type { Game } from '../../../engine/game.ts';
import { moduleOf } from '../../../engine/games/index.ts';
import { changedSquares } from '../../page/board-drawing.ts';
import { sideName, wordsOf } from '../../page/game-words.ts';
import { endingSentence } from '../ending-sentence.ts';
import { handMoves } from '../hand-moves.ts';
import type { Offer } from '../offer.ts';
import type { Choice, SearchLimit } from '../../ship/browser-messages.ts';
import { startOf } from '../recorded-game.ts';
import { ViewedGame } from '../viewed-game.ts';
import { BoardView } from './board.ts';
import { showContributions } from './contributions-table.ts';
import { byId, tell } from './elements.ts';
import { Engine } from './engine.ts';
import { EvaluationView } from './evaluation.ts';
import { moveListView } from './move-list.ts';
import { WeightsChoice } from './weights-choice.ts';

// Between the moves of an engine that plays itself, so that they can be seen.
const PAUSE_MILLISECONDS = 400;

/** Which sides a person plays. */
export type People = readonly [boolean, boolean];

interface PlaySettings {
  people: People;
  limit: SearchLimit;
  isAnalysing: boolean;
}

export class Play {
  session: ViewedGame;
  readonly weights: WeightsChoice;
  private readonly board: BoardView;
  private readonly engine = new Engine();
  private readonly evaluation = new EvaluationView();
  private readonly showMoves: (session: ViewedGame) => void;
  private readonly settings: PlaySettings = { people: [true, false], limit: {}, isAnalysing: true };
  /** Whether the engine moves when it is its turn; not while a person looks at earlier plies or at what was loaded. */
  private isLive = true;
  private isEngineMoving = false;
  // Counts what was asked, to know an answer that comes too late.
  private question = 0;
  private readonly onShow: (session: ViewedGame) => void;

  constructor(game: Game, offers: Record<string, Offer>, onShow: (session: ViewedGame) => void) {
    this.session = new ViewedGame(startOf(game, game.usualSize));
    this.onShow = onShow;
    this.board = new BoardView(byId('board'), (move) => this.move(move));
    this.showMoves = moveListView((ply) => this.goTo(ply));
    this.weights = new WeightsChoice(offers, () => this.hire());
    byId('undo').addEventListener('click', () => this.undo());
    byId('new').addEventListener('click', () => {
      const { game: same, size } = this.session.start;
      this.begin(new ViewedGame(startOf(same, size)), true);
    });
    byId('go').addEventListener('click', () => (this.isEngineMoving ? this.pause() : this.show(true)));
  }

  /** Takes up another game; where it is live, the engine may move at once. */
  begin(session: ViewedGame, isLive: boolean): void {
    const { game, size } = session.start;
    this.session = session;
    this.isLive = isLive;
    this.say('');
    showColours(game);
    this.evaluation.reset(session.place);
    this.weights.turnTo(game, size);
    this.hire();
  }

  set(changed: Partial<PlaySettings>): void {
    Object.assign(this.settings, changed);
    this.show();
  }

  goTo(ply: number): void {
    this.isLive = false;
    this.session.goTo(ply);
    this.show();
  }

  private hire(): void {
    const { text, weights } = this.weights.current;
    const { parameters } = this.weights;
    const game = this.session.start.game.name;
    this.engine.engage({ game, weights: { size: weights.size, text }, parameters });
    this.show();
  }

  private move(text: string): void {
    this.session.play(text);
    this.isLive = true;
    this.sayEnding('');
    this.show();
  }

  private pause(): void {
    this.isLive = false;
    this.show();
  }

  /** Takes back a move, and the engine's before it, so that a person is to move again. */
  private undo(): void {
    this.session.undo(this.undoable());
    this.isLive = this.settings.people.includes(true);
    this.say(`Taken back. ${sideName(this.session.start.game, this.session.position.turn)} to move.`);
    this.show();
  }

  private undoable(): number {
    const { ply, start } = this.session;
    const isPersons = (at: number) => this.settings.people[(start.turn + at) % 2];
    let target = ply - 1;
    if (this.settings.people.includes(true)) while (target >= 0 && !isPersons(target)) target--;
    return target < 0 ? 0 : ply - target;
  }

  /** Shows the position, and lets the engine move or think about it; `force` has it move whoever's turn it is. */
  private show(force = false): void {
    const { session } = this;
    const { game, size } = session.start;
    const { place, ply, ending } = session;
    const isPersons = this.settings.people[session.position.turn];
    const engineMoves = ending === undefined && (force || (this.isLive && session.isAtEnd && !isPersons));
    this.isEngineMoving = engineMoves;
    this.board.show({
      game,
      size,
      board: place.board,
      changed: ply === 0 ? [] : changedSquares(session.boards[ply - 1], place.board),
      choices: engineMoves || ending !== undefined ? [] : handMoves(game, session.position),
    });
    this.showMoves(session);
    byId('aim').textContent = wordsOf(game).aim(size);
    if (ending === undefined) showContributions(place, session.position, this.weights.current.weights);
    byId('explanation').hidden = ending !== undefined;
    byId('undo', HTMLButtonElement).disabled = this.undoable() === 0;
    byId('go', HTMLButtonElement).disabled = ending !== undefined;
    byId('go').textContent = engineMoves ? 'Stop' : 'Engine moves';
    this.showStatus(engineMoves);
    this.onShow(session);
    void this.think(engineMoves);
  }

  private showStatus(engineMoves: boolean): void {
    const { ending, position, start, isAtEnd } = this.session;
    const { game } = start;
    const name = sideName(game, position.turn);
    const status = byId('status');
    status.classList.toggle('over', ending !== undefined);
    byId('turn').className = `turn ${game.name} side-${ending === undefined ? position.turn : ending.winner}`;
    if (ending !== undefined) status.textContent = this.endingSentence();
    else if (engineMoves) status.textContent = `${name} is thinking…`;
    else {
      const yours =
        this.settings.people.includes(false) && this.settings.people[position.turn] ? ': your move' : '';
      status.textContent = `${name} to move${isAtEnd ? yours : ''}`;
    }
  }

  private async think(engineMoves: boolean): Promise<void> {
    const question = ++this.question;
    const { session, evaluation } = this;
    const { place, ending } = session;
    const { scale } = this.weights.current.weights;
    tell(byId('engine-trouble'), '');
    if (ending !== undefined || !(engineMoves || this.settings.isAnalysing)) {
      this.engine.stop();
      if (ending === undefined) evaluation.showNothing('The engine is not asked.');
      else evaluation.showEnding(place, ending, this.endingSentence());
      return;
    }
    evaluation.showNothing('…');
    try {
      const choice = await this.engine.choose({ ...session.question(), ...this.settings.limit }, (better) => {
        if (question === this.question) evaluation.showChoice(place, better, scale);
      });
      if (choice === undefined || question !== this.question) return;
      evaluation.showChoice(place, choice, scale);
      if (!engineMoves) return;
      if (!this.settings.people.includes(true))
        await new Promise((resolve) => setTimeout(resolve, PAUSE_MILLISECONDS));
      if (question === this.question) this.engineMove(choice);
    } catch (error) {
      if (question === this.question) tell(byId('engine-trouble'), (error as Error).message);
    }
  }

  private engineMove({ move }: Choice): void {
    const { session } = this;
    const { game } = session.start;
    const inWords = wordsOf(game).move(move);
    const name = sideName(game, session.position.turn);
    const said = `${name} plays ${move}${inWords === move ? '' : `: ${inWords}`}.`;
    session.play(move);
    this.isLive = true;
    this.sayEnding(said);
    this.show();
  }

  /** For those who hear the page: what was played, and the result where the game has ended. */
  private sayEnding(said: string): void {
    this.say(this.session.ending === undefined ? said : `${said} ${this.endingSentence()}`.trim());
  }

  private say(text: string): void {
    byId('said').textContent = text;
  }

  private endingSentence(): string {
    const { start, ending } = this.session;
    return endingSentence(start.game, ending!);
  }
}

/** What stands for a player beside the board has the colour of their pieces. */
function showColours(game: Game): void {
  const { style } = document.documentElement;
  for (const side of [0, 1])
    style.setProperty(`--side-${side}`, moduleOf(game).drawing?.colours?.[side] ?? null);
}
