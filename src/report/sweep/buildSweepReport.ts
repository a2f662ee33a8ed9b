/** From sweep.json and results.csv to one page: heat maps, curves against each swept name, first passages, and the points with the lowest floors. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Titles, titlesOf } from '../../algorithms/titles.ts';
import { InputError } from '../../values/failure.ts';
import { readManifest } from '../../recording/readManifest.ts';
import { cell } from '../cell.ts';
import { LARGE, sizeAmong } from '../chart/draw.ts';
import { type DrawnFigure, figureFiles, figureOnPage } from '../drawnFigure.ts';
import { BASIS_WORDS, type ExpectedFloor } from '../expectedFloor.ts';
import { QUANTITIES } from '../figureList.ts';
import { bareReason, type Unknown } from '../../theory/unknown.ts';
import { REPORT_NAME } from '../folder/indexLink.ts';
import { folded } from '../folded.ts';
import { html, type Html } from '../html.ts';
import { typeset } from '../typeset.ts';
import { overText, inPowers, scientific } from '../../values/numbers.ts';
import { grid, type Multiple, smallMultiples } from '../smallMultiples.ts';
import { pageFrame } from '../pageFrame.ts';
import { hueOf } from '../palette.ts';
import { heatCaption, heatMap, MOST_VALUES } from './heatMap.ts';
import { hasBars } from '../chart/chart.ts';
import { shownAmong } from './shownValue.ts';
import { type Cell, readSweep, type SweepData } from './sweepData.ts';
import {
  type AlgorithmStyle,
  bestChart,
  bestOf,
  chartTable,
  divergedWords,
  type Expected,
  floorChart,
  floorTable,
  hasOthers,
  type PointTheory,
  slice,
  theoryOfPoints,
  valuesText,
} from './sweepFigures.ts';
import { edgesAt, sweepContests } from './sweepContest.ts';
import { contestSection } from '../contest/contestSection.ts';
import { sweepLead } from './sweepLead.ts';
import { reachFigures, reachSection } from './sweepReach.ts';
import { counted } from '../../values/counted.ts';
import { type BuiltReport, writePage } from '../writePage.ts';

/** Every name that this program gives a figure of a sweep: others in the folder are not ours. */
const OURS = /^((heat|floors|best|reach)-[A-Za-z0-9_-]+|ratios(-\d+)?(-tidy)?)\.(svg|csv)$/;

/** Computes what theory expects of some runs, those that it can and that time allows. */
export type Expect = (keys: readonly string[]) => Promise<Expected>;

/**
 * Writes `report.html` and `figures/` into a sweep directory.
 *
 * @throws InputError, one line, if sweep.json or results.csv cannot be read; nothing is written then
 */
export async function buildSweepReport(
  directory: string,
  expect: Expect,
  isFull = false,
): Promise<BuiltReport> {
  const data = readSweep(directory);
  const algorithms = [...data.cells.keys()];
  const titleOf = titlesIn(directory, data);
  const style: AlgorithmStyle = (algorithm) => ({
    title: titleOf(algorithm),
    hue: hueOf(algorithm, algorithms),
  });
  const names = data.axes.filter(({ values }) => values.length > 1).map(({ name }) => name);
  const expected = await expect(keysOfSlices(data, names));
  const linkOf = ({ key }: Cell): string => {
    const page = `runs/${key}/${REPORT_NAME}`;
    return existsSync(join(directory, page)) ? page : `runs/${key}/`;
  };

  const pair = heatPair(data, names);
  const heats: DrawnFigure[] = (pair === undefined ? [] : algorithms).flatMap((algorithm) => {
    const map = heatMap(data, algorithm, titleOf(algorithm), pair!, linkOf, sizeAmong(algorithms.length));
    if (map === undefined) return [];
    const words = heatCaption(names, pair!, QUANTITIES[data.quantity]);
    const caption = html`<strong>${map.title}.</strong> ${words} ${figureFiles(map.name, false)}`;
    return [{ ...map, caption }];
  });
  const floors = names.flatMap((name): Multiple[] => {
    const chart = floorChart(data, name, style, expected);
    if (chart === undefined) return [];
    const others = hasOthers(data, name)
      ? html` The other names are at each algorithm’s point with the lowest mean final error.`
      : undefined;
    const theory = theoryOfPoints(data, name, style, expected);
    const caption = (remarks: readonly string[]): Html =>
      html`<strong>${chart.title}.</strong> ${remarks.join(' ')}
        ${hasBars(chart.series) ? 'Bars are 95 % confidence intervals over the seeds.' : undefined}${divergedWords(data, name, style)}${others}${theoryWords(theory, name, data)}
        ${figureFiles(chart.name)}`;
    return [{ chart, csv: floorTable(chart, data, theory), caption }];
  });
  const bests = names
    .filter((name) => hasOthers(data, name))
    .flatMap((name): Multiple[] => {
      const chart = bestChart(data, name, style);
      if (chart === undefined) return [];
      const caption = (remarks: readonly string[]): Html =>
        html`<strong>${chart.title}.</strong> ${remarks.join(' ')} The least final error over all values of
          the other names. ${figureFiles(chart.name)}`;
      return [{ chart, csv: chartTable(chart, data), caption }];
    });
  const reaches = reachFigures(data, names, style);
  const contests = sweepContests(data, titleOf);
  const compared = contestSection(contests, data.quantity);
  const pictures = (multiples: readonly Multiple[]): Html =>
    grid(smallMultiples(multiples, names.length === 1 ? LARGE : sizeAmong(names.length)));
  const { scenario, points, version } = data.file;
  const runs = [...data.cells.values()].reduce((sum, cells) => sum + cells.length, 0);
  const whole = pageFrame({
    title: `Sweep: ${scenario.title}`,
    question: scenario.question,
    answer: sweepLead(data, contests, titleOf),
    reproduces: null,
    facts: [
      counted(points.length, 'point'),
      counted(runs, 'run'),
      counted(data.seeds, 'seed'),
      ...data.axes.map(({ name, values }) => `${name}: ${counted(values.length, 'value')}`),
    ],
    notice: notice(data),
    first: heats.length > 0 ? grid({ key: undefined, figures: heats.map(figureOnPage) }) : pictures(floors),
    main: html`<h2>Lowest final errors</h2>
      ${bestTable(data, style, expected, linkOf)} ${confounded(data)}
      ${reachSection(data, reaches, style, linkOf)} ${compared}
      ${
        heats.length === 0 || floors.length === 0
          ? undefined
          : html`<h2>Final errors against each swept name</h2>
              ${pictures(floors)}`
      }
      ${bests.length === 0 ? undefined : folded('Least final error over the other names', pictures(bests))}`,
    footer: `fedsa ${version} · ${scenario.name}`,
  });
  return writePage(directory, whole, (name) => OURS.test(name), isFull);
}

/** Titles and labels, from the manifest of a run of each algorithm; its key where there is none to be read. */
export function titlesIn(directory: string, { cells }: SweepData): Titles {
  const algorithms = [...cells.values()].flatMap(([first]) => {
    try {
      return readManifest(join(directory, 'runs', first!.key)).configuration.algorithms;
    } catch (error) {
      if (error instanceof InputError) return [];
      throw error;
    }
  });
  return titlesOf(algorithms);
}

/** The runs that are drawn against each name, those of most interest first. */
export function keysOfSlices(data: SweepData, names: readonly string[]): string[] {
  const bests = [...data.cells.values()].flatMap((cells) => bestOf(cells) ?? []);
  const slices = names.flatMap((name) =>
    [...data.cells.values()].flatMap((cells) => {
      const best = bestOf(cells);
      return best === undefined ? [] : slice(data, cells, best, name);
    }),
  );
  return [...new Set([...bests, ...slices].map(({ key }) => key))];
}

/** The two names of the heat maps: those with most values, the first of them across. */
function heatPair(data: SweepData, names: readonly string[]): readonly [string, string] | undefined {
  const zipped = Object.keys(data.file.zip);
  const apart = names.filter((name) => !zipped.includes(name) || name === zipped[0]);
  const count = (name: string): number => data.axes.find((axis) => axis.name === name)!.values.length;
  const [first, second] = apart
    .filter((name) => count(name) <= MOST_VALUES)
    .toSorted((a, b) => count(b) - count(a));
  return first === undefined || second === undefined ? undefined : [first, second];
}

function notice({ file, cells }: SweepData): Html | undefined {
  const states = new Map<string, number>();
  for (const { state } of [...cells.values()].flat()) states.set(state, (states.get(state) ?? 0) + 1);
  const parts = ['failed', 'diverged', 'pending'].flatMap((state) => {
    const count = states.get(state);
    return count === undefined ? [] : [`${counted(count, 'run')} ${state}`];
  });
  if (parts.length === 0) return undefined;
  return html`<p class="state">
    <strong>${parts.join(', ')}</strong>, of ${counted(file.points.length, 'point')}.
  </p> `;
}

/** What dashed and dash-dotted lines are, and why they are missing where they are. */
function theoryWords(theory: readonly PointTheory[], name: string, data: SweepData): string {
  const textOf = shownAmong(data.axes.find((axis) => axis.name === name)!.values);
  const missing = new Map<string, Map<string, string[]>>();
  const bases = new Set<string>();
  for (const { title, value, expected } of theory) {
    if (!('reason' in expected)) {
      bases.add(BASIS_WORDS[expected.basis]);
      continue;
    }
    const reason = bareReason(expected.reason);
    const byTitle = missing.get(reason) ?? new Map<string, string[]>();
    missing.set(reason, byTitle.set(title, [...(byTitle.get(title) ?? []), textOf(value)]));
  }
  const over = [...bases].filter((words) => words !== '');
  const isApproximate = theory.some(
    ({ expected }) => !('reason' in expected) && expected.relativeError !== 0,
  );
  const dashed =
    bases.size === 0
      ? ''
      : ` ${isApproximate ? 'Dashed, or dash-dotted where it is approximate' : 'Dashed'}: what theory expects of the same mean${over.length === 0 ? '' : `, ${over.join(' or ')}${bases.size === 1 ? '' : ' as the data say'}`}.`;
  const reasons = [...missing].map(([reason, byTitle]) => {
    const where = [...byTitle].map(([title, values]) => `${title} at ${name} ${valuesText(values)}`);
    return ` No expectation for ${where.join('; ')}: ${reason}.`;
  });
  return dashed + reasons.join('');
}

/** The cell of an expectation: what it is over, or why there is none. */
const expectedWords = (found: ExpectedFloor | Unknown | undefined): Html =>
  found === undefined || 'reason' in found
    ? html`–<small
          >${found === undefined ? 'theory was not computed' : typeset(inPowers(bareReason(found.reason)))}</small
        >`
    : html`${scientific(found.mean)}${found.basis === 'observations' ? undefined : html`<small>${BASIS_WORDS[found.basis]}</small>`}`;

/** Names that change how far a server step goes. */
const STEPS =
  /(^|[.])(step-size|server-step-size|count|mixing|weight|concurrency)$|^(local-steps|communication-probability|policy)$/;

/** That the lowest floor depends on how far a server step goes, where that is swept. */
function confounded({ axes }: SweepData): Html | undefined {
  if (!axes.some(({ name, values }) => values.length > 1 && STEPS.test(name))) return undefined;
  return html`<div class="notes">
    <p>
      <strong>Each final error is at a fixed step size, with which it is confounded</strong>: a smaller step
      lowers the limit and lengthens the way to it. Times to ε, with <code>--reach</code>, compare points.
    </p>
  </div>`;
}

function bestTable(
  data: SweepData,
  style: AlgorithmStyle,
  expected: Expected,
  linkOf: (cell: Cell) => string,
): Html {
  return html`<div class="scroll">
    <table class="results stacked">
      <thead>
        <tr>
          <th scope="col">Algorithm</th>
          ${data.axes.map(({ name }) => html`<th scope="col">${name}</th>`)}
          <th scope="col">final error, mean<br />[95 % interval]</th>
          <th scope="col">expected</th>
        </tr>
      </thead>
      <tbody>
        ${[...data.cells].map(([algorithm, cells]) => {
          const best = bestOf(cells);
          if (best?.floor === undefined) return undefined;
          return html`<tr>
            <th scope="row">
              <span class="swatch" style="background: var(--${style(algorithm).hue.line.name})"></span
              ><a href="${linkOf(best)}">${style(algorithm).title}</a>
            </th>
            ${data.axes.map(({ name, values }) => cell(name, html`${shownAmong(values)(best.point[name]!)}${edgesAt(data, best).includes(name) ? html`<small>edge of the grid</small>` : undefined}`))}
            ${cell('final error', html`${overText(best.floor)}${best.trend === 'level' ? undefined : html`<small>still ${best.trend}</small>`}`)}
            ${cell('expected', expectedWords(expected.get(best.key)))}
          </tr> `;
        })}
      </tbody>
    </table>
  </div>`;
}
