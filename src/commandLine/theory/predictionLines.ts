/** What is known of a run, algorithm by algorithm and round by round. */
import { MOST_UNCERTAIN } from '../../theory/mostUncertain.ts';
import { predictedCurve } from '../../theory/predictedCurve.ts';
import { keyOf } from '../../algorithms/parts.ts';
import { type Titles, titlesOf } from '../../algorithms/titles.ts';
import { lawOf, triggerTexts } from '../../triggers/index.ts';
import { expectedRounds } from '../../theory/expectedRounds.ts';
import { factorFields, growthWarning, type SquareFactor } from '../../theory/stability/meanSquareGrowth.ts';
import { parameterColumns, scannedTitle } from './parameterColumns.ts';
import type { Prediction } from '../../theory/predictions.ts';
import type { ExactCurve, TheorySummary } from '../../theory/summary.ts';
import { ALL_STABLE, type Stability, type StableStep } from '../../theory/stability/stableStep.ts';
import { cell, table } from '../textTable.ts';
import { stepText } from '../../theory/numberText.ts';
import { grouped, percent } from '../../values/numbers.ts';

/** Limits and largest stable steps, one row an algorithm. */
export function runLines({ run, agents, dimension }: TheorySummary): string[] {
  if (run === null || (run.predictions.length === 0 && run.stability.length === 0)) return [];
  const { trigger, algorithms } = run.configuration;
  const rhythm =
    trigger.kind === 'deterministic'
      ? `H = ${trigger.localSteps} local steps a round`
      : trigger.kind === 'bernoulli'
        ? `communication probability p = ${trigger.probability}`
        : `communication ${triggerTexts(trigger, String).text}`;
  const titleOf = titlesOf(algorithms);
  const parameters = parameterColumns(algorithms);
  const step = scannedTitle(algorithms);
  const hasFactors = run.meanSquareFactors.some((factor) => factor !== null);
  // of a theory that was interrupted before, or of one part alone
  const [hasLimits, hasSteps] = [run.predictions.length > 0, run.stability.length > 0];
  const stable = hasSteps ? [`stable ${step} (mean square)`, `stable ${step} (mean)`] : [];
  const titles = [
    ...parameters.map(({ title }) => title),
    ...(hasLimits ? [NOISE_FREE_FACTOR] : []),
    ...(hasFactors ? [SQUARE_FACTOR] : []),
    ...stable,
    ...(hasLimits ? ['limit error', 'source'] : []),
  ];
  const rows = algorithms.map((algorithm, index) => {
    const prediction = run.predictions[index];
    return [
      titleOf(keyOf(algorithm)),
      ...parameters.map(({ values }) => cell(values[index]!)),
      ...(prediction ? [cell(prediction.roundFactor)] : []),
      ...(hasFactors ? [factorCell(run.meanSquareFactors[index]!)] : []),
      ...(hasSteps ? stepCells(run.stability[index]!) : []),
      ...(prediction ? [limitCell(prediction), prediction.source] : []),
    ];
  });
  const columns = ['', ...titles];
  const dashes = columns.flatMap((title, c) => {
    if (!rows.some((row) => row[c] === cell(null)) || stable.some((candidate) => candidate === title))
      return [];
    return [`  –: ${title}: ${MEANINGS[title] ?? NO_PARAMETER}`];
  });
  dashes.push(
    ...run.stability.flatMap(({ algorithm, mean, meanSquare }) =>
      dashLines(titleOf(algorithm), stable, [meanSquare, mean]),
    ),
  );
  const warnings = run.predictions.flatMap((prediction, index) => {
    const warning = growthWarning({ ...prediction, ...factorFields(run.meanSquareFactors[index]) });
    return warning === undefined ? [] : [`  ${titleOf(prediction.algorithm)}: ${warning}`];
  });
  const { budget } = run.configuration;
  const many =
    budget.kind === 'limits'
      ? `, about ${expectedRounds({ agents, dimension }, run.configuration)} rounds by its limits`
      : '';
  return [`Predictions, ${rhythm}${many}`, ...table([columns, ...rows]), ...dashes, ...warnings];
}

const NOISE_FREE_FACTOR = 'round factor (without noise)';
const SQUARE_FACTOR = 'mean-square factor';

/** What a dash in a column of predictions means; of a limit the source says why. */
const MEANINGS: Readonly<Record<string, string>> = {
  [NOISE_FREE_FACTOR]: 'the round without noise is not known, or has more eigenvalues than are computed',
  [SQUARE_FACTOR]: 'the second moments are not known, or too many to compute it',
  'limit error': 'the source says why there is none',
};
const NO_PARAMETER = 'no parameter of that algorithm';

/** A line for each dash among largest stable steps: of which columns, and why; one where the reason is the same. */
export function dashLines(title: string, columns: readonly string[], steps: readonly StableStep[]): string[] {
  const reasons = new Map<string, string[]>();
  steps.forEach(({ step, reason }, k) => {
    if (step === null && reason !== ALL_STABLE)
      reasons.set(reason!, [...(reasons.get(reason!) ?? []), columns[k]!]);
  });
  return [...reasons].map(([reason, algorithms]) => `  –: ${title}, ${algorithms.join(', ')}: ${reason}`);
}

/** Where a factor is approximate, with what it is worth. */
const factorCell = (factor: SquareFactor | null): string =>
  factor === null
    ? cell(null)
    : stepText({ step: factor.value, relativeError: factor.relativeError, kind: 'exact', reason: null });

/** The limit, with its kind unless it is exact. */
function limitCell({ limitError, limitKind }: Prediction): string {
  if (limitKind === 'closure') return `≈ ${cell(limitError)}`;
  return limitKind === 'noise-free' ? `noise-free ${cell(limitError)}` : cell(limitError);
}

/** The mean recursion by round. */
export function curveLines({ run }: TheorySummary): string[] {
  if (run === null || run.curves.length === 0) return [];
  const titleOf = titlesOf(run.configuration.algorithms);
  const title =
    lawOf(run.configuration.trigger)?.kind === 'constant'
      ? 'Noise-free error ‖θ̄_t − θ*‖² by round'
      : 'Error of the mean ‖E[θ̄_t] − θ*‖² by round, without noise';
  const rows = run.rounds.map((round, index) => [
    grouped(round),
    ...run.curves.map(({ errors }) => cell(errors === null ? null : (errors[index] ?? Infinity))),
  ]);
  return [
    title,
    ...table([['round', ...run.curves.map(({ algorithm }) => titleOf(algorithm))], ...rows]),
    ...run.curves.flatMap(({ algorithm, source }) =>
      source === undefined ? [] : [`  ${titleOf(algorithm)}: ${source}`],
    ),
  ];
}

/** Under exact sampling there is no noise, and the table before says the same. */
export function exactLines({ run }: TheorySummary): string[] {
  if (run === null || run.exact.length === 0 || run.configuration.sampling === 'exact') return [];
  const sampling = run.configuration.sampling === 'iid' ? 'i.i.d.' : 'Markov';
  const titleOf = titlesOf(run.configuration.algorithms);
  const closures = closureLines(run.exact, titleOf);
  const quantity = closures.length > 0 ? 'Mean-square error' : 'Exact mean-square error';
  const title = `${quantity} E‖θ̄_t − θ*‖² by round, ${sampling} sampling`;
  return [title, ...errorTable(run.rounds, run.exact, titleOf, [...closures, ...arrivalLines(run.exact)])];
}

/**
 * Mean-square errors by round, and why there are none.
 *
 * @param notes - to follow the numbers, where there are any
 */
export function errorTable(
  rounds: readonly number[],
  curves: readonly ExactCurve[],
  titleOf: Titles,
  notes: readonly string[] = [],
): string[] {
  const reasons = curves.flatMap(({ algorithm, result }) =>
    result.kind === 'refused' ? [`  ${titleOf(algorithm)}: ${result.reason}`] : [],
  );
  if (reasons.length === curves.length) return reasons;
  const predicted = curves.map(predictedCurve);
  const rows = rounds.map((round, index) => [
    grouped(round),
    ...predicted.map(({ meanSquare }) => cell(meanSquare[index] ?? null)),
  ]);
  const head = ['round', ...curves.map(({ algorithm }) => titleOf(algorithm))];
  return [...table([head, ...rows]), ...notes, ...reasons];
}

/** On which seeds' arrivals the curves hang. */
function arrivalLines(exact: readonly ExactCurve[]): string[] {
  const given = exact.flatMap(({ result }) => (result.kind === 'exact' && result.arrivals ? [result] : []));
  if (given.length === 0) return [];
  const numbers = given.map(({ seeds, arrivals }) => seeds ?? arrivals!.length);
  const [least, most] = [Math.min(...numbers), Math.max(...numbers)];
  const isCut = given.some(({ exactNeeds, neglects }) => exactNeeds !== undefined && neglects === undefined);
  const seeds = most === 1 ? `seed ${given[0]!.arrivals![0]!.seed}` : `${most} seeds`;
  const range = `${isCut && most > 1 ? 'the first ' : ''}${least < most ? `${least} to ` : ''}${seeds}`;
  return [
    `  given when the answers of each seed come, mean over ${range}${isCut ? ', as many as the work allows' : ''}`,
  ];
}

/** The largest estimated error of a curve, in words. */
function uncertainty(relativeError: readonly (number | null)[]): string {
  const known = relativeError.filter((error) => error !== null && error <= MOST_UNCERTAIN) as number[];
  const largest = Math.max(0, ...known);
  const most = `estimated error at most ${percent(Math.max(1e-4, largest))}`;
  return known.length < relativeError.length
    ? `${most}, and no number where it is above ${percent(MOST_UNCERTAIN)}`
    : most;
}

/** What the curves neglect that are not exact, each thing once with their algorithms. */
function closureLines(exact: readonly ExactCurve[], titleOf: Titles): string[] {
  const names = new Map<string, string[]>();
  for (const curve of exact) {
    const { algorithm, kind, reason, relativeError } = predictedCurve(curve);
    if (kind !== 'approximate') continue;
    const text = `${reason!}; ${uncertainty(relativeError)}`;
    names.set(text, [...(names.get(text) ?? []), titleOf(algorithm)]);
  }
  return [...names].map(([text, titles]) => `  ${titles.join(', ')}: approximate, ${text}`);
}

const stepCells = ({ mean, meanSquare }: Stability): string[] => [stepText(meanSquare), stepText(mean)];
