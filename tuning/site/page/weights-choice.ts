import type { Game } from '../../../engine/game.ts';
import { readWeights, type Weights } from '../../../engine/weights.ts';
import type { Offer } from '../offer.ts';
import { pureSha256 } from '../../ship/pure-sha256.ts';
import { byId, make, tell } from './elements.ts';

export interface ChosenWeights {
  name: string;
  text: string;
  weights: Weights;
}

/** Which weights the engine plays with: those of the package, or a file that a person gives. */
export class WeightsChoice {
  private readonly offers: Record<string, Offer>;
  private readonly onChoice: () => void;
  private readonly select = byId('weights', HTMLSelectElement);
  private readonly refusal = byId('weights-refusal');
  private game: Game | undefined;
  private size = 0;
  // Files that were taken, by their names.
  private readonly given = new Map<string, string>();
  private chosen: ChosenWeights | undefined;

  constructor(offers: Record<string, Offer>, onChoice: () => void) {
    this.offers = offers;
    this.onChoice = onChoice;
    this.select.addEventListener('change', () => this.choose(this.select.value));
  }

  get current(): ChosenWeights {
    return this.chosen!;
  }

  /** Of the search. */
  get parameters(): Offer['parameters'] {
    return this.offers[this.game!.name].parameters;
  }

  /** Keeps what was chosen where it fits this board, and else takes what the player takes by default. */
  turnTo(game: Game, size: number): void {
    const { usual, texts } = this.offers[game.name];
    const wished = this.chosen?.name;
    const wasUsual = wished !== undefined && wished === this.offers[this.game?.name ?? '']?.usual[this.size];
    this.game = game;
    this.size = size;
    const fitting = [...Object.keys(texts), ...this.given.keys()].filter(
      (name) => typeof this.read(name) !== 'string',
    );
    const name = !wasUsual && wished !== undefined && fitting.includes(wished) ? wished : usual[size];
    this.chosen = this.read(name) as ChosenWeights;
    tell(this.refusal, '');
    this.show(fitting);
  }

  /** Takes a file, or says why it is refused; then the weights stay what they were. */
  give(fileName: string, text: string): void {
    const before = this.given.get(fileName);
    this.given.set(fileName, text);
    if (this.choose(fileName)) return;
    if (before === undefined) this.given.delete(fileName);
    else this.given.set(fileName, before);
  }

  private choose(name: string): boolean {
    const read = this.read(name);
    const isRefused = typeof read === 'string';
    tell(this.refusal, isRefused ? `${name}: ${read}` : '');
    if (isRefused) return false;
    this.chosen = read;
    const known = [...this.select.options].map(({ value }) => value);
    this.show(known.includes(name) ? known : [...known, name]);
    this.onChoice();
    return true;
  }

  /** The checks of the player, on the file as it is; the reason where they refuse it. */
  private read(name: string): ChosenWeights | string {
    const text = this.given.get(name) ?? this.offers[this.game!.name].texts[name];
    try {
      return { name, text, weights: readWeights(text, this.game!, this.size, pureSha256) };
    } catch (error) {
      return (error as Error).message;
    }
  }

  private show(names: readonly string[]): void {
    const { name: chosen, weights } = this.current;
    const usual = this.offers[this.game!.name].usual[this.size];
    this.select.replaceChildren(
      ...names.map((name) => make('option', { value: name }, name === usual ? `${name} (default)` : name)),
    );
    this.select.value = chosen;
    const size = weights.size === 'any' ? 'any size' : `size ${weights.size}`;
    byId('weights-kind').textContent = `${weights.kind}, for ${size}, scale ${weights.scale}`;
    byId('weights-hash').textContent = weights.sha256.slice(0, 12);
    byId('weights-hash').title = weights.sha256;
  }
}
