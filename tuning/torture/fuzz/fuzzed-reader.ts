/** A reader that shall take any text: it accepts it or throws an error that is one line for people. */
export interface FuzzedReader {
  readonly name: string;
  /** Texts that are accepted. */
  readonly seeds: readonly string[];
  readonly form: 'json' | 'text';
  /** Makes checksums right again, as somebody does who means harm; a text that cannot be sealed stays as it is. */
  seal?(text: string): string;
  /** What was read, as a value that `write` takes. */
  read(text: string): unknown;
  /** The text of what was read; what is read from that must be the same. */
  write?(value: unknown): string;
  /** Does with what was accepted what the toolkit does. */
  use?(value: unknown): unknown;
}
