// Where the page begins: the controls round the board.
import { parseSeconds } from '../../../engine/text/limits.ts';
import { parseWhole } from '../../../engine/text/arguments.ts';
import type { Game } from '../../../engine/game.ts';
import { gameNamed, games } from '../../../engine/games/index.ts';
import type { Offer } from '../offer.ts';
import { startOf } from '../recorded-game.ts';
import { addOutsideGames } from '../take-scripts.ts';
import { ViewedGame } from '../viewed-game.ts';
import { sideName } from '../../page/game-words.ts';
import { byId, make, tell } from './elements.ts';
import { acceptFiles } from './files.ts';
import { type People, Play } from './play-view.ts';
import { positionExchange } from './position-exchange.ts';

/** Written beside this script when the site is made. */
declare const OFFERS: Record<string, Offer>;

const PEOPLE: Record<string, People> = {
  first: [true, false],
  second: [false, true],
  both: [true, true],
  none: [false, false],
};

addOutsideGames();
const size = byId('size', HTMLSelectElement);
const side = byId('side', HTMLSelectElement);
const strength = byId('strength', HTMLInputElement);
const unit = byId('unit', HTMLSelectElement);
const radios = [...document.querySelectorAll<HTMLInputElement>('input[name="game"]')];

const exchange = positionExchange((session) => play.begin(session, false));
const play = new Play(games[0], OFFERS, (session) => {
  exchange.show(session);
  showGame(session.start.game, session.start.size);
});

/** The controls follow the game, also where it was loaded. */
function showGame(game: Game, itsSize: number): void {
  for (const radio of radios) radio.checked = radio.value === game.name;
  if (size.dataset['game'] !== game.name) {
    size.dataset['game'] = game.name;
    size.replaceChildren(...game.sizes.map((some) => make('option', { value: String(some) }, String(some))));
    const options = {
      first: `${sideName(game, 0)}, who begins`,
      second: sideName(game, 1),
      both: 'Both sides',
      none: 'Neither side',
    };
    const { value } = side;
    side.replaceChildren(
      ...Object.entries(options).map(([key, text]) => make('option', { value: key }, text)),
    );
    side.value = value in PEOPLE ? value : 'first';
  }
  size.value = String(itsSize);
}

function setStrength(): void {
  const trouble = byId('strength-trouble');
  const text = strength.value.trim();
  try {
    const limit =
      unit.value === 'nodes'
        ? { nodes: parseWhole('The number of nodes', text, 1, Number.MAX_SAFE_INTEGER) }
        : { seconds: parseSeconds('The time', text) };
    play.set({ limit });
    tell(trouble, '');
  } catch (error) {
    tell(trouble, (error as Error).message);
  }
  strength.setAttribute('aria-invalid', String(!trouble.hidden));
}

for (const radio of radios) {
  radio.addEventListener('change', () => {
    const game = gameNamed(radio.value)!;
    play.begin(new ViewedGame(startOf(game, game.usualSize)), true);
  });
}
size.addEventListener('change', () => {
  play.begin(new ViewedGame(startOf(play.session.start.game, Number(size.value))), true);
});
side.addEventListener('change', () => play.set({ people: PEOPLE[side.value] }));
strength.addEventListener('change', setStrength);
unit.addEventListener('change', () => {
  strength.value = unit.value === 'nodes' ? '100000' : '1';
  setStrength();
});
const analyse = byId('analyse', HTMLInputElement);
analyse.addEventListener('change', () => play.set({ isAnalysing: analyse.checked }));
acceptFiles({
  weights: (name, text) => play.weights.give(name, text),
  game: (text) => exchange.loadGames(text),
});
// On a narrow screen the board comes first.
byId('more', HTMLDetailsElement).open = matchMedia('(min-width: 46rem)').matches;
play.begin(play.session, true);
setStrength();
