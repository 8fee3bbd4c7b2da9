import { createHash } from 'node:crypto';
import { Html, html } from './html.ts';
import { SCRIPT } from './script.ts';
import { STYLESHEET } from './style.ts';

/** A figure that a reader should see first; the note is what to know of it: an interval, a count. */
export type Fact = readonly [name: string, value: string, note?: string];

export interface Section {
  /** Of the link to it; the same on every page of this kind. */
  id: string;
  title: string;
  /** Null where there is nothing to say; the page is then without the section. */
  body: Html | null;
}

/** What a page says, whatever it looks like. */
export interface Content {
  game: string | undefined;
  title: string;
  summary: string;
  /** None in the place of what is not known. */
  facts: (Fact | null | undefined)[];
  sections: Section[];
  thumbnail: Html;
}

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

// Whole, for a space more within them would have another hash.
const STYLE_ELEMENT = new Html(`<style>${STYLESHEET}</style>`);
const SCRIPT_ELEMENT = new Html(`<script>${SCRIPT}</script>`);

/** A whole document that needs nothing else and may fetch nothing. */
export function documentOf(kind: string, { title, summary, facts, sections: all }: Content): string {
  const sections = all.filter(({ body }) => body !== null);
  const policy = [
    "default-src 'none'",
    `style-src ${hashOf(STYLESHEET)}`,
    `script-src ${hashOf(SCRIPT)}`,
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content="${policy}" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="description" content="${summary}" />
        <title>${title}</title>
        <link rel="icon" href="data:," />
        ${STYLE_ELEMENT}
      </head>
      <body>
        <div class="page">
          <header>
            <p class="kind">evalsmith · ${kind}</p>
            <h1>${title}</h1>
            <p class="lede">${summary}</p>
            ${factsHtml(facts.filter((fact) => fact != null))}
          </header>
          <nav class="contents" aria-label="On this page">
            <ol>
              ${sections.map(({ id, title: name }) => html`<li><a href="#${id}">${name}</a></li> `)}
            </ol>
          </nav>
          <main>
            ${sections.map(
              ({ id, title: name, body }) =>
                html`<section id="${id}" aria-labelledby="${id}-title">
                  <h2 id="${id}-title">${name}</h2>
                  ${body}
                </section> `,
            )}
          </main>
        </div>
        ${SCRIPT_ELEMENT}
      </body>
    </html> `.markup;
  return withOwnNumbers(page);
}

/** Plot numbers its clip paths through all charts of a process; a page has the same numbers whatever was drawn before. */
function withOwnNumbers(page: string): string {
  const names = new Map<string, string>();
  return page.replaceAll(/plot-clip-\d+/g, (name) => {
    if (!names.has(name)) names.set(name, `clip-${names.size + 1}`);
    return names.get(name)!;
  });
}

function factsHtml(facts: readonly Fact[]): Html {
  return html`<dl class="facts">
    ${facts.map(
      ([name, value, note]) =>
        html`<div>
          <dt>${name}</dt>
          <dd${value.length > 11 ? html` class="words"` : null}>${value}${note === undefined ? null : html`<small>${note}</small>`}</dd>
        </div> `,
    )}
  </dl>`;
}
