import { byId, tell } from './elements.ts';

interface Receivers {
  weights(name: string, text: string): void;
  game(text: string): void;
}

/** Takes files that are dropped anywhere on the page or chosen by a button: JSON is weights, anything else a game. */
export function acceptFiles(receivers: Receivers): void {
  for (const id of ['weights-file', 'game-file']) {
    const input = byId(id, HTMLInputElement);
    input.addEventListener('change', () => {
      void receive(input.files, receivers, id === 'weights-file').then(() => (input.value = ''));
    });
  }
  const mark = (isOver: boolean) => document.body.classList.toggle('dropping', isOver);
  document.addEventListener('dragover', (event) => {
    event.preventDefault();
    mark(true);
  });
  document.addEventListener('dragleave', ({ relatedTarget }) => mark(relatedTarget !== null));
  document.addEventListener('drop', (event) => {
    event.preventDefault();
    mark(false);
    void receive(event.dataTransfer?.files ?? null, receivers);
  });
}

async function receive(files: FileList | null, receivers: Receivers, isWeights = false): Promise<void> {
  for (const file of files ?? []) {
    try {
      const text = await textOf(file);
      if (isWeights || file.name.endsWith('.json')) receivers.weights(file.name, text);
      else receivers.game(text);
    } catch (error) {
      tell(byId('load-trouble'), `${file.name} cannot be read: ${(error as Error).message}`);
    }
  }
}

/** The shards of a dataset are packed. */
async function textOf(file: File): Promise<string> {
  if (!file.name.endsWith('.gz')) return file.text();
  return new Response(file.stream().pipeThrough(new DecompressionStream('gzip'))).text();
}
