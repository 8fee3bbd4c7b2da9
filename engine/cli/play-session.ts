import { endingOf } from '../ending.ts';
import { findMove, type Game } from '../game.ts';
import { InputError } from '../input-error.ts';
import { legalMoves, type Position } from '../position.ts';
import type { Line } from '../search.ts';
import { endingText } from '../text/ending-text.ts';
import { findingText, scoreText } from '../text/explain.ts';
import { quoted } from '../text/arguments.ts';
import { besideOneAnother, contributions } from '../text/contributions.ts';
import type { Terminal } from '../node/terminal.ts';
import type { Weights } from '../weights.ts';
import { levelMove, levelOf } from './play-levels.ts';
import { loadGame, type PlayedGame, positionOf, saveGame } from './saved-game.ts';

const HELP =
  'a move, or one of: moves (list them), hint, why (of the engine’s last move), back (take yours back), ' +
  'save FILE, load FILE, board, help, quit';

/** Who thinks in a game, and where it is told. */
interface Session {
  played: PlayedGame;
  /** What the engine finds in a position by searching so many nodes. */
  search: (position: Position, nodes: number) => Line;
  /** Those that the engine plays with, and linear ones that can explain a position where these cannot. */
  weights: Weights;
  explaining: () => Weights;
  terminal: Terminal;
}

/** The engine's last thought, by the moves that led to it. */
interface Thought {
  moves: number;
  line: Line | null;
}

/** Begins or resumes a game between a person and the engine; `hear` acts on a line that the person typed, and is false once it is over. */
export function beginSession(session: Session) {
  const { search, weights, terminal } = session;
  let { played } = session;
  let position = positionOf(played);
  let thought: Thought | undefined;
  const { game } = played;
  const out = (line: string) => terminal.out(line);
  const isOver = () => endingOf(game, position) !== undefined;
  const show = () => {
    out(game.draw(position, terminal.paint));
    const ending = endingOf(game, position);
    out(ending === undefined ? `${game.players[position.turn]} to move` : endingText(game, ending));
  };
  const make = (move: number) => {
    played.moves.push(game.formatMove(position, move));
    position.make(move);
  };
  const letEngineMove = () => {
    if (position.turn !== played.person && !isOver()) {
      const level = levelOf(played.level);
      const { move, line } = levelMove(position, level, played.seed, () => search(position, level.nodes));
      thought = { moves: played.moves.length, line };
      out(`${game.players[position.turn]} plays ${game.formatMove(position, move)}`);
      make(move);
    }
    show();
  };
  /** Takes back the engine's last move and the person's before it. */
  const takeBack = () => {
    const isPersons = (count: number) => {
      const first = game.players.indexOf(played.player);
      return (first + count) % 2 === played.person;
    };
    let count = played.moves.length - 1;
    while (count >= 0 && !isPersons(count)) count--;
    if (count < 0) return out('there is nothing to take back');
    while (played.moves.length > count) {
      position.unmake();
      played.moves.pop();
    }
    show();
  };
  const why = () => {
    if (thought === undefined) return out('the engine has not moved yet');
    if (thought.line === null) return out('it was a mistake, of which lower levels make some');
    const { line } = thought;
    const before = positionOf({ ...played, moves: played.moves.slice(0, thought.moves) });
    out(findingText(game, before, line, weights.scale));
    for (const text of featureLines(game, before, line, weights, session.explaining)) out(text);
  };
  const load = (file: string) => {
    const loaded = loadGame(file);
    if (loaded.game !== game || loaded.size !== played.size)
      throw new InputError(
        `${quoted(file)} is a game of ${loaded.game.name} ${loaded.size}; expected one of ${game.name} ${played.size}`,
      );
    played = loaded;
    position = positionOf(played);
    thought = undefined;
    letEngineMove();
  };
  const hear = (line: string): boolean => {
    const [word, ...rest] = line.split(/\s+/);
    const file = rest.join(' ');
    const isFile = rest.length > 0 && (word === 'save' || word === 'load');
    if (line === 'quit') return false;
    if (line === 'help') out(HELP);
    else if (line === 'board') show();
    else if (line === 'moves')
      out(Array.from(legalMoves(position), (move) => game.formatMove(position, move)).join(' '));
    else if (line === 'hint')
      out(findingText(game, position, search(position, levelOf(played.level).nodes), weights.scale));
    else if (line === 'why') why();
    else if (line === 'back' || line === 'undo') takeBack();
    else if (isFile) {
      try {
        if (word === 'load') load(file);
        else {
          saveGame(file, played);
          out(`saved to ${file}; evalsmith play ${game.name} --load ${file} resumes it`);
        }
      } catch (error) {
        if (!(error instanceof InputError)) throw error;
        out(error.message);
      }
    } else if (line !== '') {
      const move = findMove(game, position, legalMoves(position), line);
      if (move === undefined) out(`${JSON.stringify(line)} is not a legal move; type ${HELP}`);
      else {
        make(move);
        letEngineMove();
      }
    }
    return !isOver();
  };
  out(`You are ${game.players[played.person]}. Type ${HELP}.`);
  letEngineMove();
  return { isOver, hear };
}

// More terms than these say little; all features are fewer.
const TERMS_SHOWN = 40;

/** What each feature said before a line and says at its end, for the player to move at its start. */
function featureLines(
  game: Game,
  position: Position,
  line: Line,
  weights: Weights,
  explaining: () => Weights,
): string[] {
  const isOwn = contributions(game, position, weights, 1).length > 0;
  const read = isOwn ? weights : explaining();
  const now = contributions(game, position, read, 1);
  for (const move of line.moves) position.make(move);
  const ended = endingOf(game, position) !== undefined;
  const sign = line.moves.length % 2 === 0 ? 1 : -1;
  const later = ended ? undefined : contributions(game, position, read, sign);
  for (let i = 0; i < line.moves.length; i++) position.unmake();
  const sum = (list: typeof now) => list.reduce((total, { contribution }) => total + contribution, 0);
  const rows = besideOneAnother([now, later ?? []])
    .map(({ feature, each: [before, after] }) => ({
      feature,
      now: before?.contribution ?? 0,
      later: after?.contribution ?? 0,
    }))
    .filter((row) => row.now !== 0 || row.later !== 0)
    .toSorted((one, other) => Math.abs(other.later - other.now) - Math.abs(one.later - one.now));
  const shown = rows.slice(0, TERMS_SHOWN);
  const others = rows.slice(TERMS_SHOWN);
  if (others.length > 0) {
    const total = (key: 'now' | 'later') => others.reduce((all, entry) => all + entry[key], 0);
    shown.push({ feature: `${others.length} others`, now: total('now'), later: total('later') });
  }
  const width = Math.max(7, ...shown.map(({ feature }) => feature.length));
  const row = (name: string, first: string, second: string) =>
    `${name.padEnd(width)} ${first.padStart(8)} ${second.padStart(8)}`;
  return [
    ...(isOwn ? [] : [`a ${weights.kind} has no features; this is what the linear weights say of it:`]),
    row('', 'before', ended ? 'decided' : 'at its end'),
    ...shown.map((entry) =>
      row(entry.feature, String(entry.now), later === undefined ? '' : String(entry.later)),
    ),
    row('sum', String(sum(now)), later === undefined ? '' : String(sum(later))),
    `before it: ${scoreText(sum(now), read.scale)} without a search`,
  ];
}
