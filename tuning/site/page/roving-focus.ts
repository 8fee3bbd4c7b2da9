type Buttons = readonly (readonly HTMLButtonElement[])[];

const STEPS: Record<string, readonly [number, number]> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

/** Arrow keys among the buttons of a grid, of which one at a time is reached by the Tab key: at first the one given. */
export function roveFocus(
  grid: HTMLElement,
  buttons: Buttons,
  first: HTMLButtonElement,
  onEscape: () => void,
): void {
  const mark = (current: EventTarget | null) => {
    for (const button of buttons.flat()) button.tabIndex = button === current ? 0 : -1;
  };
  grid.addEventListener('focusin', ({ target }) => mark(target));
  grid.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') return onEscape();
    const target = targetOf(event, buttons);
    if (target === undefined) return;
    event.preventDefault();
    target.focus();
  });
  mark(first);
}

function targetOf({ key, ctrlKey, target }: KeyboardEvent, buttons: Buttons): HTMLButtonElement | undefined {
  const pressed = target as HTMLButtonElement;
  const row = buttons.findIndex((some) => some.includes(pressed));
  if (row === -1) return undefined;
  if (key === 'Home') return buttons[ctrlKey ? 0 : row][0];
  if (key === 'End') return buttons.at(ctrlKey ? -1 : row)!.at(-1);
  if (!Object.hasOwn(STEPS, key)) return undefined;
  const [down, right] = STEPS[key];
  return buttons[row + down]?.[buttons[row].indexOf(pressed) + right];
}
