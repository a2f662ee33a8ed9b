/** The runs whose theory is kept. */
import type { PolicySettings, RunSettings, ScenarioDefinition } from '../../src/index.ts';
import { definitionOf } from './cases.ts';
import { ALGORITHM_CHOICES, isRefused } from './choices.ts';
import { SMALL_PROBLEMS } from './smallProblems.ts';
import { theoryPrint, type TheoryPrint } from './theoryPrint.ts';

const { InputError, scenario, theory } = (await import(
  new URL('../../dist/program/index.js', import.meta.url).href
)) as typeof import('../../src/index.ts');

/** A run that theory is asked of. */
interface TheoryCase {
  /** words that say what it is; unique */
  readonly key: string;
  readonly definition: ScenarioDefinition;
}

const TRIGGERS = { deterministic: { localSteps: 3 }, bernoulli: { communicationProbability: 0.3 } } as const;
const SAMPLINGS = ['markov', 'iid', 'exact'] as const;
const POLICIES: readonly PolicySettings[] = [
  { kind: 'sampled', count: 2 },
  { kind: 'first', count: 2 },
  { kind: 'buffered', count: 2 },
  { kind: 'asynchronous', mixing: 0.6 },
  { kind: 'bounded-staleness', staleness: 1, mixing: 0.6 },
];

/** Every algorithm on one linear problem: with both triggers and under every sampling, and under each policy. */
function plainCases(): TheoryCase[] {
  const plain = (key: string, settings: RunSettings): TheoryCase => ({
    key: `plain ${key}`,
    definition: definitionOf(SMALL_PROBLEMS.linear!, { rounds: 40, ...settings }),
  });
  return Object.entries(ALGORITHM_CHOICES).flatMap(([name, own]) => [
    ...Object.entries(TRIGGERS).flatMap(([trigger, gaps]) =>
      SAMPLINGS.map((sampling) => plain(`${name} ${trigger} ${sampling}`, { ...own, ...gaps, sampling })),
    ),
    ...POLICIES.filter((policy) => !isRefused(name, policy)).map((policy) =>
      plain(`${name} ${policy.kind}`, { ...own, localSteps: 3, sampling: 'iid', policy }),
    ),
  ]);
}

/** Every case, by key. */
export const theoryCases = (): readonly TheoryCase[] => plainCases().sort((a, b) => (a.key < b.key ? -1 : 1));

/** What theory says of a case; of one that is refused the line. */
export async function theoryOfCase({ definition }: TheoryCase): Promise<TheoryPrint> {
  try {
    return theoryPrint(await theory(scenario(definition), {}));
  } catch (error) {
    if (error instanceof InputError) return { refused: error.message };
    throw error;
  }
}
