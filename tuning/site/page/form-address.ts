/** The fields of a form by their names, which the address of the page remembers. */
export interface AddressedForm {
  get(name: string): string;
  set(name: string, value: string): void;
}

/** Takes what the address says into a form, and whatever is chosen there into the address; then `show` is called. */
export function formInAddress(form: HTMLFormElement, show: (changed?: string) => void): AddressedForm {
  const control = (name: string) => {
    const found = form.elements.namedItem(name);
    if (found instanceof HTMLInputElement || found instanceof HTMLSelectElement) return found;
    throw new Error(`the form has no ${name}`);
  };
  const names = Array.from(form.elements, (element) => (element as HTMLInputElement).name).filter(Boolean);
  const set = (name: string, value: string) => {
    const field = control(name);
    field.value = value;
    // A choice that there is not any more.
    if (field.value !== value) field.value = '';
  };
  const readAddress = () => {
    const said = new URLSearchParams(location.search);
    for (const name of names) set(name, said.get(name) ?? '');
  };
  const writeAddress = () => {
    const said = new URLSearchParams(
      names.map((name) => [name, control(name).value]).filter(([, value]) => value !== ''),
    );
    history.replaceState(null, '', `${location.pathname}${said.size === 0 ? '' : `?${said}`}`);
  };
  const change = (changed?: string) => {
    writeAddress();
    show(changed);
  };
  form.addEventListener('input', ({ target }) => change((target as HTMLInputElement).name));
  form.addEventListener('submit', (event) => event.preventDefault());
  // The fields are empty once this event is over.
  form.addEventListener('reset', () => setTimeout(change));
  addEventListener('popstate', () => {
    readAddress();
    show();
  });
  readAddress();
  return {
    get: (name) => control(name).value,
    set(name, value) {
      set(name, value);
      writeAddress();
    },
  };
}
