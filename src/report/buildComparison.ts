/** From two run directories to the page that compares them: their curves, the differing settings, and ratios on common seeds. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { isTimed } from '../timing/isTimed.ts';
import { InputError } from '../values/failure.ts';
import { createFolder } from '../recording/createFolder.ts';
import { programVersion } from '../recording/environment.ts';
import { caption } from './caption.ts';
import { cell } from './cell.ts';
import { LARGE } from './chart/draw.ts';
import {
  acrossConditions,
  algorithmPairs,
  type FieldDifference,
  type RunPair,
  runDifferences,
  withoutRatios,
} from './compareRuns.ts';
import { facts, jointFacts } from './configurationTable.ts';
import { differingConditions } from './contest/conditions.ts';
import type { Contest } from './contest/contest.ts';
import { contestSection, RATIO_FILES } from './contest/contestSection.ts';
import { drawn, figureOnPage } from './drawnFigure.ts';
import { planFigure } from './figure.ts';
import { figureTable } from './figureTable.ts';
import { REPORT_NAME } from './folder/indexLink.ts';
import { kindOf } from './folder/results.ts';
import { html, type Html } from './html.ts';
import { pairFigure } from './jointFigures.ts';
import { withInterval } from '../values/numbers.ts';
import { pageFrame } from './pageFrame.ts';
import { jointStyles, type PanelData } from './panelData.ts';
import { sidesOf } from './pairedRatio.ts';
import { valueText } from './differenceText.ts';
import type { Level } from '../values/level.ts';
import { type BuiltReport, writePage } from './writePage.ts';

/** The page's figure of curves. */
const CURVES = 'curves';

/**
 * Writes `report.html` and `figures/` of two runs into a folder.
 *
 * @param pair - the runs
 * @param directories - of the runs
 * @param out - a folder without a run; it is made if it does not exist
 * @throws InputError, one line, if the folder is that of a run; nothing is written then
 */
export async function buildComparison(
  { panels, column, algorithms, levels }: RunPair,
  directories: readonly [string, string],
  out: string,
): Promise<BuiltReport> {
  const kind = kindOf(out);
  if (kind !== undefined)
    throw new InputError(
      `\`out\` ${out}: holds a ${kind === 'run' ? 'run' : `folder of ${kind}`}; name another folder`,
    );
  if (existsSync(join(out, REPORT_NAME)) && !existsSync(join(out, 'figures', `${CURVES}.csv`)))
    throw new InputError(`\`out\` ${out}: has a ${REPORT_NAME} of something else; name another folder`);
  const [a, b] = panels;
  const plan = planFigure(pairFigure(CURVES, [a, b], column, jointStyles(panels)));
  const curves = drawn(plan.chart, LARGE, figureTable(plan.content), caption(plan, [], true));
  const contest: Contest = {
    ...{ title: undefined, levels, isChosen: false, contenders: [], verdicts: [] },
    base: { key: a.name, title: a.title, numbers: () => new Map() },
    leading: panels.some(({ manifest }) => isTimed(manifest.configuration)) ? 'seconds' : 'rounds',
    ratios: algorithms.flatMap((pair) => ratiosOf(pair, levels)),
  };
  const compared = contestSection(contest.ratios.length === 0 ? [] : [contest], column);
  const page = pageFrame({
    title: `${a.title} and ${b.title}`,
    question: `How does ${b.title} differ from ${a.title} on common seeds?`,
    answer:
      [
        lead(contest, b.title) ??
          withoutRatios(
            contest.ratios.flatMap(({ pairs }) => pairs),
            algorithms,
          ),
        acrossConditions(differingConditions(a.manifest, b.manifest)),
      ]
        .flatMap((sentence) => sentence ?? [])
        .join(' ') || undefined,
    reproduces: null,
    facts: jointFacts(panels.map(({ manifest }) => facts(manifest))),
    notice: undefined,
    main: html`<div class="main">${figureOnPage(curves)}</div>
      ${compared} ${differenceTable(runDifferences(panels), panels)}`,
    footer: `fedsa ${programVersion()} · comparison of ${directories.join(' and ')}`,
  });
  createFolder(out);
  return writePage(out, page, (name) => name.startsWith(`${CURVES}.`) || RATIO_FILES.test(name));
}

/** The ratios of an algorithm that both runs have, those of the second run to those of the first. */
function ratiosOf(pair: RunPair['algorithms'][number], levels: readonly Level[]): Contest['ratios'] {
  const [first, second] = pair;
  if (first === undefined || second === undefined) return [];
  const title = first.title === second.title ? first.title : `${second.title} to ${first.title}`;
  const contender = { key: first.key, title, numbers: second.numbers };
  return [{ contender, pairs: algorithmPairs(pair, levels) }];
}

/** One sentence for each algorithm on its final errors; the verb comes from the interval, with Holm's correction. */
function lead({ base, ratios }: Contest, second: string): string | undefined {
  const floors = ratios.flatMap(({ contender: { title }, pairs }) =>
    pairs
      .filter(({ quantity, ratio }) => quantity === 'floor' && Number.isFinite(ratio))
      .map((pair) => ({ title, pair })),
  );
  if (floors.length === 0) return undefined;
  const sides = sidesOf(
    floors.map(({ pair: { low, high, ...pair } }) => ({
      ...pair,
      interval: Number.isNaN(low) ? undefined : { low, high },
    })),
  );
  return floors
    .map(({ title, pair: { ratio, low, high } }, k) => {
      const interval = Number.isNaN(low) ? undefined : { low, high };
      const value = `ratio ${withInterval(ratio, interval)}`;
      if (sides[k] === 'alike')
        return `${title}: the final errors in ${second} and ${base.title} are alike, ${value}.`;
      const verb = sides[k] === 'not separated' ? 'not separated from' : `${sides[k]!} than`;
      return `${title}: the final error in ${second} is ${verb} that in ${base.title}, ${value}.`;
    })
    .join(' ');
}

function differenceTable(
  differences: readonly FieldDifference[],
  [a, b]: readonly [PanelData, PanelData],
): Html {
  if (differences.length === 0) return html`<p>The configurations are the same.</p> `;
  return html`<h2>Settings that differ</h2>
    <div class="scroll">
      <table class="results stacked">
        <thead>
          <tr>
            <th scope="col">Setting</th>
            <th scope="col">${a.title}</th>
            <th scope="col">${b.title}</th>
          </tr>
        </thead>
        <tbody>
          ${differences.map(
            ({ field, values, decides }) =>
              html`<tr>
                <th scope="row">${field}${decides ? undefined : html`<small>decides no number</small>`}</th>
                ${cell(a.title, valueText(field, values[0]))} ${cell(b.title, valueText(field, values[1]))}
              </tr> `,
          )}
        </tbody>
      </table>
    </div>`;
}
