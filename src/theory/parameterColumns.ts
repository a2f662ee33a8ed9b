/** The parameters of a run's algorithms as columns of a table, under the papers' symbols. */
import { parameterNames } from '../algorithms/parameter.ts';
import { algorithmOf } from '../algorithms/parts.ts';
import { type StepSize, stepSizeText } from '../algorithms/stepSize.ts';
import type { ScheduledAlgorithm } from '../protocol/configuration.ts';
import { scannedStep } from './scannedStep.ts';

/** One parameter: its symbol, and its value for each algorithm; null for those that have none. */
export interface ParameterColumn {
  readonly title: string;
  /** a number, or a rule in words */
  readonly values: readonly (number | string | null)[];
}

/** The parameters that are numbers, those that some algorithm of the run has. */
export function parameterColumns(algorithms: readonly ScheduledAlgorithm[]): ParameterColumn[] {
  const chosen = algorithms.map(algorithmOf);
  const own = chosen.map(({ parameters }) => parameters);
  return parameterNames(chosen).flatMap((name) => {
    const having = own.flatMap((parameters) => parameters[name] ?? []);
    if (having.some(({ kind }) => kind === 'choice')) return [];
    return {
      title: distinct(having.map(({ symbol }) => symbol)),
      values: algorithms.map((one, k) => (name in own[k]! ? cell(one, name) : null)),
    };
  });
}

function cell(algorithm: ScheduledAlgorithm, name: string): number | string {
  const value = (algorithm as unknown as Readonly<Record<string, StepSize>>)[name]!;
  return typeof value === 'number' ? value : stepSizeText(value);
}

/** What the largest stable steps of these algorithms are about: `η`, `γ`, or both. */
export function scannedSymbols(algorithms: readonly ScheduledAlgorithm[]): string {
  return distinct(algorithms.map((one) => scannedStep(one).symbol));
}

function distinct(symbols: readonly string[]): string {
  return [...new Set(symbols)].join('/');
}
