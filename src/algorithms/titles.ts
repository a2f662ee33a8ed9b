/** Names of a run's algorithms for readers: in reports, figures and traces, and on the terminal. */
import { findAlgorithm } from './catalogue.ts';
import type { Parameter, Parameters } from '../values/parameter.ts';
import { type ConfiguredAlgorithm, describedAlgorithm, keyOf } from './parts.ts';
import { type StepSize, stepSizeText } from './stepSize.ts';

/** From an algorithm's key in its run to its name for readers. */
export type Titles = (key: string) => string;

/** An algorithm without a label, among others of the same title. */
interface Unlabelled {
  readonly key: string;
  readonly parameters: Parameters;
  readonly values: Readonly<Record<string, unknown>>;
}

/**
 * The names of a run's algorithms: the label, where there is one, or else the title; where several
 * without a label have the same title, with the parameters in which they differ: `FedHSA (α_g = 0.1)`. No
 * algorithm's code need be there. A key that is not the run's has the title of the built-in algorithm
 * of that name, or is its own.
 */
export function titlesOf(algorithms: readonly ConfiguredAlgorithm[]): Titles {
  const titles = new Map<string, string>();
  const alike = new Map<string, Unlabelled[]>();
  for (const algorithm of algorithms) {
    const { title, parameters } = describedAlgorithm(algorithm);
    if (algorithm.label !== undefined) {
      titles.set(keyOf(algorithm), algorithm.label);
      continue;
    }
    const values = algorithm as unknown as Readonly<Record<string, unknown>>;
    alike.set(title, [...(alike.get(title) ?? []), { key: keyOf(algorithm), parameters, values }]);
  }
  for (const [title, group] of alike) {
    const texts = group.map((unlabelled) => distinction(unlabelled, group));
    group.forEach(({ key }, index) => {
      const same = texts.filter((text) => text === texts[index]).length > 1;
      const words = [...(texts[index] === '' ? [] : [texts[index]!]), ...(same ? [`no. ${index + 1}`] : [])];
      titles.set(key, words.length === 0 ? title : `${title} (${words.join(', ')})`);
    });
  }
  return (key) => titles.get(key) ?? findAlgorithm(key)?.title ?? key;
}

/** `α_g = 0.1`: of the parameters those that are not the same in the whole group. */
function distinction({ parameters, values }: Unlabelled, group: readonly Unlabelled[]): string {
  return Object.entries(parameters)
    .filter(([name, parameter]) => {
      const text = valueText(parameter, values[name]);
      return group.some((other) => {
        const theirs = other.parameters[name];
        return theirs === undefined || valueText(theirs, other.values[name]) !== text;
      });
    })
    .map(([name, parameter]) => `${parameter.symbol} = ${valueText(parameter, values[name])}`)
    .join(', ');
}

/** A parameter's value in words: of a choice without its hyphens, other text as it is typed. */
export function valueText({ kind, default: usual }: Parameter, given: unknown): string {
  const value = given ?? usual;
  if (kind === 'choice') return (value as string).replaceAll('-', ' ');
  return kind === 'text' ? (value as string) : stepSizeText(value as StepSize);
}
