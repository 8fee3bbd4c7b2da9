import { join } from 'node:path';
import { parseGame } from '../../engine/text/position-arguments.ts';
import { openingsForm } from '../prove/openings-form.ts';
import { boardSize, workerCount } from '../settings/common-options.ts';
import { cliCommand } from './command.ts';
import { parseQueue } from './queue-option.ts';

export const commands = [
  cliCommand(openingsForm, async (values, terminal) => {
    const game = parseGame(values.game);
    const size = boardSize(game, values.size);
    const { bookLines, makeBook } = await import('../prove/book-making.ts');
    const place = {
      folder: values.out,
      workers: workerCount(values.workers),
      fleet: parseQueue(values, terminal),
    };
    const book = await makeBook(openingsForm, game, size, values, place, terminal);
    const file = join(values.out, 'book.json');
    if (values.json) terminal.out(JSON.stringify({ file, openings: book.openings.length }));
    else
      for (const line of [...bookLines(book), `${file}: ${book.openings.length} openings`])
        terminal.out(line);
  }),
];
