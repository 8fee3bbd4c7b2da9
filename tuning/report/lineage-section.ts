import { type Html, html } from '../page/html.ts';
import type { Origin } from './lineage.ts';
import type { Section } from '../page/page.ts';

/** What this was made from, step by step, with the command that makes each step again. */
export function lineageSection(origin: Origin, settings: Readonly<Record<string, unknown>>): Section {
  const steps = depthOf(origin);
  return {
    id: 'lineage',
    title: 'Lineage',
    body: html`<p class="note">
        What this was made from${steps > 1 ? `, ${steps} steps back` : ''}. The same command, seed and code
        version give the same result on inputs of the same hash; only play by the clock depends on the
        machine.
      </p>
      <ul class="lineage">
        ${originHtml(origin)}
      </ul>
      <details>
        <summary>All settings</summary>
        <dl class="settings">
          ${Object.entries(settings).map(
            ([name, value]) =>
              html`<dt>${name}</dt>
                <dd>${typeof value === 'string' ? value : JSON.stringify(value)}</dd> `,
          )}
        </dl>
      </details>`,
  };
}

function originHtml({ name, what, sha256, command, seed, codeVersion, inputs }: Origin): Html {
  const notes = [
    ...(seed === undefined ? [] : [`seed ${seed}`]),
    ...(codeVersion === undefined ? [] : [`code ${codeVersion}`]),
  ];
  return html`<li>
    <p><strong>${name}</strong> · ${what}</p>
    ${sha256 === undefined ? null : html`<p class="hash">sha256 ${sha256}</p>`}
    ${notes.length === 0 ? null : html`<p class="hash">${notes.join(', ')}</p>`}
    ${command === undefined ? null : html`<pre>${commandHtml(command)}</pre>`}
    ${
      inputs.length === 0
        ? null
        : html`<ul>
            ${inputs.map(originHtml)}
          </ul>`
    }
  </li> `;
}

/** A command that breaks between its words and not at the dashes of an option. */
function commandHtml(command: string): Html[] {
  return command.split(' ').map((word, i) => html`${i === 0 ? '' : ' '}<span>${word}</span>`);
}

function depthOf({ inputs }: Origin): number {
  return inputs.length === 0 ? 0 : 1 + Math.max(...inputs.map(depthOf));
}
