/** The page of a plan: question, tables, costs against H or p and ε, and a heat map of each algorithm. */
import { typeset } from '../typeset.ts';
import { cell } from '../cell.ts';
import { LARGE, sizeAmong } from '../chart/draw.ts';
import { type DrawnFigure, figureOnPage } from '../drawnFigure.ts';
import { html, type Html } from '../html.ts';
import { singular } from '../../values/counted.ts';
import { amount, exact, grouped, inPowers, numberText, scientific } from '../../values/numbers.ts';
import { type Plan, planKey } from '../../recording/planReport.ts';
import { pageFrame } from '../pageFrame.ts';
import type { RecommendedCost } from '../../search/plan/planPictures.ts';
import { epsilonFigure, gapFigure } from './costFigures.ts';
import { gapSymbol, type PlanPageData, type PlannedAlgorithm } from './planPageData.ts';
import { COST_WORDS, planNotes, planTable } from './planTable.ts';
import { surfaceFigure } from './surfaceFigure.ts';

/** The page, with its files. */
export function planPage(data: PlanPageData): Html {
  const { title, facts, epsilons, gap, report, version } = data;
  const levels = epsilons.map(exact).join(', ');
  const byEpsilon = epsilonFigure(data);
  return pageFrame({
    title: `Plan: ${title}`,
    question: `Which step size and which ${gapSymbol(gap)} bring E‖θ̄_t − θ*‖² to ε = ${levels}, for good, at the least cost in ${COST_WORDS[report.cost]}?`,
    answer: answerOf(data),
    reproduces: null,
    facts,
    notice: undefined,
    main: html`${epsilons.map((_, at) => levelSection(data, at))}
    ${
      byEpsilon === undefined
        ? undefined
        : html`<h2>Cost against ε</h2>
            <div class="main">${figureOnPage(byEpsilon)}</div>`
    }`,
    footer: `fedsa ${version}`,
  });
}

/** The best for each ε. */
function answerOf({ epsilons, algorithms, report, gap }: PlanPageData): string {
  const words = COST_WORDS[report.cost];
  return epsilons
    .map((epsilon) => {
      const [best] = report.plans.filter((plan) => plan.epsilon === epsilon && plan.kind !== 'none');
      if (best === undefined) return `ε = ${exact(epsilon)}: no plan.`;
      const { style, symbol } = algorithms.find(({ key }) => key === planKey(best))!;
      const place = best.localSteps ?? best.communicationProbability!;
      return `ε = ${exact(epsilon)}: ${style.title} with ${symbol} = ${numberText(best.stepSize!, 3)} and ${gapSymbol(gap)} = ${exact(place)}, ${amount(best.cost!)} ${best.cost === 1 ? singular(words) : words}.`;
    })
    .join(' ');
}

function levelSection(data: PlanPageData, at: number): Html {
  const { epsilons, algorithms } = data;
  const byGap = gapFigure(data, at);
  const mapped = algorithms.filter(({ pictures }) => pictures !== undefined);
  const size = mapped.length === 1 ? LARGE : sizeAmong(mapped.length);
  const maps = mapped.flatMap((algorithm) => surfaceFigure(data, algorithm, at, size) ?? []);
  return html`<h2>ε = ${exact(epsilons[at]!)}</h2>
    ${plansTable(data, at)} ${recommendedTable(data, at)}
    ${byGap === undefined ? undefined : html`<div class="main">${figureOnPage(byGap)}</div>`}
    ${figuresOf(maps)}`;
}

const figuresOf = (figures: readonly DrawnFigure[]): Html | undefined =>
  figures.length === 0
    ? undefined
    : html`<div class="${figures.length === 1 ? 'main' : 'further'}">${figures.map(figureOnPage)}</div>`;

const headOf = ({ style }: PlannedAlgorithm): Html =>
  html`<th scope="row">
    <span class="swatch" style="background: var(--${style.hue.line.name})"></span>${style.title}
  </th>`;

function plansTable({ epsilons, algorithms, report, gap, titleOf }: PlanPageData, at: number): Html {
  const plans = report.plans.filter(({ epsilon }) => epsilon === epsilons[at]);
  const { head, rows } = planTable(plans, gap, report.cost);
  const ofPlan = (plan: Plan): PlannedAlgorithm => algorithms.find(({ key }) => key === planKey(plan))!;
  const table = html`<div class="scroll">
    <table class="results stacked">
      <thead>
        <tr>
          <th scope="col">Algorithm</th>
          ${head.map((words) => html`<th scope="col">${typeset(words)}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          ({ plan, cells }) =>
            html`<tr>
              ${headOf(ofPlan(plan))} ${cells.map((words, k) => cell(head[k]!, words))}
            </tr> `,
        )}
      </tbody>
    </table>
  </div>`;
  const notes = planNotes(plans, gap, titleOf);
  return html`${rows.length === 0 ? undefined : table}
  ${notes.length === 0 ? undefined : html`<div class="notes">${notes.map((note) => html`<p>${note}</p>`)}</div>`}`;
}

/** What corollaries recommend, with the cost by theory’s curve and its ratio to the best. */
function recommendedTable(data: PlanPageData, at: number): Html | undefined {
  const { algorithms, report, epsilons, gap } = data;
  const all = algorithms.flatMap((algorithm) =>
    (algorithm.pictures?.recommended[at] ?? []).map((found) => ({ algorithm, found })),
  );
  if (all.length === 0) return undefined;
  const applied = all.filter(({ found }) => found.kind !== null);
  const leastOf = ({ key }: PlannedAlgorithm): number | null =>
    report.plans.find((plan) => planKey(plan) === key && plan.epsilon === epsilons[at])!.cost;
  const table = html`<h3>What corollaries recommend</h3>
    <div class="scroll">
      <table class="results stacked">
        <thead>
          <tr>
            <th scope="col">Algorithm</th>
            <th scope="col">corollary</th>
            <th scope="col">η</th>
            <th scope="col">${gapSymbol(gap)}</th>
            <th scope="col">its T</th>
            <th scope="col">T by the curve</th>
            <th scope="col">cost</th>
            <th scope="col">times the best</th>
          </tr>
        </thead>
        <tbody>
          ${applied.map(({ algorithm, found }) => recommendedRow(algorithm, found, leastOf(algorithm), gapSymbol(gap)))}
        </tbody>
      </table>
    </div>`;
  const missing = new Map<string, string[]>();
  for (const { algorithm, found } of all)
    if (found.reason !== null)
      missing.set(found.reason, [
        ...(missing.get(found.reason) ?? []),
        `${found.source} of ${algorithm.style.title}`,
      ]);
  return html`${applied.length === 0 ? undefined : table}
    <div class="notes">
      ${applied.some(({ found }) => found.kind === 'shape') ? html`<p>A shape leaves constants open, which are 1 here.</p>` : undefined}
      ${[...missing].map(([reason, sources]) => html`<p>${sources.join(', ')}: ${inPowers(reason)}.</p>`)}
    </div>`;
}

const amountCell = (value: number | null): string => (value === null ? '–' : amount(value));

function recommendedRow(
  algorithm: PlannedAlgorithm,
  found: RecommendedCost,
  least: number | null,
  symbol: string,
): Html {
  const { source, kind, stepSize, gap, statedRounds, rounds, cost } = found;
  const ratio = cost === null || least === null || least === 0 ? null : cost / least;
  return html`<tr>
    ${headOf(algorithm)} ${cell('corollary', `${source} (${kind!})`)} ${cell('η', scientific(stepSize))}
    ${cell(symbol, gap! < 1 ? scientific(gap) : grouped(gap!))} ${cell('its T', amountCell(statedRounds))}
    ${cell('T by the curve', amountCell(rounds))} ${cell('cost', amountCell(cost))}
    ${cell('times the best', scientific(ratio))}
  </tr> `;
}
