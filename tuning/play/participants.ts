import { existsSync } from 'node:fs';
import { namedParameters } from '../../engine/node/named-parameters.ts';
import { loadWeights } from '../../engine/node/named-weights.ts';
import { sha256 } from '../../engine/node/sha256.ts';
import type { Game } from '../../engine/game.ts';
import { InputError } from '../../engine/input-error.ts';
import type { ChosenParameters } from '../../engine/parameters.ts';
import { parseWhole, quoted } from '../../engine/text/arguments.ts';
import type { Weights } from '../../engine/weights.ts';
import { type Build, buildSeat, parseBuild } from './build-seat.ts';
import { heuristicIdentity } from './heuristic-identity.ts';
import { heuristicSeat } from './heuristic-seat.ts';
import { refusalOf } from './program-file.ts';
import { programSeat } from './program-seat.ts';
import { randomSeat } from './random-seat.ts';
import type { Board, Seat } from './seat.ts';

/** Who takes a seat, in a form that can be sent: a heuristic with our search, chance, a program, or another build. */
export type Participant = SimpleParticipant | Build;

type SimpleParticipant = Heuristic | { kind: 'random' } | { kind: 'command'; words: string[] };

/** Weights with our search; `nodes` in place of those of the run. */
export interface Heuristic {
  kind: 'weights';
  weights: Weights;
  parameters: ChosenParameters;
  nodes?: number;
}

/** A participant under the name that a person gave. */
export interface Contestant {
  name: string;
  participant: Participant;
}

const BUILD = 'build:';

/**
 * Reads what a person named: as `parseParticipant` does, or build:DIR with or without weights. A heuristic that names no search
 * parameters of its own has those that are given.
 */
export async function openContestant(
  game: Game,
  size: number,
  name: string,
  argument: string,
  parameters: ChosenParameters,
): Promise<Contestant> {
  const participant = name.startsWith(BUILD)
    ? await parseBuild(game, size, name.slice(BUILD.length), argument)
    : parseParticipant(game, size, name, argument, parameters);
  return { name, participant };
}

/**
 * Reads what a person named: weights, with search parameters of its own after a comma and nodes of its own
 * after an @ or without, random, or cmd:PROGRAM with its first arguments.
 */
export function parseParticipant(
  game: Game,
  size: number,
  name: string,
  argument: string,
  parameters: ChosenParameters,
): SimpleParticipant {
  if (name === 'random') return { kind: 'random' };
  if (!name.startsWith('cmd:')) {
    const { file, own, nodes } = partsOf(name);
    return {
      kind: 'weights',
      weights: loadWeights(game, size, file, argument),
      parameters: own === undefined ? parameters : namedParameters(game, own, `${argument} ${quoted(name)}`),
      ...(nodes !== undefined && {
        nodes: parseWhole(`${argument} ${quoted(name)}, its nodes`, nodes, 1, 1e9),
      }),
    };
  }
  const words = name.slice('cmd:'.length).split(/\s+/).filter(Boolean);
  if (words.length === 0)
    throw new InputError(`${argument} is "cmd:" without a program; expected such as "cmd:./player"`);
  return { kind: 'command', words };
}

/** WEIGHTS,PARAMETERS@NODES, of which only the first must be there. */
function partsOf(name: string): { file: string; own?: string; nodes?: string } {
  if (existsSync(name)) return { file: name };
  const [, file, , own, , nodes] = /^([^,@]*)(,([^@]*))?(@(.*))?$/s.exec(name) ?? ['', name];
  return { file, own, nodes };
}

/** Its weights. */
export function weightsNameOf(name: string): string {
  return partsOf(name).file;
}

/** What a participant is, for the identity of a match. */
export function identityOf(participant: Participant): string {
  if (participant.kind === 'weights')
    return heuristicIdentity(participant.weights.sha256, participant.parameters, participant.nodes);
  if (participant.kind === 'build') {
    const { code, weights, parametersText } = participant;
    return `${BUILD}${[code, weights, ...(parametersText === undefined ? [] : [sha256(parametersText)])].join(',')}`;
  }
  return participant.kind === 'random' ? 'random' : `cmd:${participant.words.join(' ')}`;
}

/** Puts a participant at a board. */
export async function openSeat(participant: Participant, board: Board): Promise<Seat> {
  if (participant.kind === 'weights') {
    const { weights, parameters, nodes } = participant;
    const own = nodes === undefined ? {} : { nodes, seconds: null };
    return heuristicSeat(weights, { ...board, limits: { ...board.limits, ...own } }, parameters);
  }
  if (participant.kind === 'build') return buildSeat(participant, board);
  return participant.kind === 'random' ? randomSeat : programSeat(participant.words, board);
}

/** Refuses what no queue plays: it shall not make a machine run a program or another build, and no two machines have the same seconds. */
export function refusePrograms(contestants: readonly Contestant[], seconds: number | null): void {
  for (const { kind } of contestants.map(({ participant }) => participant)) {
    if (kind === 'command') throw new InputError('--queue plays no cmd:PROGRAM; expected weights or random');
    if (kind === 'build') throw new InputError('--queue plays no build:DIR; expected weights or random');
  }
  if (seconds !== null)
    throw new InputError('--queue plays by --nodes alone, as no two machines have the same seconds');
}

/** Refuses programs that cannot be run, before any game is lost by them. */
export function needPrograms(contestants: readonly Contestant[]): void {
  for (const { name, participant } of contestants) {
    const refusal = participant.kind === 'command' ? refusalOf(participant.words[0]) : undefined;
    if (refusal !== undefined)
      throw new InputError(
        `${quoted(name)} cannot be run: ${refusal}; expected the path of a program or its name in PATH`,
      );
  }
}
