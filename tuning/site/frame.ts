import { type Html, html } from '../page/html.ts';
import {
  contentPolicy,
  DATA_PAGE,
  DOCUMENTS_PAGE,
  EXPLORER_PAGE,
  PAGE_RIGHTS,
  PLAY_PAGE,
} from './content-policy.ts';

interface Frame {
  title: string;
  description: string;
  /** Which of the entries of the menu it is. */
  here: 'Runs' | 'Play' | 'Explorer' | 'Data' | 'Documents';
  body: Html;
  scripts?: Html;
}

const MENU = [
  ['Runs', 'index.html'],
  ['Play', PLAY_PAGE],
  ['Explorer', EXPLORER_PAGE],
  ['Data', DATA_PAGE],
  ['Documents', DOCUMENTS_PAGE],
] as const;

/** A page of the site that lies beside its stylesheet. */
export function framed({ title, description, here, body, scripts }: Frame): string {
  const links = MENU.map(
    ([name, file]) =>
      html`<a href="${file}" ${name === here ? html` aria-current="page"` : null}>${name}</a> `,
  );
  const rest = html`<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="description" content="${description}">
<title>${title}</title>
<link rel="icon" href="icon.svg">
<link rel="stylesheet" href="style.css">
${scripts}</head>
<body>
<header class="masthead"><a class="name" href="index.html">evalsmith</a><nav aria-label="Site">
${links}</nav></header>
${body}
</body>
</html>
`;
  const rights = PAGE_RIGHTS[MENU.find(([name]) => name === here)![1]];
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content="${contentPolicy(rest.markup, rights)}" />
        ${rest}
      </head>
    </html>`.markup;
}
