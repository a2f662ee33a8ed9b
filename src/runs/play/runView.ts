/** The picture and the table of what a page has computed: drawn as a report draws a run. */
import { keyOf } from '../../algorithms/parts.ts';
import type { RunConfiguration } from '../../configuration/configuration.ts';
import type { Measure } from '../../configuration/scenario.ts';
import type { Problem } from '../../problems/operator.ts';
import type { Solution } from '../../problems/root.ts';
import { type Manifest, recordedRoot, type RunRecord } from '../../recording/manifest.ts';
import type { Horizontal } from '../../report/axes.ts';
import { axesOf } from '../../report/axisSwitch.ts';
import { cell } from '../../report/cell.ts';
import { LARGE } from '../../report/chart/draw.ts';
import { type AlgorithmData, curveOf, groupByAlgorithm } from '../../report/curve.ts';
import type { Curve } from '../../report/curvePoint.ts';
import { drawn, figureAlone } from '../../report/drawnFigure.ts';
import { planFigure } from '../../report/figure.ts';
import { candidatesIn, contentOf, mainColumn, QUANTITIES } from '../../report/figureList.ts';
import { expectedCell, floorCell } from '../../report/headlineCells.ts';
import { html } from '../../report/html.ts';
import { stylesOf } from '../../report/palette.ts';
import type { View } from '../../report/playMessages.ts';
import type { Series } from '../../report/readRounds.ts';
import { type AlgorithmSummary, summarise } from '../../report/summary.ts';
import type { Prediction } from '../../theory/predictions.ts';
import type { PlayedRun } from './playedRun.ts';

/** What there is of a run so far. */
export interface RunSoFar {
  readonly configuration: RunConfiguration;
  readonly series: readonly Series[];
  readonly records: readonly RunRecord[];
  readonly predictions: readonly Prediction[];
}

interface Known {
  readonly scenario: PlayedRun['scenario'];
  readonly problem: Problem;
  readonly solution: Solution;
}

const WORDS = 'as recorded';

/**
 * Draws a run.
 *
 * @param earlier - what was recorded, pale behind it; none where that is the same run
 */
export function runView(known: Known, run: RunSoFar, earlier: RunSoFar | undefined, axis: Horizontal): View {
  const { configuration } = run;
  const { data, manifest } = reportedRun(known, run);
  const before = earlier && reportedRun(known, earlier);
  const column = mainColumn(data, manifest);
  const axes = axesOf([{ data, manifest }]);
  const horizontal = axes.includes(axis) ? axis : 'round';
  const keys = configuration.algorithms.map(keyOf);
  const algorithms = [
    ...configuration.algorithms,
    ...(earlier?.configuration.algorithms ?? []).filter((algorithm) => !keys.includes(keyOf(algorithm))),
  ];
  const styles = stylesOf(algorithms);
  const candidates = candidatesIn(data, manifest).filter((some) => some.column === column);
  const candidate = candidates.find((some) => some.horizontal === horizontal) ?? candidates[0];
  const pale = before?.data.map((algorithm): Curve => curveOf(algorithm, column, horizontal));
  const content = candidate && {
    ...contentOf(candidate, data, manifest, styles),
    name: 'play',
    ...(pale && { earlier: { curves: pale, words: WORDS } }),
  };
  const summaries = summariesOf({ data, manifest }, column);
  const recorded = before && summariesOf(before, column);
  return {
    figure: content ? figureAlone(drawn(planFigure(content).chart, LARGE, '', html``)).html : '',
    table: tableOf(summaries, recorded, QUANTITIES[column]),
    axes,
  };
}

/** A run as reports know it. */
interface ReportedRun {
  readonly data: readonly AlgorithmData[];
  readonly manifest: Manifest;
}

const reportedRun = (known: Known, run: RunSoFar): ReportedRun => {
  const { configuration, series, records } = run;
  const keys = configuration.algorithms.map(keyOf);
  return {
    data: groupByAlgorithm(keys, series, records, configuration),
    manifest: manifestOf(known, run),
  };
};

const summariesOf = ({ data, manifest }: ReportedRun, column: Measure): AlgorithmSummary[] =>
  data.map((algorithm) => summarise(algorithm, column, manifest));

/** The manifest that it would have. */
function manifestOf({ scenario, problem, solution }: Known, run: RunSoFar): Manifest {
  const { configuration, records, predictions } = run;
  return {
    format: 'fedsa-run/1',
    ...{ version: '', commit: null, node: '', startedAt: '', endedAt: null, failure: null, arguments: [] },
    machine: { platform: '', architecture: '', cpu: '', cores: 1, memoryBytes: 0 },
    state: 'completed',
    scenario: { ...scenario, question: '', reproduces: null, file: null, sha256: null },
    problem: {
      ...{ kind: '', agents: problem.agents, dimension: problem.dimension, specification: null },
      ...recordedRoot(solution),
    },
    ...{ configuration, placement: null, predictions, runs: records },
  };
}

/** Final errors beside what theory expects of them, and those that were recorded. */
function tableOf(
  summaries: readonly AlgorithmSummary[],
  recorded: readonly AlgorithmSummary[] | undefined,
  quantity: string,
): string {
  const hasTheory = summaries.some(({ expected }) => expected !== undefined);
  const head = `${quantity}, last 30 % of the rounds`;
  return html`<div class="scroll">
    <table class="results stacked">
      <thead>
        <tr>
          <td></td>
          <th scope="col">${head}</th>
          ${hasTheory ? html`<th scope="col">expectation</th>` : undefined}
          ${recorded && html`<th scope="col">as recorded</th>`}
        </tr>
      </thead>
      <tbody>
        ${summaries.map((summary) => {
          const before = recorded?.find(({ algorithm }) => algorithm === summary.algorithm);
          return html`<tr>
            <th scope="row">${summary.title}</th>
            ${cell(head, floorCell(summary))}
            ${hasTheory ? cell('expectation', expectedCell(summary.expected)) : undefined}
            ${recorded && cell('as recorded', before === undefined ? html`–` : floorCell(before))}
          </tr>`;
        })}
      </tbody>
    </table>
  </div>`.html;
}
