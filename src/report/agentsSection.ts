/** The part of a page that shows the agents of a timed run. */
import { type DrawnFigure, figureOnPage } from './drawnFigure.ts';
import { html, type Html } from './html.ts';
import type { AgentsOfAlgorithm } from './readAgents.ts';

/** A figure with its table. */
export interface AgentsOnPage {
  readonly figure: DrawnFigure;
  readonly table: Html;
  /** histogram of staleness, where updates are stale */
  readonly staleness?: DrawnFigure | undefined;
}

/**
 * The part; `undefined` of a run that is not timed.
 *
 * @param note - on staleness, below all figures
 * @param first - leads the page, and is not shown again
 */
export function agentsSection(
  all: readonly AgentsOnPage[],
  note?: string,
  first?: DrawnFigure,
): Html | undefined {
  if (all.length === 0) return undefined;
  return html`<h2>The agents’ time</h2>
    ${all.map(
      ({ figure, table, staleness }) =>
        html`${figure === first ? undefined : html`<div class="main">${figureOnPage(figure)}</div>`} ${table}
        ${staleness && html`<div class="further">${figureOnPage(staleness)}</div>`}`,
    )}
    ${note === undefined ? undefined : html`<div class="notes"><p>${note}</p></div>`} `;
}

/** Algorithms whose agents did the same at the same times: what is computed does not affect when things happen. */
export function alike(
  all: readonly AgentsOfAlgorithm[],
): { readonly agents: AgentsOfAlgorithm; readonly algorithms: readonly string[] }[] {
  const groups = new Map<string, { agents: AgentsOfAlgorithm; algorithms: string[] }>();
  for (const agentsOfAlgorithm of all) {
    // Bytes are counted, and no time where links have no bandwidth.
    const key = JSON.stringify(
      agentsOfAlgorithm.agents.map(({ bytes: _bytes, wastedBytes: _wasted, ...rest }) => rest),
    );
    const group = groups.get(key) ?? { agents: agentsOfAlgorithm, algorithms: [] };
    group.algorithms.push(agentsOfAlgorithm.algorithm);
    groups.set(key, group);
  }
  return [...groups.values()];
}
