import type { Choice, SearchLimit } from '../../ship/browser-messages.ts';
import { type BrowserPlayer, connect, type Question } from '../../ship/browser-player.ts';
import type { Engagement } from '../engine-worker.ts';

/** The engine in its worker. A new question takes the place of one that is not answered yet. */
export class Engine {
  private engagement: Engagement | undefined;
  private player: BrowserPlayer | undefined;
  private isBusy = false;

  /** Plays another game, or with other weights, from now on. */
  engage(engagement: Engagement): void {
    this.dismiss();
    this.engagement = engagement;
  }

  /** Searches; undefined where another question came first. */
  async choose(
    question: Question & SearchLimit,
    onBetter: (better: Choice) => void,
  ): Promise<Choice | undefined> {
    this.stop();
    const player = (this.player ??= this.start());
    this.isBusy = true;
    try {
      return await player.chooseMove(question, onBetter);
    } catch (error) {
      if (this.player !== player) return undefined;
      this.dismiss();
      throw error;
    } finally {
      if (this.player === player) this.isBusy = false;
    }
  }

  /** A search cannot hear anything until it ends, so its worker is ended, and the next question starts another. */
  stop(): void {
    if (this.isBusy) this.dismiss();
  }

  private start(): BrowserPlayer {
    const worker = new Worker('worker.js', { type: 'module' });
    worker.postMessage(this.engagement);
    return connect(worker);
  }

  private dismiss(): void {
    const { player } = this;
    this.player = undefined;
    this.isBusy = false;
    player?.close();
  }
}
