/** The runs whose theory is kept. */
import type { PolicySettings, RunSettings, ScenarioDefinition, TheoryPart } from '../../src/index.ts';
import { shippedNames } from '../../src/inputs/target.ts';
import { resolvePanels } from '../../src/configuration/panels.ts';
import { shipped } from '../scenarios/shippedPanels.ts';
import { definitionOf, smaller } from './cases.ts';
import { ALGORITHM_CHOICES, isRefused } from './choices.ts';
import { drawnRun, pairsOfStates } from './drawnProblems.ts';
import { SMALL_PROBLEMS } from './smallProblems.ts';
import { shippedPrint, theoryPrint, type TheoryPrint } from './theoryPrint.ts';

const { InputError, scenario, theory } = (await import(
  new URL('../../dist/program/index.js', import.meta.url).href
)) as typeof import('../../src/index.ts');

/** A run that theory is asked of. */
interface TheoryCase {
  /** words that say what it is; unique */
  readonly key: string;
  readonly definition: ScenarioDefinition;
  /** the parts that are asked for; all where it is left out */
  readonly only?: readonly TheoryPart[];
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
  return Object.entries(ALGORITHM_CHOICES).flatMap(([name, runSettings]) => [
    ...Object.entries(TRIGGERS).flatMap(([trigger, gaps]) =>
      SAMPLINGS.map((sampling) =>
        plain(`${name} ${trigger} ${sampling}`, { ...runSettings, ...gaps, sampling }),
      ),
    ),
    ...POLICIES.filter((policy) => !isRefused(name, policy)).map((policy) =>
      plain(`${name} ${policy.kind}`, { ...runSettings, localSteps: 3, sampling: 'iid', policy }),
    ),
  ]);
}

/**
 * The panels of every shipped scenario in their quick sizes, with all of their algorithms; of those that differ in numbers
 * alone the first. What takes seconds to solve, and recorded data, are replaced.
 */
async function shippedCases(): Promise<TheoryCase[]> {
  const cases: TheoryCase[] = [];
  for (const name of shippedNames()) {
    const shapes = new Set<string>();
    for (const { name: panel, definition } of resolvePanels(await shipped(name), true)) {
      const shape = shapeOf(definition);
      if (shapes.has(shape)) continue;
      shapes.add(shape);
      cases.push({
        key: ['shipped', name, ...(panel === undefined ? [] : [panel])].join(' '),
        definition: { ...definition, ...smaller(definition) },
      });
    }
  }
  return cases;
}

/** Settings without their numbers, and without what is said of them. */
const shapeOf = ({ name: _, title: _title, question: _question, ...settings }: ScenarioDefinition): string =>
  JSON.stringify(settings, (_key, value: unknown) => (typeof value === 'number' ? 0 : value));

const DRAWN = 30;

/** Small problems by number, and five chains of 36 states, whose joint chain is too large. */
function drawnCases(): TheoryCase[] {
  const small = Array.from({ length: DRAWN }, (_, number): TheoryCase => {
    const { problem, settings } = drawnRun(number);
    return { key: `drawn ${String(number).padStart(2, '0')}`, definition: definitionOf(problem, settings) };
  });
  const pairs = pairsOfStates(5, 6, 3);
  const start: RunSettings = { ...PAIRS, algorithms: ['local-sa'], rounds: 2 };
  return [
    ...small,
    { key: 'drawn pairs', definition: definitionOf(pairs, PAIRS) },
    { key: 'drawn pairs-start', definition: definitionOf(pairs, start), only: ['curves'] },
  ];
}

const PAIRS: RunSettings = {
  algorithms: ['local-sa', 'scafflsa', 'fedhsa'],
  ...{ stepSize: 0.1, localSteps: 10, rounds: 100, sampling: 'markov' },
};

/** Every case, by key. */
export const theoryCases = async (): Promise<readonly TheoryCase[]> =>
  [...plainCases(), ...drawnCases(), ...(await shippedCases())].sort((a, b) => (a.key < b.key ? -1 : 1));

/** What theory says of a case; of one that is refused the line. */
export async function theoryOfCase({ key, definition, only }: TheoryCase): Promise<TheoryPrint> {
  const print = key.startsWith('shipped') ? shippedPrint : theoryPrint;
  try {
    return print(await theory(scenario(definition), {}, { only }));
  } catch (error) {
    if (error instanceof InputError) return { refused: error.message };
    throw error;
  }
}
