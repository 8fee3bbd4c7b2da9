import { puzzlesForm } from '../puzzles/puzzle-settings.ts';
import { cliCommand } from './command.ts';

const puzzles = cliCommand(puzzlesForm, async (values, terminal) => {
  const { puzzlesText } = await import('../puzzles/puzzle-file.ts');
  const { runPuzzles } = await import('../puzzles/puzzles-run.ts');
  const { writeFileAtomically } = await import('../store/atomic-file.ts');
  const text = puzzlesText(runPuzzles(values, terminal));
  if (values.out === null) {
    for (const line of text.trimEnd().split('\n')) terminal.out(line);
    return;
  }
  writeFileAtomically(values.out, text);
  terminal.note(`written to ${values.out}`);
});

export const commands = [puzzles];
