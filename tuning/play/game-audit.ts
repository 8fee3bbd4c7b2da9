import { createHmac, randomBytes } from 'node:crypto';
import { closeSync, existsSync, openSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { GrowingDataset } from '../dataset/growing-dataset.ts';
import { Failure } from '../process/failure.ts';
import { Pool, workerFile } from '../process/pool.ts';
import { JsonLines } from '../store/json-lines.ts';
import type { GameJob, GameTask } from './game-job.ts';
import type { PlayedGame } from './referee.ts';

const JOURNAL = 'audit.jsonl';
/** Games that this machine plays again at a time; others play what is beyond. */
const OWN_GAMES = 4;
// Where no other worker can be had, this machine plays it in the end.
const MOST_ASKED = 3;

const entrySchema = z.union([
  /** What decides which games are played again; no worker knows it. */
  z.strictObject({ secret: z.string() }),
  z.strictObject({ worker: z.string(), game: z.int() }),
  z.strictObject({ audited: z.int() }),
  z.strictObject({ liar: z.string(), game: z.int() }),
]);

/** A worker sent what the code does not play; its games are dropped, and those that shut it out begin again where they are. */
export class Exposure extends Failure {}

interface AuditPlace {
  folder: string;
  /** The share of the games that are played again. */
  share: number;
  /** What decides which; drawn where it is not given. */
  secret?: string;
  /** Plays games on the workers once more. */
  again: (tasks: readonly GameTask[]) => void;
  note: (line: string) => void;
}

/**
 * Who played which game of a run that is under way, and a share of the games played again: by this machine, or where it is busy
 * by workers, with this machine to decide where two differ. All of it is gone from the folder when the run is over.
 */
export class Audit {
  readonly liars = new Map<string, number>();
  private readonly players = new Map<number, string>();
  private readonly audited = new Set<number>();
  private readonly file: string;
  private readonly lines: JsonLines<z.infer<typeof entrySchema>>;
  private readonly secret: string;
  private readonly place: AuditPlace;
  private readonly dataset: Pick<GrowingDataset, 'holds' | 'drop'>;
  private readonly taskOf: (index: number) => GameTask;
  private readonly play: (task: GameTask) => Promise<PlayedGame>;
  /** Ends what plays here. */
  readonly close: () => Promise<void>;
  /** Games that this machine plays again, and what others than their players say of them. */
  private readonly own = new Map<
    number,
    { claims: { worker: string; text: string }[]; done: Promise<void> }
  >();
  /** Games that workers play again, and how often they were asked. */
  private readonly asked = new Map<number, number>();
  private exposed = false;
  private failure: unknown;

  constructor(
    job: GameJob,
    place: AuditPlace,
    dataset: Audit['dataset'],
    taskOf: Audit['taskOf'],
    play?: Audit['play'],
  ) {
    this.place = place;
    this.dataset = dataset;
    this.taskOf = taskOf;
    this.file = join(place.folder, JOURNAL);
    // Nobody else may read the secret.
    if (!existsSync(this.file)) closeSync(openSync(this.file, 'w', 0o600));
    this.lines = new JsonLines(this.file, entrySchema, { name: JOURNAL, isOrdered: false });
    let secret: string | undefined;
    for (const entry of this.lines.before) {
      if ('secret' in entry) ({ secret } = entry);
      else if ('audited' in entry) this.audited.add(entry.audited);
      else if ('liar' in entry) this.liars.set(entry.liar, entry.game);
      else this.players.set(entry.game, entry.worker);
    }
    this.secret = secret ?? place.secret ?? randomBytes(32).toString('hex');
    if (secret === undefined) this.lines.append({ secret: this.secret });
    let pool: Pool<GameTask, PlayedGame> | undefined;
    this.play = play ?? ((task) => (pool ??= new Pool(workerFile('play/game-thread.js'), 1, job)).run(task));
    this.close = async () => pool?.close();
    // What an earlier process knew and had no time for.
    this.dropGames();
    for (const index of this.players.keys()) if (this.isChosen(index)) this.begin(index);
  }

  get isExposed(): boolean {
    return this.exposed;
  }

  /** A game was taken from a worker. */
  took(index: number, worker: string): void {
    this.players.set(index, worker);
    this.lines.append({ worker, game: index });
    if (this.isChosen(index)) this.begin(index);
  }

  /** A game that is kept came once more, the same. */
  confirmed(index: number, worker: string): void {
    if (!this.asked.has(index)) return;
    if (worker === this.players.get(index)) this.begin(index);
    else this.pass(index);
  }

  /** A game that is kept came once more, and differs. */
  disputed(index: number, worker: string, text: string): void {
    this.asked.delete(index);
    this.playHere(index).claims.push({ worker, text });
  }

  /** Waits for what is being played again here; throws an Exposure where a worker was found out. */
  async finish(): Promise<void> {
    // What was asked of workers that have not answered is played here.
    for (const index of this.asked.keys()) this.playHere(index);
    this.asked.clear();
    while (this.own.size > 0) await Promise.all([...this.own.values()].map(({ done }) => done));
    if (this.failure !== undefined) throw this.failure;
    if (this.exposed) {
      this.dropGames();
      throw new Exposure('a worker was shut out; its games are played again');
    }
    rmSync(this.file, { force: true });
  }

  /** A share of the games, and nobody can tell which before. */
  private isChosen(index: number): boolean {
    if (this.audited.has(index) || this.liars.has(this.players.get(index)!)) return false;
    const drawn = createHmac('sha256', this.secret).update(String(index)).digest().readUInt32BE(0);
    return drawn < this.place.share * 2 ** 32;
  }

  private begin(index: number): void {
    const asked = this.asked.get(index) ?? 0;
    if (this.own.size < OWN_GAMES || asked >= MOST_ASKED) {
      this.asked.delete(index);
      this.playHere(index);
    } else {
      this.asked.set(index, asked + 1);
      this.place.again([this.taskOf(index)]);
    }
  }

  private playHere(index: number) {
    const known = this.own.get(index);
    if (known !== undefined) return known;
    const claims: { worker: string; text: string }[] = [];
    const done = this.play(this.taskOf(index))
      .then(({ text }) => {
        for (const claim of claims) if (claim.text !== text) this.expose(claim.worker, index);
        if (this.dataset.holds(index, text)) this.pass(index);
        else this.expose(this.players.get(index), index);
      })
      .catch((error: unknown) => (this.failure ??= error))
      .finally(() => this.own.delete(index));
    const own = { claims, done: done.then(() => {}) };
    this.own.set(index, own);
    return own;
  }

  private pass(index: number): void {
    this.asked.delete(index);
    this.audited.add(index);
    this.lines.append({ audited: index });
  }

  private expose(worker: string | undefined, game: number): void {
    if (worker === undefined)
      throw new Failure(
        `game ${game} came out different from what ${this.place.folder} holds, and nobody is known to have played it; expected the same moves, scores and nodes from the same code`,
      );
    this.exposed = true;
    if (this.liars.has(worker)) return;
    this.liars.set(worker, game);
    this.lines.append({ liar: worker, game }, true);
    const games = [...this.players.values()].filter((player) => player === worker).length;
    this.place.note(
      `the worker ${worker} is shut out: its game ${game} is not what this code plays; its ${games} games are played again`,
    );
  }

  private dropGames(): void {
    const dropped = [...this.players].filter(([, worker]) => this.liars.has(worker)).map(([game]) => game);
    if (dropped.length > 0) this.dataset.drop(new Set(dropped));
    for (const game of dropped) this.players.delete(game);
  }
}
