import { shortHash } from '../page/figures.ts';
import { type Html, html } from '../page/html.ts';
import type { Artefact } from '../artefacts/artefact.ts';
import { KnownArtefacts } from '../artefacts/known-artefacts.ts';
import { type Lineage, lineageOf } from '../artefacts/lineage.ts';
import type { Section } from '../page/page.ts';

// Older generations are left out.
const DEEPEST = 8;

/** What this was made from, step by step, with the command that makes each step again. */
export function lineageSection(artefact: Artefact, settings: Readonly<Record<string, unknown>>): Section {
  const lineage = lineageOf(artefact, new KnownArtefacts().find, new Set(), DEEPEST);
  const steps = depthOf(lineage);
  return {
    id: 'lineage',
    title: 'Lineage',
    body: html`<p class="note">
        What this was made from${steps > 1 ? `, ${steps} steps back` : ''}. The same command, seed and code
        version give the same result on inputs of the same hash; only play at a time a move depends on the
        machine.
      </p>
      <ul class="lineage">
        ${lineageHtml(lineage)}
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

function lineageHtml({ name, what, sha256, command, seed, codeVersion, isRepeated, inputs }: Lineage): Html {
  if (isRepeated)
    return html`<li>
      <p><strong>${name}</strong> · as above, ${shortHash(sha256!)}</p>
    </li> `;
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
            ${inputs.map(lineageHtml)}
          </ul>`
    }
  </li> `;
}

/** A command that breaks between its words and not at the dashes of an option. */
function commandHtml(command: string): Html[] {
  return command.split(' ').map((word, i) => html`${i === 0 ? '' : ' '}<span>${word}</span>`);
}

function depthOf({ inputs }: Lineage): number {
  return inputs.length === 0 ? 0 : 1 + Math.max(...inputs.map(depthOf));
}
