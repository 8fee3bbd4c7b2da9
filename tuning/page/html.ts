/** Markup that may stand in a page as it is; anything else is escaped. */
export class Html {
  readonly markup: string;

  constructor(markup: string) {
    this.markup = markup;
  }
}

type Part = Html | string | number | null | undefined | readonly Part[];

/** A template of markup: what is put into it is text and escaped, unless it is markup itself; null is nothing. */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
  return new Html(strings.reduce((all, string, i) => all + markupOf(parts[i - 1]) + string));
}

function markupOf(part: Part): string {
  if (part === null || part === undefined) return '';
  if (part instanceof Html) return part.markup;
  return typeof part === 'object' ? part.map(markupOf).join('') : escaped(String(part));
}

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text as it may stand between tags and in quoted attributes. */
export function escaped(text: string): string {
  // Control characters are no part of HTML, and could hide what a name is.
  return text.replaceAll(/[&<>"']/g, (sign) => ENTITIES[sign]).replaceAll(/[^\P{Cc}\n\t]/gu, '\uFFFD');
}
