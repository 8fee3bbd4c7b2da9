const STEPS: Record<string, readonly [number, number]> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

/** Arrow keys among the buttons of a grid, of which one at a time is reached by the Tab key. */
export class RovingFocus {
  private readonly buttons: readonly (readonly HTMLButtonElement[])[];

  constructor(grid: HTMLElement, buttons: readonly (readonly HTMLButtonElement[])[], onEscape: () => void) {
    this.buttons = buttons;
    grid.addEventListener('keydown', (event) => this.hear(event, onEscape));
    grid.addEventListener('focusin', ({ target }) => this.mark(target as HTMLButtonElement));
  }

  /** Which button, counted row by row, the Tab key reaches first. */
  begin(index: number): void {
    this.mark(this.buttons.flat()[Math.max(index, 0)]);
  }

  private hear(event: KeyboardEvent, onEscape: () => void): void {
    if (event.key === 'Escape') return onEscape();
    const row = this.buttons.findIndex((some) => some.includes(event.target as HTMLButtonElement));
    if (row === -1) return;
    const column = this.buttons[row].indexOf(event.target as HTMLButtonElement);
    const target = this.targetOf(event, row, column);
    if (target === undefined) return;
    event.preventDefault();
    target.focus();
  }

  private targetOf(
    { key, ctrlKey }: KeyboardEvent,
    row: number,
    column: number,
  ): HTMLButtonElement | undefined {
    if (key === 'Home') return this.buttons[ctrlKey ? 0 : row][0];
    if (key === 'End') return this.buttons.at(ctrlKey ? -1 : row)!.at(-1);
    const [down, right] = STEPS[key] ?? [0, 0];
    return down === 0 && right === 0 ? undefined : this.buttons[row + down]?.[column + right];
  }

  private mark(current: HTMLButtonElement): void {
    for (const button of this.buttons.flat()) button.tabIndex = button === current ? 0 : -1;
  }
}
