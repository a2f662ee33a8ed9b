/** What `fedsa run --json` prints: an object a line. */
import { type Parts, valueOf } from '../report/expectedFloor.ts';
import type { OverSeeds } from '../report/headline.ts';
import type { AlgorithmSummary } from '../report/summary.ts';
import type { RoundRange } from '../report/tail.ts';
import { tiedShare } from '../report/timedCountsText.ts';
import type { PanelsResult } from '../runs/executePanels.ts';
import type { RunResult } from '../runs/executeRun.ts';
import { summaryOf } from '../runs/runSummary.ts';
import { MOST_UNCERTAIN } from '../theory/mostUncertain.ts';
import { limitUncertainty } from '../theory/predictedCurve.ts';
import { knownGrowth } from '../theory/stability/meanSquareGrowth.ts';
import type { ProgressDisplay } from './progressDisplay.ts';
import { reachRecord } from './reachTable.ts';
import { print } from './print.ts';

/** Prints an object a line; with panels each names its panel. */
export const jsonLine = (type: string, panel: string | undefined, content: object): void => {
  const head = panel === undefined ? { type } : { type, panel };
  print(`${JSON.stringify({ ...head, ...content })}\n`);
};

/** Prints a line whenever there is progress, and where workers that host agents come or go. */
export const jsonProgress = (panel: string | undefined): ProgressDisplay => ({
  observe: (inspection) => {
    if (inspection.kind === 'placed' && inspection.placement.workers)
      jsonLine('workers', panel, { workers: inspection.placement.workers });
    if (inspection.kind === 'hostLost')
      jsonLine('hostLost', panel, { ...inspection.replication, why: inspection.why });
    if (inspection.kind !== 'progressed') return;
    const { rounds, totalRounds, error, share, threads } = inspection;
    jsonLine('progress', panel, {
      rounds,
      totalRounds: share === undefined ? totalRounds : null,
      ...(share !== undefined && { share }),
      error: Number.isNaN(error) ? null : error,
      ...(threads && { threads }),
    });
  },
  stop: () => undefined,
});

/** Prints the line of a run that has ended. */
export async function printResultLine(result: RunResult, panel: string | undefined): Promise<void> {
  const summary = await summaryOf(result);
  jsonLine('result', panel, {
    state: result.state,
    failure: result.failure ?? null,
    directory: result.directory,
    ...(result.answer !== undefined && { answer: result.answer }),
    report: result.report ?? null,
    ...(result.slippage === undefined ? {} : { slippage: result.slippage }),
    ...(result.fromStore === undefined ? {} : { fromStore: result.fromStore }),
    column: summary?.column ?? null,
    algorithms: summary?.algorithms.map(resultOf) ?? [],
  });
}

/** What the line of the result holds of an algorithm: numbers, or null where there are none. */
function resultOf(summary: AlgorithmSummary): object {
  const { algorithm, title, floor, expected, slope, last, lastAverage, prediction, outcome, reach, counts } =
    summary;
  const { unexpected, remarks } = summary;
  const numbers = ({ mean, interval, values }: OverSeeds): object => ({
    mean,
    low: interval?.low ?? null,
    high: interval?.high ?? null,
    seeds: values.length,
  });
  return {
    algorithm,
    title,
    floor:
      floor === undefined
        ? null
        : {
            ...numbers(floor),
            ...rangeOf(floor.rounds),
            trend: floor.trend,
            shareOfSeed: floor.shares?.ofSeed ?? null,
            shareOfRounds: finiteOrNull(floor.shares?.ofRounds),
            warning: remarks?.floor ?? null,
          },
    expected:
      expected === undefined
        ? null
        : {
            ...expected,
            ...partFields(expected),
            neglects: expected.neglects ?? null,
            disagreement: remarks?.disagreement ?? null,
            outside: remarks?.outside ?? null,
            warning: remarks?.expected ?? null,
          },
    expectedReason: unexpected ?? null,
    slope: slope === undefined ? null : { ...numbers(slope), ...rangeOf(slope.rounds) },
    last: last === undefined ? null : { ...numbers(last), round: last.round },
    average: lastAverage === undefined ? null : { ...numbers(lastAverage), round: lastAverage.round },
    ...limitsOf(prediction),
    growth: (prediction && knownGrowth(prediction)) ?? null,
    ...(reach.length > 0 && { reach: reach.map(reachRecord) }),
    ...(counts.work && { work: counts.work, ties: tiedShare(counts) }),
    outcome,
  };
}

/** Parts of an expectation by their own estimates; null where they are not known. */
const partFields = ({ biasSquare, variance }: Parts): object => ({
  biasSquare: valueOf(biasSquare) ?? null,
  variance: valueOf(variance) ?? null,
  biasRelativeError: finiteOrNull(biasSquare.relativeError),
  varianceRelativeError: finiteOrNull(variance.relativeError),
});

const finiteOrNull = (value = NaN): number | null => (Number.isFinite(value) ? value : null);

/** A limit that is known no better than to 10 % is none. */
function limitsOf(prediction: AlgorithmSummary['prediction']): object {
  const relativeError = prediction === undefined ? null : limitUncertainty(prediction);
  const isKnown = (relativeError ?? 0) <= MOST_UNCERTAIN;
  const { limitError = null, limitKind = null } = isKnown ? (prediction ?? {}) : {};
  return { limitError, limitKind, limitRelativeError: finiteOrNull(relativeError ?? NaN) };
}

const rangeOf = ({ first, last }: RoundRange): object => ({ firstRound: first, lastRound: last });

/** Prints the line of all panels, which is of no panel, and says so. */
export function printPanelsLine({ state, directory, answer, report }: PanelsResult): void {
  print(
    `${JSON.stringify({ type: 'panels', panel: null, state, directory, ...(answer !== undefined && { answer }), report: report ?? null })}\n`,
  );
}
