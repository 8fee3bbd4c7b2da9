import { type Html, html } from '../page/html.ts';
import { contentPolicy, PLAY_PAGE } from './content-policy.ts';

interface Frame {
  title: string;
  description: string;
  /** Which of the two entries of the menu it is. */
  here: 'Runs' | 'Play';
  body: Html;
  scripts?: Html;
}

const MENU = [
  ['Runs', 'index.html'],
  ['Play', PLAY_PAGE],
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
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content="${contentPolicy(rest.markup, here === 'Play')}" />
        ${rest}
      </head>
    </html>`.markup;
}
