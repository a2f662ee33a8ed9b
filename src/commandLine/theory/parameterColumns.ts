/** The parameters of a run's algorithms as columns of a table, under the papers' symbols where these agree. */
import { parameterNames } from '../../algorithms/parameter.ts';
import { flagOf, isOff, type Parameter } from '../../values/parameter.ts';
import { algorithmOf } from '../../algorithms/parts.ts';
import { valueText } from '../../algorithms/titles.ts';
import type { ScheduledAlgorithm } from '../../configuration/configuration.ts';
import { scannedStep } from '../../theory/stability/scannedStep.ts';

/** One parameter, and its value for each algorithm; null for those that have none. */
export interface ParameterColumn {
  /** its symbol; its name where algorithms write it differently */
  readonly title: string;
  /** a number, or a rule or a text as it is typed */
  readonly values: readonly (number | string | null)[];
}

/** The parameters without choices, those that some algorithm of the run has. */
export function parameterColumns(algorithms: readonly ScheduledAlgorithm[]): ParameterColumn[] {
  const chosen = algorithms.map(algorithmOf);
  const declared = chosen.map(({ parameters }) => parameters);
  return parameterNames(chosen).flatMap((name) => {
    const having = declared.flatMap((parameters) => parameters[name] ?? []);
    const isAbsent = algorithms.every((algorithm, k) => {
      const parameter = declared[k]![name];
      return parameter === undefined || isOff(parameter, valueOf(algorithm, name));
    });
    if (isAbsent || having.some(({ kind }) => kind === 'choice')) return [];
    return {
      title: common(having.map(({ symbol }) => symbol)) ?? flagOf(name).replaceAll('-', ' '),
      values: algorithms.map((algorithm, k) => {
        const parameter = declared[k]![name];
        return parameter === undefined ? null : cell(parameter, algorithm, name);
      }),
    };
  });
}

const valueOf = (algorithm: ScheduledAlgorithm, name: string): unknown =>
  (algorithm as unknown as Readonly<Record<string, unknown>>)[name];

function cell(parameter: Parameter, algorithm: ScheduledAlgorithm, name: string): number | string {
  const value = valueOf(algorithm, name);
  return typeof value === 'number' ? value : valueText(parameter, value);
}

/** What the largest stable steps of these algorithms are about: `η`, `γ`, or `step size` where they differ in it. */
export function scannedTitle(algorithms: readonly ScheduledAlgorithm[]): string {
  return common(algorithms.map((algorithm) => scannedStep(algorithm).symbol)) ?? 'step size';
}

/** `undefined` where they are not all the same. */
const common = ([first, ...others]: readonly string[]): string | undefined =>
  others.every((symbol) => symbol === first) ? first : undefined;
