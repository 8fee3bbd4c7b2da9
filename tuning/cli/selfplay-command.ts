import { InputError } from '../../engine/input-error.ts';
import { parseGame } from '../../engine/text/position-arguments.ts';
import { selfplayForm, USUAL_GAMES } from '../play/selfplay-form.ts';
import { boardSize, workerCount } from '../settings/common-options.ts';
import { aside } from './aside.ts';
import { cliCommand } from './command.ts';
import { parseQueue } from './queue-option.ts';
import { shareAndFolder } from './share.ts';

export const commands = [
  cliCommand(selfplayForm, async (values, terminal) => {
    const game = parseGame(values.game);
    const size = boardSize(game, values.size);
    if (values.oracle !== null && values.queue !== null)
      throw new InputError('--queue plays without --oracle, whose folder other machines have not');
    const { openSelfplayJob } = await import('../play/selfplay-job.ts');
    const { runSelfplay } = await import('../play/selfplay.ts');
    const place = shareAndFolder(values.shard, values.out, process.env);
    const told = values.json ? aside(terminal) : terminal;
    const code = await runSelfplay(game, openSelfplayJob(game, size, values), told, {
      ...place,
      games: values.games ?? (values.for === null ? USUAL_GAMES : Infinity),
      workers: workerCount(values.workers),
      fleet: parseQueue(values, terminal),
      milliseconds: values.for ?? Infinity,
    });
    if (!values.json) return code;
    const { readManifest } = await import('../dataset/manifest.ts');
    const { games, positions, shards } = readManifest(place.folder);
    terminal.out(JSON.stringify({ folder: place.folder, games, positions, shards: shards.length }));
    return code;
  }),
];
