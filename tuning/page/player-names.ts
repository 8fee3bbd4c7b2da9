// What players are called in titles and charts.

/**
 * The name of a weights file without its path: that of its folder where the file is called weights.json, as a fit calls it; then
 * the search parameters and nodes that it has of its own.
 */
function shortName(name: string): string {
  const [, weights, own] = /^([^,@]*)(.*)$/s.exec(name)!;
  if (!weights.endsWith('.json') || /^(cmd|build):/.test(name)) return name;
  const parts = weights.split(/[\\/]/);
  const file = parts.at(-1)!.replace(/\.json$/, '');
  return `${file === 'weights' && parts.length > 1 ? parts.at(-2)! : file}${own}`;
}

/** Short names of players, or their whole names where two would be called the same. */
export function shortNames(names: readonly string[]): string[] {
  const short = names.map(shortName);
  return short.map((name, i) => (short.filter((other) => other === name).length === 1 ? name : names[i]));
}

/** A name that fits into a chart; the end says more than the beginning. */
export function clipped(name: string, most = 32): string {
  return name.length > most ? `…${name.slice(1 - most)}` : name;
}
