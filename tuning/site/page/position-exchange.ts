import { decidedNote } from '../../../engine/text/decided.ts';
import { winnerOf } from '../../../engine/position.ts';
import { commandOf, parsePlace } from '../position-text.ts';
import { parseRecordedGames, recordText, type RecordedGame } from '../recorded-game.ts';
import { ViewedGame } from '../viewed-game.ts';
import { byId, make, tell } from './elements.ts';

/** Positions and games as texts: copied from the page, and loaded into it. */
export class PositionExchange {
  private readonly command = byId('command', HTMLInputElement);
  private readonly text = byId('text', HTMLTextAreaElement);
  private readonly trouble = byId('load-trouble');
  private readonly note = byId('load-note');
  private readonly number = byId('game-number', HTMLSelectElement);
  private readonly onLoad: (session: ViewedGame) => void;
  private shown: ViewedGame | undefined;
  private games: RecordedGame[] = [];

  constructor(onLoad: (session: ViewedGame) => void) {
    this.onLoad = onLoad;
    byId('load-position').addEventListener('click', () => this.loadPosition());
    byId('load-game').addEventListener('click', () => this.loadGames(this.text.value));
    byId('copy').addEventListener('click', (event) => this.copy(event.currentTarget, this.command.value));
    byId('copy-game').addEventListener('click', (event) =>
      this.copy(event.currentTarget, recordText(this.shown!)),
    );
    this.number.addEventListener('change', () => this.openGame(Number(this.number.value)));
  }

  show(session: ViewedGame): void {
    this.shown = session;
    this.command.value = commandOf(session.place);
  }

  /** Reads games and shows the first; where there are more, a list offers the others. */
  loadGames(text: string): void {
    this.attempt(() => {
      const games = parseRecordedGames(text, this.shown!.start);
      const { length } = games;
      const first = games[0].open();
      this.games = games;
      byId('game-number-label').hidden = length < 2;
      this.number.replaceChildren(
        ...games.map(({ plies }, i) =>
          make('option', { value: String(i) }, `${i + 1} of ${length}, ${plies} plies`),
        ),
      );
      this.load(first);
      return length === 1 ? 'The game is loaded; step through its moves.' : `${length} games are loaded.`;
    });
  }

  private openGame(number: number): void {
    this.attempt(() => {
      this.load(this.games[number].open());
      return `Game ${number + 1} is loaded.`;
    });
  }

  private loadPosition(): void {
    this.attempt(() => {
      const { start, position } = this.shown!;
      const { place, note } = parsePlace(this.text.value, { ...start, turn: position.turn });
      const session = new ViewedGame(place);
      this.load(session);
      const winner = winnerOf(session.position);
      return note ?? (winner === -1 ? 'The position is loaded.' : decidedNote(place.game, winner));
    });
  }

  private load(session: ViewedGame): void {
    session.goTo(0);
    this.onLoad(session);
  }

  /** Says what was done, or why it was not. */
  private attempt(action: () => string): void {
    try {
      tell(this.note, action());
      tell(this.trouble, '');
    } catch (error) {
      tell(this.note, '');
      tell(this.trouble, (error as Error).message);
    }
  }

  private copy(button: EventTarget | null, text: string): void {
    const { textContent } = button as HTMLButtonElement;
    const tellDone = (word: string) => {
      (button as HTMLButtonElement).textContent = word;
      setTimeout(() => ((button as HTMLButtonElement).textContent = textContent), 1500);
    };
    // A page that may not write to the clipboard leaves the text where a person can.
    const leave = () => {
      this.text.value = text;
      this.text.select();
    };
    navigator.clipboard.writeText(text).then(() => tellDone('Copied'), leave);
  }
}
