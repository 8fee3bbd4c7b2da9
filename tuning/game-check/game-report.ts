import { bytesPerMove } from '../../engine/contract/allocation.ts';
import { breachText, contractOf } from '../../engine/contract/contract.ts';
import { playOn } from '../../engine/contract/lines-of-play.ts';
import type { Game } from '../../engine/game.ts';
import { builtIn } from '../../engine/games/index.ts';
import { perft } from '../../engine/perft.ts';
import type { Position } from '../../engine/position.ts';

export interface JudgedRule {
  rule: string;
  verdict: 'kept' | 'broken' | 'not judged';
  /** Where and how it is broken, or the rule that must be kept first. */
  reason: string | null;
}

/** Judges the rules of the contract one by one. */
export function* judgedRules(game: Game, sizes?: readonly number[]): Generator<JudgedRule> {
  for (const rule of contractOf(game, sizes)) {
    const breach = rule.breach();
    const waitsFor = rule.waitsFor();
    const verdict = breach !== undefined ? 'broken' : waitsFor === undefined ? 'kept' : 'not judged';
    yield { rule: rule.name, verdict, reason: breach ? breachText(game, breach) : (waitsFor ?? null) };
  }
}

export function ruleLine({ rule, verdict, reason }: JudgedRule): string {
  if (verdict === 'kept') return `kept: ${rule}`;
  return verdict === 'broken' ? `broken: ${rule}: ${reason}` : `not judged: ${rule}; first mend: ${reason}`;
}

/** What moves cost, in time and in memory. */
export interface Speed {
  game: string;
  size: number;
  /** Of perft from the start. */
  nodesPerSecond: number;
  /** Null where the heap cannot be measured. */
  bytesPerGenerate: number | null;
  bytesPerMove: number | null;
}

const PERFT_SECONDS = 0.3;

/** How fast a game is on its usual board, and then, to compare, the built-in ones. */
export function speedsOf(game: Game, size = game.usualSize): Speed[] {
  const others = builtIn.filter((other) => other !== game);
  return [speedOn(game, size), ...others.map((other) => speedOn(other, other.usualSize))];
}

function speedOn(game: Game, size: number): Speed {
  const bytes = bytesPerMove(playOn(game, size));
  return {
    game: game.name,
    size,
    nodesPerSecond: Math.round(nodesPerSecond(game, size)),
    bytesPerGenerate: bytes?.generate ?? null,
    bytesPerMove: bytes?.makeAndUnmake ?? null,
  };
}

function nodesPerSecond(game: Game, size: number): number {
  const position = game.start(size);
  // Warms the code up.
  countFor(position, PERFT_SECONDS);
  return countFor(position, PERFT_SECONDS);
}

/** Nodes a second, counted deeper and deeper until it has taken long enough; small games are counted out again and again. */
function countFor(position: Position, seconds: number): number {
  const begin = processorSeconds();
  let nodes = 0;
  for (let depth = 1; ; depth++) {
    const counted = perft(position, depth);
    nodes += counted;
    if (counted === 0) depth = 0;
    const taken = processorSeconds() - begin;
    if (taken >= seconds) return nodes / taken;
  }
}

// Of a processor, so that a busy machine does not make whichever game is measured then look slow.
function processorSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

export function speedLine({ game, size, nodesPerSecond, bytesPerGenerate, bytesPerMove }: Speed): string {
  const rate = `${game} ${size}: ${(nodesPerSecond / 1e6).toFixed(1)} million nodes a second (perft)`;
  if (bytesPerGenerate === null || bytesPerMove === null) return rate;
  return `${rate}; bytes allocated: ${Math.round(bytesPerMove)} a move, ${Math.round(bytesPerGenerate)} a generate`;
}
