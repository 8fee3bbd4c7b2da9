// The documents of this package as pages of the site: README.md and all that it leads to. Links to what the site does not have are plain text.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { join as joinPath } from 'node:path/posix';
import { Marked, type Token, type Tokens } from 'marked';
import { escaped, Html, html } from '../page/html.ts';
import { DOCUMENTS_PAGE } from './content-policy.ts';
import { framed } from './frame.ts';

const FIRST = 'README.md';

/** Where a link of a document leads: a path from the package's folder, and the heading. */
interface Target {
  path: string;
  anchor: string;
}

/** A document, or a picture that one shows, as a file of the site. */
export interface DocumentFile {
  name: string;
  contents: string | Buffer;
}

/** All documents and their pictures, for a site with these runs. */
export function documentFiles(root: string, runs: readonly string[]): DocumentFile[] {
  const documents = readDocuments(root);
  const list = html`<nav class="documents" aria-label="Documents">
    <details>
      <summary>All documents</summary>
      <ul>
        ${[...documents].map(([path, tokens]) => html`<li><a href="${pageOf(path)}">${titleOf(tokens)}</a></li> `)}
      </ul>
    </details>
  </nav>`;
  const pictures = new Map<string, DocumentFile>();
  const pages = [...documents].map(([path, tokens]): DocumentFile => {
    const place = (target: Target) => placeOf(target, documents, runs);
    const picture = (href: string): string => {
      const file = targetOf(path, href).path;
      const name = file.replaceAll('/', '-');
      pictures.set(name, { name, contents: readFileSync(join(root, file)) });
      return name;
    };
    const title = titleOf(tokens);
    const body = html`<main class="document">
      ${list} ${new Html(markupOf(tokens, path, place, picture))}
    </main>`;
    const description = `${title}: a document of evalsmith.`;
    return { name: pageOf(path), contents: framed({ title, description, here: 'Documents', body }) };
  });
  return [...pages, ...pictures.values()];
}

/** The documents that can be reached from the first, in the order in which they are met. */
function readDocuments(root: string): Map<string, Token[]> {
  const documents = new Map<string, Token[]>();
  const marked = new Marked();
  const todo = [FIRST];
  for (const path of todo) {
    if (documents.has(path) || !existsSync(join(root, path))) continue;
    const tokens = marked.lexer(readFileSync(join(root, path), 'utf8'));
    documents.set(path, tokens);
    void marked.walkTokens(tokens, (token) => {
      if (token.type !== 'link') return;
      const target = targetOf(path, (token as Tokens.Link).href);
      if (target.path.endsWith('.md') && !isElsewhere((token as Tokens.Link).href)) todo.push(target.path);
    });
  }
  return documents;
}

function isElsewhere(href: string): boolean {
  return /^[a-z]+:/.test(href);
}

function targetOf(document: string, href: string): Target {
  const [path, anchor = ''] = href.split('#', 2);
  return { path: path === '' ? document : joinPath(dirname(document), path), anchor };
}

/** The page of a document; tuning/fit/README.md is documents-tuning-fit.html. */
function pageOf(path: string): string {
  const name = path.replace(/(^|\/)README\.md$/, '').replace(/\.md$/, '');
  return name === '' ? DOCUMENTS_PAGE : `documents-${name.replaceAll('/', '-').toLowerCase()}.html`;
}

/** Where on the site a target is; undefined where the site does not have it. */
function placeOf(
  { path, anchor }: Target,
  documents: ReadonlyMap<string, unknown>,
  runs: readonly string[],
): string | undefined {
  if (documents.has(path)) return `${pageOf(path)}${anchor === '' ? '' : `#${anchor}`}`;
  const run = /^reports\/([^/]+)\/index\.html$/.exec(path)?.[1];
  return run !== undefined && runs.includes(run) ? `runs/${run}.html` : undefined;
}

function titleOf(tokens: readonly Token[]): string {
  const heading = tokens.find((token): token is Tokens.Heading => token.type === 'heading');
  return heading?.text ?? 'A document';
}

/** What a heading is linked by. */
export function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
}

function markupOf(
  tokens: Token[],
  path: string,
  place: (target: Target) => string | undefined,
  picture: (href: string) => string,
): string {
  const marked = new Marked({
    renderer: {
      heading({ tokens: inline, depth, text }) {
        return `<h${depth} id="${escaped(anchorOf(text))}">${this.parser.parseInline(inline)}</h${depth}>\n`;
      },
      link({ href, tokens: inline }) {
        const text = this.parser.parseInline(inline);
        const where = isElsewhere(href) ? href : place(targetOf(path, href));
        return where === undefined ? text : `<a href="${escaped(where)}">${text}</a>`;
      },
      image: ({ href, text }) => `<img src="${escaped(picture(href))}" alt="${escaped(text)}">`,
      table(token) {
        const row = (cells: readonly Tokens.TableCell[], element: 'th' | 'td') =>
          `<tr>${cells.map((cell) => `<${element}>${this.parser.parseInline(cell.tokens)}</${element}>`).join('')}</tr>`;
        const rows = token.rows.map((cells) => row(cells, 'td')).join('\n');
        return `<div class="scroll" tabindex="0" role="region" aria-label="Table"><table><thead>${row(token.header, 'th')}</thead>\n<tbody>${rows}</tbody></table></div>\n`;
      },
      code: ({ text }) => `<pre><code>${escaped(text)}</code></pre>\n`,
    },
  });
  return marked.parser(tokens);
}
