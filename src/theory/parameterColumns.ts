/** The parameters of a run's algorithms as columns of a table, under the papers' symbols where these agree. */
import { parameterNames } from '../algorithms/parameter.ts';
import { flagOf } from '../values/parameter.ts';
import { algorithmOf } from '../algorithms/parts.ts';
import { type StepSize, stepSizeText } from '../algorithms/stepSize.ts';
import type { ScheduledAlgorithm } from '../protocol/configuration.ts';
import { scannedStep } from './scannedStep.ts';

/** One parameter, and its value for each algorithm; null for those that have none. */
export interface ParameterColumn {
  /** its symbol; its name where algorithms write it differently */
  readonly title: string;
  /** a number, or a rule in words */
  readonly values: readonly (number | string | null)[];
}

/** The parameters that are numbers, those that some algorithm of the run has. */
export function parameterColumns(algorithms: readonly ScheduledAlgorithm[]): ParameterColumn[] {
  const chosen = algorithms.map(algorithmOf);
  const declared = chosen.map(({ parameters }) => parameters);
  return parameterNames(chosen).flatMap((name) => {
    const having = declared.flatMap((parameters) => parameters[name] ?? []);
    if (having.some(({ kind }) => kind === 'choice')) return [];
    return {
      title: common(having.map(({ symbol }) => symbol)) ?? flagOf(name).replaceAll('-', ' '),
      values: algorithms.map((algorithm, k) => (name in declared[k]! ? cell(algorithm, name) : null)),
    };
  });
}

function cell(algorithm: ScheduledAlgorithm, name: string): number | string {
  const value = (algorithm as unknown as Readonly<Record<string, StepSize>>)[name]!;
  return typeof value === 'number' ? value : stepSizeText(value);
}

/** What the largest stable steps of these algorithms are about: `η`, `γ`, or `step size` where they differ in it. */
export function scannedTitle(algorithms: readonly ScheduledAlgorithm[]): string {
  return common(algorithms.map((algorithm) => scannedStep(algorithm).symbol)) ?? 'step size';
}

/** `undefined` where they are not all the same. */
const common = ([first, ...others]: readonly string[]): string | undefined =>
  others.every((symbol) => symbol === first) ? first : undefined;
