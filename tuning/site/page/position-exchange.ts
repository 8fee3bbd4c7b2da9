import { decidedNote } from '../../../engine/text/decided.ts';
import { winnerOf } from '../../../engine/position.ts';
import { commandOf, parsePlace } from '../position-text.ts';
import { parseRecordedGames, recordText, type RecordedGame } from '../recorded-game.ts';
import { ViewedGame } from '../viewed-game.ts';
import { byId, make, tell } from './elements.ts';

/** Positions and games as texts: copied from the page, and loaded into it. */
export function positionExchange(onLoad: (session: ViewedGame) => void) {
  const command = byId('command', HTMLInputElement);
  const text = byId('text', HTMLTextAreaElement);
  const number = byId('game-number', HTMLSelectElement);
  let shown: ViewedGame;
  let games: RecordedGame[] = [];

  const load = (session: ViewedGame) => {
    session.goTo(0);
    onLoad(session);
  };

  /** Reads games and shows the first; where there are more, a list offers the others. */
  const loadGames = (recorded: string) =>
    attempt(() => {
      const read = parseRecordedGames(recorded, shown.start);
      const { length } = read;
      const first = read[0].open();
      games = read;
      byId('game-number-label').hidden = length < 2;
      number.replaceChildren(
        ...games.map(({ plies }, i) =>
          make('option', { value: String(i) }, `${i + 1} of ${length}, ${plies} plies`),
        ),
      );
      load(first);
      return length === 1 ? 'The game is loaded; step through its moves.' : `${length} games are loaded.`;
    });

  const loadPosition = () =>
    attempt(() => {
      const { place, note } = parsePlace(text.value, { ...shown.start, turn: shown.position.turn });
      const session = new ViewedGame(place);
      load(session);
      const winner = winnerOf(session.position);
      return note ?? (winner === -1 ? 'The position is loaded.' : decidedNote(place.game, winner));
    });

  const copyBy = (id: string, source: () => string) => {
    const button = byId(id);
    const { textContent } = button;
    button.addEventListener('click', () => {
      const copied = source();
      const tellDone = () => {
        button.textContent = 'Copied';
        setTimeout(() => (button.textContent = textContent), 1500);
      };
      // A page that may not write to the clipboard leaves the text where a person can.
      const leave = () => {
        text.value = copied;
        text.select();
      };
      navigator.clipboard.writeText(copied).then(tellDone, leave);
    });
  };

  byId('load-position').addEventListener('click', loadPosition);
  byId('load-game').addEventListener('click', () => loadGames(text.value));
  copyBy('copy', () => command.value);
  copyBy('copy-game', () => recordText(shown));
  number.addEventListener('change', () =>
    attempt(() => {
      load(games[Number(number.value)].open());
      return `Game ${Number(number.value) + 1} is loaded.`;
    }),
  );
  return {
    show(session: ViewedGame): void {
      shown = session;
      command.value = commandOf(session.place);
    },
    loadGames,
  };
}

/** Says what was done, or why it was not. */
function attempt(action: () => string): void {
  let [note, trouble] = ['', ''];
  try {
    note = action();
  } catch (error) {
    trouble = (error as Error).message;
  }
  tell(byId('load-note'), note);
  tell(byId('load-trouble'), trouble);
}
