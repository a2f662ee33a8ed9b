/** A figure against several horizontal axes, of which a page shows the one that its reader chooses: by style alone, without a script. */
import type { Manifest } from '../recording/manifest.ts';
import { isTimed } from '../timing/isTimed.ts';
import type { AlgorithmData } from './curve.ts';
import { AXES, type Horizontal, HORIZONTALS } from './axes.ts';
import { html, type Html, trusted } from './html.ts';

export const SWITCH_STYLE = `
.axis { display: flex; flex-wrap: wrap; align-items: baseline; gap: 0.2rem; margin: 1.2rem 0 0; padding: 0; border: 0; font-size: 0.85rem; color: var(--muted); }
.by > figure { margin-top: 0.6rem; }
.axis legend { float: left; margin-right: 0.5rem; padding: 0; }
.axis label { padding: 0.1rem 0.7rem; border: 1px solid var(--rule); border-radius: 1rem; cursor: pointer; }
.axis label:has(:checked) { color: var(--ink); background: var(--wash); border-color: var(--muted); }
.axis label:has(:focus-visible) { outline: 2px solid var(--words-2); }
.axis input { position: absolute; opacity: 0; pointer-events: none; }
${HORIZONTALS.map((axis) => `.switch:has(> .axis [value='${axis}']:checked) > .by:not(.by-${axis}) { display: none; }`).join('\n')}
@media print { .axis { display: none; } }
`;

/** The axes that say something of some runs. */
export function axesOf(
  runs: readonly { readonly data: readonly AlgorithmData[]; readonly manifest: Manifest }[],
): Horizontal[] {
  const timed = runs.map(({ manifest }) => isTimed(manifest.configuration));
  const columns = runs.flatMap(({ data }) =>
    data.flatMap(({ series }) => series.map((replication) => replication.columns)),
  );
  const has: Readonly<Record<Horizontal, boolean>> = {
    round: true,
    step:
      timed.includes(true) ||
      columns.some(({ step, round }) => step.some((steps, row) => steps > 0 && steps !== round[row])),
    time: !timed.includes(false),
    uplinkBytes: columns.some(({ uplinkBytes }) => uplinkBytes.some((bytes) => bytes > 0)),
  };
  return HORIZONTALS.filter((axis) => has[axis]);
}

/**
 * The figure against each axis with a choice above it; without a choice where there is one axis.
 *
 * @param name - of the figure on its page
 * @param axis - the one that is chosen at first
 */
export function axisSwitch(name: string, axis: Horizontal, views: ReadonlyMap<Horizontal, Html>): Html {
  const axes = HORIZONTALS.filter((candidate) => views.has(candidate));
  if (axes.length === 1) return views.get(axes[0]!)!;
  // Where a browser knows no such rules it shows all of them.
  const ordered = [axis, ...axes.filter((candidate) => candidate !== axis)];
  return html`<div class="switch">
    <fieldset class="axis">
      <legend>Horizontal axis</legend>
      ${axes.map(
        (entry) =>
          html`<label
            >${trusted(`<input type="radio" name="${name}-axis" value="${entry}"${entry === axis ? ' checked' : ''} />`)}${AXES[entry].name}</label
          > `,
      )}
    </fieldset>
    ${ordered.map((entry) => html`<div class="by by-${entry}">${views.get(entry)}</div> `)}
  </div> `;
}
