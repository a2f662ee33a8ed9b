/** The figures of the runs behind claims, from the files that their reports have drawn. */
import { existsSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { LARGE } from '../report/chart/draw.ts';
import { figureAlone } from '../report/drawnFigure.ts';
import { readManifest } from '../recording/readManifest.ts';
import { readOrdinaryFile } from '../recording/ordinaryFile.ts';
import { readPanels } from '../recording/panelsFile.ts';
import { html, type Html, trusted } from '../report/html.ts';
import { sizesText } from '../report/paperWords.ts';
import type { ClaimedScenario } from './claimFiles.ts';

/** A figure within the page of claims. */
interface ClaimFigure {
  /** unique on the page */
  readonly name: string;
  /** over the whole width of the page */
  readonly large: boolean;
  readonly svg: string;
  readonly caption: Html;
}

/** Final values against what the panels differ in, then curves by panel; or each panel; or the one run's main figure. */
function chosen(folder: string, panels: readonly string[]): string[] {
  const all = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.svg')) : [];
  // Where the paper's figure has the curves by panel, they are drawn there alone.
  const byRounds = all.filter((name) => name.startsWith('rounds-')).sort();
  const final = all.filter((name) => name === 'final.svg');
  const curves =
    byRounds.length > 0 || final.length === 0 ? byRounds : all.filter((name) => name === 'paper-1.svg');
  if (final.length + curves.length > 0) return [...final, ...curves];
  const byPanel = panels.map((panel) => `panel-${panel}.svg`).filter((name) => all.includes(name));
  if (byPanel.length > 0) return byPanel;
  return all.includes('error.svg') ? ['error.svg'] : all.sort().slice(0, 1);
}

/** The figures of a scenario's runs. A title is HTML already: it comes out of the SVG as it went in. */
function figuresOf({ name, directory, panels = [] }: ClaimedScenario): ClaimFigure[] {
  const folder = join(directory, 'figures');
  return chosen(folder, panels).map((file) => {
    const svg = readOrdinaryFile(join(folder, file), 'figure', 64).toString('utf8');
    const title = /<title>([^<]*)<\/title>/.exec(svg)?.[1] ?? '';
    return {
      name: `${name}-${basename(file, '.svg')}`,
      large: svg.includes(` width="${LARGE.width}"`),
      svg,
      caption: html`<strong>${trusted(title)}</strong>`,
    };
  });
}

/** In what the runs differ from the paper: their size, and what the scenario says of itself. */
function differences({ directory, panels }: ClaimedScenario): Html | undefined {
  const folders = panels?.map((panel) => join(directory, panel)) ?? [directory];
  const scenarios = folders.map((folder) => readManifest(folder).scenario);
  const { differs = [] } = panels === undefined ? scenarios[0]! : readPanels(directory).scenario;
  const size = sizesText(scenarios.map(({ title, sizes }) => ({ title, sizes })));
  const all = [...(size === undefined ? [] : [size]), ...differs];
  if (all.length === 0) return undefined;
  return html`<details>
    <summary>Where these runs differ from the paper’s</summary>
    <ul>
      ${all.map((sentence) => html`<li>${sentence}</li> `)}
    </ul>
  </details> `;
}

/** The figures with links to the reports that explain them. */
export function figureBlock(scenario: ClaimedScenario): Html {
  const { name, panels } = scenario;
  const figures = figuresOf(scenario);
  const folder = `runs/${name}`;
  const links = panels?.map((panel) => html` · <a href="${folder}/${panel}/report.html">${panel}</a>`) ?? [];
  const large = figures.filter((figure) => figure.large);
  const small = figures.filter((figure) => !figure.large);
  return html`<div id="runs-${name}">
    ${large.map((figure) => html`<div class="main">${figureAlone(figure)}</div>`)}
    ${
      small.length === 0
        ? undefined
        : html`<div class="further" style="${small.length === 1 ? 'max-width: 34rem' : ''}">
            ${small.map(figureAlone)}
          </div>`
    }
    ${differences(scenario)}
    <p class="muted">
      ${name}: <a href="${folder}/report.html">report with captions and results</a>${links}; data in
      <code>${folder}</code>
    </p>
  </div>`;
}
