import { decimal, percent, signed } from '../page/figures.ts';
import { tableLines } from '../process/text-table.ts';
import type { Comparison } from './side-by-side.ts';

/** A comparison as tables for a terminal. */
export function comparisonLines({ runs, settings, features, paired, matches, sweeps }: Comparison): string[] {
  const names = runs.map(({ name }) => name);
  const fits = runs.filter(({ losses }) => losses !== null);
  const plain = (text: string) => text.replaceAll('\u2212', '-').replaceAll('\u00A0', ' ');
  const lines: string[] = [];
  const add = (title: string, rows: string[][]) => {
    if (lines.length > 0) lines.push('');
    lines.push(title, ...tableLines(rows.map((row) => row.map(plain))));
  };
  if (settings.length > 0)
    add('Settings that differ', [
      ['', ...names],
      ...settings.map(({ name, values }) => [name, ...values.map((value) => value ?? '')]),
    ]);
  else lines.push('All settings are the same.');
  if (fits.length > 0)
    add('Exported files on held-out games', [
      ['', 'loss', 'loss on results', 'winners told'],
      ...fits.map(({ name, losses }) => [
        name,
        decimal(losses!.loss, 5),
        decimal(losses!.resultLoss, 5),
        percent(losses!.accuracy),
      ]),
    ]);
  const played = runs.flatMap((run) => run.played.map((one) => ({ ...one, run: run.name })));
  if (played.length > 0)
    add('Results of matches, of the first participant', [
      ['', '', 'games', 'won', 'drawn', 'lost', 'Elo', '95 %', 'verdict'],
      ...played.map(({ run, stage, games, won, drawn, lost, elo, verdict }) => [
        run,
        stage ?? '',
        ...[games, won, drawn, lost].map(String),
        signed(elo?.value, 0),
        elo === null ? '' : `${signed(elo.low, 0)} to ${signed(elo.high, 0)}`,
        verdict ?? '',
      ]),
    ]);
  if ('problem' in paired) {
    if (fits.length > 0) lines.push('', `No comparison game by game: ${paired.problem}.`);
  } else
    add(`The same ${paired.games} held-out games: loss on results less that of ${names[paired.first]}`, [
      ['', 'loss on results', 'difference', '95 %'],
      ...paired.differences.map(({ run, resultLoss, difference }) => [
        names[run],
        decimal(resultLoss, 5),
        difference === null ? '' : signed(difference.value, 5),
        difference === null ? '' : `${signed(difference.low, 5)} to ${signed(difference.high, 5)}`,
      ]),
    ]);
  if (matches.length > 0)
    add('Matches', [
      ['', '', 'games', 'Elo', '95 %', 'by'],
      ...matches.map(({ first, second, games, elo, by }) => [
        names[first],
        names[second],
        String(games),
        signed(elo?.value, 0),
        elo === null ? '' : `${signed(elo.low, 0)} to ${signed(elo.high, 0)}`,
        by,
      ]),
    ]);
  if (features.length > 0)
    add('Weights in logits, with their intervals by game', [
      ['', ...names],
      ...features.map(({ name, weights }) => [
        name,
        ...weights.map((one) =>
          one === null
            ? ''
            : `${signed(one.weight, 4)}${one.low === null ? '' : ` (${signed(one.low, 3)} to ${signed(one.high, 3)})`}`,
        ),
      ]),
    ]);
  for (const { run, varied, fits: swept } of sweeps)
    add(`${names[run]}: fits by their loss on results`, [
      [...varied, 'loss on results', 'fit'],
      ...swept
        .toSorted((one, other) => one.resultLoss - other.resultLoss)
        .map(({ values, resultLoss, folder }) => [...values.map(String), decimal(resultLoss, 5), folder]),
    ]);
  return lines;
}
