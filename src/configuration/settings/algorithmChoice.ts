/** How a run is given its algorithms, and their parameters. */
import type { Algorithm, AlgorithmVariant } from '../../algorithms/algorithm.ts';
import { ALGORITHMS, type ProgramsAlgorithm } from '../../algorithms/catalogue.ts';
import { parameterNames } from '../../algorithms/parameter.ts';
import type { SettingOption } from './setting.ts';
import { type StepRule, stepRule } from './stepRule.ts';
import { listed } from '../../values/kind.ts';
import type { StepSizeParameter } from '../../values/parameter.ts';
import type { Of } from '../../values/value.ts';

/** What is of each of some types. */
type Every<T> = (T extends unknown ? (member: T) => void : never) extends (all: infer All) => void
  ? All
  : never;
type ParametersOf<A> = A extends Algorithm<string, infer P> ? P : never;
type AllParameters = Every<ParametersOf<ProgramsAlgorithm>>;

/** The settings that only some algorithms have: what is a parameter of one of the program's. */
export type AlgorithmParameters = {
  readonly [Name in keyof AllParameters]?: AllParameters[Name] extends StepSizeParameter
    ? number | StepRule
    : Of<AllParameters[Name]>;
};

/** An algorithm with parameters of its own, which win over those of the run. */
export interface AlgorithmSettings extends AlgorithmParameters {
  /** name or alias */
  readonly name: string;
  /** for readers, instead of the title: where the same algorithm is in a run more than once */
  readonly label?: string;
}

/** An algorithm by its name or alias, alone or with parameters of its own; or one that the user has made. */
export type AlgorithmChoice = string | AlgorithmSettings | Algorithm | AlgorithmVariant;

/** Those of a run where none are given. */
export const DEFAULT_ALGORITHMS = ALGORITHMS.slice(0, 3).map(({ name }) => name);

/** The parameters that the program's algorithms have, as settings of a run. */
export const PARAMETERS: Readonly<Record<string, SettingOption>> = Object.fromEntries(
  parameterNames(ALGORITHMS).map((setting) => [setting, parameterOption(setting)]),
);

/** A parameter with what it is to each of the algorithms that have it. */
function parameterOption(name: string): SettingOption {
  const having = ALGORITHMS.flatMap((algorithm) => {
    const parameter = algorithm.parameters[name];
    return parameter ? [{ algorithm: algorithm.name, parameter }] : [];
  });
  const [{ parameter }] = having as [(typeof having)[number]];
  const kinds = new Map<string, typeof having>();
  for (const entry of having) {
    const kind = JSON.stringify([entry.parameter.symbol, entry.parameter.default]);
    kinds.set(kind, [...(kinds.get(kind) ?? []), entry]);
  }
  const words = [...kinds.values()].map((alike) => {
    const { symbol, kind, default: byDefault } = alike[0]!.parameter;
    const subject = whose(alike.map(({ algorithm }) => algorithm));
    const message = byDefault === undefined ? ' (no default)' : ` (default: ${byDefault as number})`;
    return `${kind === 'choice' ? '' : `${symbol} `}of ${subject}${kinds.size === 1 && byDefault !== undefined ? '' : message}`;
  });
  return {
    value: parameter.kind === 'step size' ? stepRule : parameter,
    argument: `<${parameter.symbol.split('_')[0]!}>`,
    help: `${parameter.help}, ${words.join('; ')}`,
    ...(kinds.size === 1 && { default: parameter.default }),
    ...(parameter.kind === 'step size' && {
      details: 'A [rule](own-scenarios.md) changes it from round to round',
    }),
  };
}

/** The algorithms by name, or those that are not among them where they are most. */
function whose(names: readonly string[]): string {
  const others = ALGORITHMS.map(({ name }) => name).filter((name) => !names.includes(name));
  return others.length > 0 && others.length < 3 ? `all but ${listed(others, 'and')}` : listed(names, 'and');
}
