import type { Game } from '../../engine/game.ts';
import { boardParts, shortBoardSvg } from '../page/board-drawing.ts';
import { boardName, counted, percent, signed, whole } from '../page/figures.ts';
import { Html, html } from '../page/html.ts';
import { documentOf } from '../page/page.ts';
import { numberCell, sortableTable } from '../page/sortable-table.ts';
import { type Blunders, chanceLost, heuristicGap, type Judged, staticGap } from './blunders.ts';

// More features than these say little.
const FEATURES_SHOWN = 8;

/** The page of where a heuristic errs: boards, both scores, and what each feature said. */
export function blundersPage(blunders: Blunders, game: Game): string {
  const { size, looked, judge, weights, against, moves, statics, heuristics } = blunders;
  const all = [...moves, ...statics, ...heuristics];
  const parts =
    all.length === 0
      ? null
      : new Html(
          boardParts(
            game,
            size,
            all.map(({ board }) => board),
          ),
        );
  const list = (rows: readonly Judged[], what: (one: Judged) => string) =>
    html`${rows.map((one) => positionHtml(game, blunders, one, what(one)))}`;
  const worstMove = moves[0];
  return documentOf('blunders', {
    game: game.name,
    title: `Where ${weights} errs`,
    summary:
      worstMove === undefined
        ? `${boardName(game.name, size)}: by ${judge}, no move of ${counted(looked, 'position')} lost anything.`
        : `${boardName(game.name, size)}: of ${counted(looked, 'position')} looked at by ${judge}, the worst move gave away ${percent(chanceLost(worstMove), 0)} of a win.`,
    facts: [
      ['Positions looked at', whole(looked), 'chosen at random from the games'],
      moves.length === 0 ? null : ['Worst move', percent(chanceLost(moves[0]), 0), 'of win probability lost'],
      statics.length === 0
        ? null
        : ['Worst static score', percent(staticGap(statics[0]), 0), `from ${judge}`],
      heuristics.length === 0
        ? null
        : [
            'Widest disagreement',
            percent(heuristicGap(heuristics[0]), 0),
            `between ${weights} and ${against}`,
          ],
    ],
    sections: [
      {
        id: 'moves',
        title: 'Moves that lost most',
        body:
          moves.length === 0
            ? html`<p class="note">No move that was played lost anything by ${judge}.</p>`
            : html`${parts}
                <p class="note">
                  The played move against the best by ${judge}; chances are those of the player to move.
                </p>
                ${list(
                  moves,
                  (one) => `${one.played} lost ${percent(chanceLost(one), 0)}: best was ${one.best}`,
                )}`,
      },
      {
        id: 'statics',
        title: 'Static scores that are furthest off',
        body:
          statics.length === 0
            ? null
            : html`${moves.length === 0 ? parts : null}
                <p class="note">The score of ${weights} without a search against ${judge}.</p>
                ${list(statics, (one) => `${percent(one.staticChance, 0)} at a glance, ${percent(one.bestChance, 0)} by ${judge}`)}`,
      },
      {
        id: 'heuristics',
        title: 'Where the two heuristics disagree',
        body:
          heuristics.length === 0
            ? null
            : html`${moves.length === 0 && statics.length === 0 ? parts : null}
                <p class="note">${weights} and ${against}, both without a search.</p>
                ${list(
                  heuristics,
                  (one) =>
                    `${percent(one.staticChance, 0)} by ${weights}, ${percent(one.otherChance, 0)} by ${against}`,
                )}`,
      },
    ],
    thumbnail: new Html(''),
  });
}

function positionHtml(
  game: Game,
  { size, explainedBy, weights }: Blunders,
  one: Judged,
  title: string,
): Html {
  const { board, player, ply, played, best, line, staticChance, otherChance, bestChance, playedChance } = one;
  const shown = one.features.slice(0, FEATURES_SHOWN);
  const rest = one.features.slice(FEATURES_SHOWN).reduce((sum, { contribution }) => sum + contribution, 0);
  const words = `${game.name} ${size} ${player} ${board}`;
  return html`<article class="judged">
    <div class="judged-board">${new Html(shortBoardSvg(game, size, board, []))}</div>
    <div>
      <h3>${title}</h3>
      <p class="note">
        ${player} to move, game ${one.game}, ply ${ply}; the game was
        ${one.result === 0.5 ? 'drawn' : `${one.result === 1 ? 'won' : 'lost'} by ${player}`}.
      </p>
      <dl class="settings">
        <dt>played ${played}</dt>
        <dd>${percent(playedChance, 0)}</dd>
        <dt>best ${best}</dt>
        <dd>${percent(bestChance, 0)}: ${line.join(' ')}</dd>
        <dt>without a search</dt>
        <dd>${percent(staticChance, 0)}, the other heuristic ${percent(otherChance, 0)}</dd>
      </dl>
      ${
        shown.length === 0
          ? html`<p class="note">No feature said anything.</p>`
          : html`<details>
              <summary>What each feature said${explainedBy === weights ? '' : `, by ${explainedBy}`}</summary>
              ${sortableTable(`Features of ${words}`, shown, {
                Feature: ({ feature }) => feature,
                Value: ({ value }) => numberCell(value, signed, 0),
                Weight: ({ weight }) => numberCell(weight, signed, 0),
                'Adds to the score': ({ contribution }) => numberCell(contribution, signed, 0),
              })}
              ${rest === 0 ? null : html`<p class="note">All others together: ${signed(rest, 0)}.</p>`}
            </details>`
      }
      <pre>evalsmith analyze ${words.replace(board, `'${board}'`)}</pre>
    </div>
  </article> `;
}
