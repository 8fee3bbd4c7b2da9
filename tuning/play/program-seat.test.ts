import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { afterAll, describe, expect, test } from 'vitest';
import { readResult } from '../store/run-folder.ts';
import { evalsmith } from '../testing/run-command.ts';
import { TestProcess, until } from '../testing/test-process.ts';

const folder = mkdtempSync(join(tmpdir(), 'evalsmith-programs-'));
const betsy = fileURLToPath(new URL('../../dist/player/betsy.cjs', import.meta.url));
// The player itself, in so short a time that tests are short.
const PLAYER = `exec "${process.execPath}" "${betsy}" "$1" "$2" "$3" 0.3`;
// Seconds that outlast each test, though no machine, as no other process has them among its words.
const FOREVER = `120.${process.pid}${process.hrtime.bigint() % 1_000_000n}`;

let scripts = 0;

/** A shell script, and a folder of its own in which it may write. */
function script(code: string, interpreter = '/bin/sh') {
  const own = join(folder, `program-${scripts++}`);
  mkdirSync(own);
  const file = join(own, 'program');
  writeFileSync(file, `#!${interpreter}\ncd "${own}"\n${code}\n`);
  chmodSync(file, 0o755);
  const linesOf = (name: string) =>
    existsSync(join(own, name)) ? readFileSync(join(own, name), 'utf8').trim().split('\n') : [];
  return { own, file, name: `cmd:${file}`, linesOf, matchFolder: join(own, 'match') };
}

type Script = ReturnType<typeof script>;

const argumentsOf = ({ name, matchFolder }: Script, seconds: string) => {
  const options = [
    '--game',
    'betsy',
    '--games',
    '2',
    '--seconds',
    seconds,
    '--workers',
    '1',
    '--preflight',
    'off',
  ];
  return ['match', name, 'random', ...options, '--out', matchFolder];
};

const processes: TestProcess[] = [];
afterAll(() => processes.forEach(({ child }) => child.kill('SIGKILL')));

function matchProcess(program: Script, seconds: string): TestProcess {
  const started = new TestProcess(argumentsOf(program, seconds));
  processes.push(started);
  return started;
}

async function match(program: Script, seconds: string) {
  const { code, out, notes } = await evalsmith(argumentsOf(program, seconds));
  expect(code, notes.join('\n')).toBe(0);
  return { ...readResult(program.matchFolder, 'match'), printed: [...out, ...notes].join('\n') };
}

/** How games ended that a program lost without a move. */
function forfeitsOf({ ends, games }: { ends: object; games: number }): string[] {
  expect(games).toBe(2);
  return Object.keys(ends).filter((end) => ['late', 'silent', 'illegal', 'crashed'].includes(end));
}

/** Processes, but those that are dead and only not yet forgotten, that have a text among their words. */
function processesWith(text: string): string[] {
  return readdirSync('/proc').filter((pid) => {
    try {
      return /^\d+$/.test(pid) && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(text);
    } catch {
      return false;
    }
  });
}

const nothingLeft = ({ own }: Script) =>
  until(
    () => processesWith(own).length + processesWith(FOREVER).length === 0,
    () => `left behind: ${[...processesWith(own), ...processesWith(FOREVER)].join(' ')}`,
  );

describe('a program', () => {
  test('that speaks the protocol plays whole games', async () => {
    const program = script(PLAYER);
    const result = await match(program, '20');
    expect(forfeitsOf(result)).toEqual([]);
    expect((await evalsmith(['dataset', 'verify', join(program.matchFolder, 'games')])).code).toBe(0);
  });

  test.each([
    ['says much before its answer', 'head -c 5000000 /dev/zero | tr "\\0" x; echo'],
    ['leaves a process behind in a session of its own', `setsid sleep ${FOREVER} &`],
    ['leaves one behind that closed its output', `setsid sleep ${FOREVER} >/dev/null 2>&1 </dev/null &`],
    ['leaves one behind after two forks', `(setsid sh -c "sleep ${FOREVER} & sleep ${FOREVER} &" &)`],
    [
      'leaves one behind that ignores what asks it to end',
      `setsid sh -c "trap '' TERM HUP INT; sleep ${FOREVER}; :" &`,
    ],
    [
      'leaves one behind that starts others',
      `setsid sh -c 'for i in $(seq 100); do sleep ${FOREVER} & sleep 0.01; done' &`,
    ],
  ])('that %s is judged by its answer when it exits', async (_, code) => {
    const program = script(`${code}\n${PLAYER}`);
    const result = await match(program, '20');
    expect(forfeitsOf(result)).toEqual([]);
    await nothingLeft(program);
  });

  test.each([
    ['late', 'while :; do echo "1 ."; sleep 0.05; done'],
    ['late', 'yes'],
    ['late', 'cat /dev/zero'],
    ['late', 'trap "" TERM INT HUP; i=0; while [ $i -lt 9999999 ]; do i=$((i+1)); done'],
    ['late', `exec 1>&-; sleep ${FOREVER}`],
    ['late', `setsid sleep ${FOREVER} & sleep ${FOREVER}`],
    ['late', 'kill -STOP $$'],
    ['silent', ''],
    ['silent', 'exec 1>&-'],
    ['silent', 'echo "   "; echo'],
    ['illegal', 'echo what a fine day'],
    ['illegal', 'echo "9 $3"'],
    ['illegal', 'echo "1 $3" | tr . "\\377"'],
    ['illegal', 'printf "\\033]0;owned\\007\\033[2J1 $3\\033[31m"'],
    ['illegal', 'head -c 3000000 /dev/zero'],
    ['crashed', `${PLAYER.replace('exec ', '')}; exit 3`],
    ['crashed', 'kill -SEGV $$'],
    ['crashed', 'kill -KILL $$'],
  ])('that is %s loses that game (%s), and the match goes on', async (reason, code) => {
    const program = script(code);
    // Time enough to start on a busy machine, unless being late is the point.
    const result = await match(program, reason === 'late' ? '0.4' : '20');
    expect([result.won, result.lost, result.ends]).toEqual([0, 2, { [reason]: 2 }]);
    expect((await evalsmith(['dataset', 'verify', join(program.matchFolder, 'games')])).code).toBe(0);
    // oxlint-disable-next-line no-control-regex
    const control = /[\u0000-\u0009\u000b-\u001f\u007f\ufffd]/;
    expect(result.printed).not.toMatch(control);
    for (const file of readdirSync(program.matchFolder, { recursive: true, encoding: 'utf8' })) {
      if (!/\.(json|gz|journal)$/.test(file)) continue;
      const bytes = readFileSync(join(program.matchFolder, file));
      expect((file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString(), file).not.toMatch(control);
    }
    await nothingLeft(program);
  });

  test.each([
    ['cmd:/nowhere/player', 'there is no such file'],
    ['cmd:./nowhere', 'there is no such file'],
    ['cmd:no-such-player-anywhere 1', 'there is no such program in PATH'],
    [`cmd:${folder}`, 'it is no file'],
    [`cmd:${betsy.replace('betsy.cjs', '../engine/index.js')}`, 'it is not executable'],
    [script(PLAYER, '/nowhere/sh').name, 'its first line names "/nowhere/sh"'],
    [script(PLAYER, '/bin/sh\r').name, 'its first line names "/bin/sh\\r"'],
  ])('%s, which cannot be run, is refused in a line', async (name, reason) => {
    for (const command of ['match', 'ladder']) {
      const out = join(folder, 'never');
      const { code, notes } = await evalsmith([command, 'random', name, '--game', 'betsy', '--out', out]);
      expect([code, notes]).toEqual([2, [expect.stringContaining(`cannot be run: ${reason}`)]]);
      expect(existsSync(out)).toBe(false);
    }
  });

  test('that is found in PATH is run', async () => {
    const program = script('echo once >> asked');
    const path = process.env['PATH'];
    process.env['PATH'] = `${program.own}:${path}`;
    try {
      expect((await match({ ...program, name: 'cmd:program' }, '20')).ends).toEqual({ silent: 2 });
    } finally {
      process.env['PATH'] = path;
    }
    expect(program.linesOf('asked')).toHaveLength(2);
  });

  test('that is removed during the match loses nothing by that: the match fails, and resumes when it is back', async () => {
    const program = script(`[ -e kept ] || rm "$0"\n${PLAYER}`);
    const text = readFileSync(program.file);
    const { code, notes } = await evalsmith(argumentsOf(program, '20'));
    expect([code, notes]).toEqual([
      1,
      [expect.stringMatching(/cannot be run: .*ENOENT.* resumes from here/)],
    ]);
    writeFileSync(program.file, text, { mode: 0o755 });
    writeFileSync(join(program.own, 'kept'), '');
    expect(forfeitsOf(await match(program, '20'))).toEqual([]);
  });
});

describe('a referee that was stopped', () => {
  /** Stops the referee of a match while its program, asked for the first time, waits; until its time is up and `isDone`. */
  async function stopped(program: Script, seconds: number, isDone: () => boolean): Promise<TestProcess> {
    const referee = matchProcess(program, String(seconds));
    await until(
      () => program.linesOf('asked').length === 1,
      () => `never asked: ${referee.notes}`,
    );
    const asked = performance.now();
    referee.child.kill('SIGSTOP');
    writeFileSync(join(program.own, 'go'), '');
    await until(
      () => isDone() && performance.now() - asked > 1000 * seconds + 500,
      () => 'the program has not ended',
    );
    referee.child.kill('SIGCONT');
    return referee;
  }
  const WAIT = 'echo $$ >> asked; while [ ! -e go ]; do sleep 0.02; done';

  test('asks a punctual program again instead of calling it late', async () => {
    const program = script(`${WAIT}\n${PLAYER}`);
    const isDead = () => {
      const [pid] = program.linesOf('asked');
      return readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ');
    };
    const referee = await stopped(program, 4, isDead);
    expect(await referee.ended, referee.notes).toBe(0);
    const result = readResult(program.matchFolder, 'match');
    expect(forfeitsOf(result)).toEqual([]);
    const moves = result.record!.examples.flatMap(({ said }) =>
      said.split(' ').filter((word) => word === 'program'),
    );
    expect(program.linesOf('asked')).toHaveLength(moves.length + 1);
  });

  test('still calls a program late that is late when it is there', async () => {
    const program = script(`${WAIT}\nsleep ${FOREVER}`);
    const referee = await stopped(program, 1, () => true);
    expect(await referee.ended, referee.notes).toBe(0);
    expect(readResult(program.matchFolder, 'match').ends).toEqual({ late: 2 });
    expect(program.linesOf('asked')).toHaveLength(3);
    await nothingLeft(program);
  });

  test('judges nothing where it is stopped every time', async () => {
    const program = script(
      `echo once >> asked; kill -STOP $PPID; sleep 1.2; kill -CONT $PPID\nsleep ${FOREVER}`,
    );
    const referee = matchProcess(program, '0.5');
    expect(await referee.ended).toBe(1);
    expect(referee.notes).toMatch(/^evalsmith: this machine stood still .* resumes from here\n$/);
    expect(program.linesOf('asked')).toHaveLength(5);
    await nothingLeft(program);
  });
});

describe('programs end with the match that was ended', () => {
  const code = `setsid sleep ${FOREVER} &\nsleep ${FOREVER}`;
  async function underWay(program: Script): Promise<TestProcess> {
    const process = matchProcess(program, '3600');
    await until(
      () => processesWith(FOREVER).length === 2,
      () => process.notes,
    );
    return process;
  }

  test.each(['SIGINT', 'SIGTERM'] as const)('by %s twice', async (signal) => {
    const program = script(code);
    const process = await underWay(program);
    process.child.kill(signal);
    await process.says('again drops them');
    expect(await process.kill(signal)).toBe(130);
    await nothingLeft(program);
  });

  test.each(['SIGKILL', 'SIGHUP'] as const)('by %s', async (signal) => {
    const program = script(code);
    const process = await underWay(program);
    await process.kill(signal);
    await nothingLeft(program);
  });
});
