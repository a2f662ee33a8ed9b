/** The cases: runs that are short, and together go through all that decides on the bytes of a run. */
import { fileURLToPath } from 'node:url';
import { shippedNames } from '../../src/inputs/target.ts';
import type { PolicySettings, RunSettings, ScenarioDefinition, ScenarioProblem } from '../../src/index.ts';
import { resolvePanels } from '../../src/configuration/panels.ts';
import { shipped } from '../scenarios/shippedPanels.ts';
import { ALGORITHM_CHOICES, isRefused, PLACEMENT_CHOICES } from './choices.ts';
import { combinations, nameOf, settingsOf } from './crossing.ts';
import { recordedRegression, SMALL_PROBLEMS } from './smallProblems.ts';

/** A run whose files are hashed. */
export interface Case {
  /** words that say what it is; unique */
  readonly key: string;
  readonly definition: ScenarioDefinition;
  /** folder of a run on the wall clock that is replayed, in place of a run */
  readonly recording?: string;
}

/** Every case, by key. */
export async function allCases(): Promise<readonly Case[]> {
  const cases = [
    ...smallCases(),
    ...tierCases(),
    ...onPolicyCases(),
    ...wallCases(),
    ...recordedCases(),
    ...(await shippedCases()),
  ];
  return cases.sort((a, b) => (a.key < b.key ? -1 : 1));
}

const SHORT = { rounds: 16, seeds: 2, allowDivergence: true } as const;

export const definitionOf = (problem: ScenarioProblem, settings: RunSettings): ScenarioDefinition => ({
  name: 'bytes',
  title: 'Bytes',
  question: '',
  problem,
  ...settings,
});

function smallCases(): Case[] {
  return combinations().map((chosen) => {
    const { rounds, ...short } = SHORT;
    const settings = settingsOf(chosen);
    return {
      key: nameOf(chosen),
      definition: definitionOf(SMALL_PROBLEMS[chosen.problem!]!, {
        ...short,
        ...(settings.steps === undefined ? { rounds } : {}),
        ...(chosen.measure !== 'plain' && isTimed(settings) ? { updates: true } : {}),
        ...settings,
      }),
    };
  });
}

/** Tiers with every algorithm that they go with, and one case in threads. */
function tierCases(): Case[] {
  const all: PolicySettings = { kind: 'tiers', tiers: 2 };
  const drawn: PolicySettings = { ...all, drawn: 1, by: 'number' };
  return Object.entries(ALGORITHM_CHOICES).flatMap(([algorithm, parameters]) =>
    isRefused(algorithm, all)
      ? []
      : (['inline', 'packed'] as const).map((placement) => ({
          key: `${algorithm} ${placement === 'inline' ? 'tiers' : 'tiers-drawn'} ${placement}`,
          definition: definitionOf(SMALL_PROBLEMS.td!, {
            ...SHORT,
            ...(placement === 'inline' ? { localSteps: 3, policy: all } : { workSeconds: 2, policy: drawn }),
            ...parameters,
            ...PLACEMENT_CHOICES[placement],
            updates: true,
            timing: {
              ...{ compute: { kind: 'exponential', mean: 1 }, uplinkLatency: 0.5, dropout: 0.1 },
              agents: [{ agents: [0, 1], compute: { kind: 'exponential', mean: 3 } }],
            },
          }),
        })),
  );
}

/** Observations that follow the model: with every algorithm, in each placement, where agents give up what they are at. */
function onPolicyCases(): Case[] {
  const first: PolicySettings = { kind: 'first', count: 3, late: 'drop' };
  return Object.entries(ALGORITHM_CHOICES).flatMap(([algorithm, parameters]) =>
    (['inline', 'packed', 'own-thread'] as const).map((placement) => ({
      key: `${algorithm} softmax ${placement}`,
      definition: definitionOf(SMALL_PROBLEMS.softmax!, {
        ...SHORT,
        localSteps: 3,
        ...parameters,
        ...PLACEMENT_CHOICES[placement],
        ...(isRefused(algorithm, first)
          ? {}
          : { policy: first, timing: { compute: { kind: 'exponential', mean: 1 }, uplinkLatency: 0.5 } }),
      }),
    })),
  );
}

/** On the wall clock: under the synchronous policy the iterates are those of any clock. */
function wallCases(): Case[] {
  return Object.entries(ALGORITHM_CHOICES).flatMap(([algorithm, parameters]) =>
    (['inline', 'packed', 'own-thread'] as const).map((placement) => ({
      key: `${algorithm} wall ${placement}`,
      definition: definitionOf(SMALL_PROBLEMS.linear!, {
        ...SHORT,
        localSteps: 3,
        rounds: 5,
        ...parameters,
        ...PLACEMENT_CHOICES[placement],
        clock: 'wall',
        timing: { compute: { kind: 'exponential', mean: 0.0001 }, uplinkLatency: 0.0005 },
      }),
    })),
  );
}

/** On the wall clock under each policy, with every algorithm that it goes with: replays of what was recorded once. */
/** Algorithms that came after the recordings. */
const LATER = new Set(['importance-averaging', 'trimmed-mean', 'ef-td', 'compressed-lsa']);

export function recordedCases(): Case[] {
  const policies: readonly PolicySettings[] = [
    { kind: 'first', count: 3, late: 'drop' },
    { kind: 'deadline', seconds: 0.004 },
    { kind: 'sampled', count: 3 },
    { kind: 'buffered', count: 3 },
    { kind: 'asynchronous', mixing: 0.6 },
    { kind: 'bounded-staleness', staleness: 1, mixing: 0.6 },
  ];
  return policies.map((policy) => ({
    key: `replay ${policy.kind}`,
    recording: fileURLToPath(new URL(`recorded/${policy.kind}`, import.meta.url)),
    definition: definitionOf(SMALL_PROBLEMS.td!, {
      algorithms: Object.entries(ALGORITHM_CHOICES).flatMap(([name, { algorithms: _name, ...parameters }]) =>
        LATER.has(name) || isRefused(name, policy) ? [] : [{ name, ...parameters }],
      ),
      policy,
      clock: 'wall',
      timing: {
        compute: { kind: 'exponential', mean: 0.0005 },
        uplinkLatency: { kind: 'exponential', mean: 0.001 },
      },
      localSteps: 2,
      rounds: 4,
      placement: 'inline',
      updates: true,
    }),
  }));
}

/** Rounds of a shipped scenario: of those with crashes enough for the return. */
const ROUNDS = { inStep: 3, timed: 50, crashing: 420 };
/** Problems that a run's predictions take seconds for. */
const DENSE = { agents: 10, dimension: 10, states: 10 };
const AIR_QUALITY_FEATURES = 9;

/** Every panel of every shipped scenario, shortened. Its threads are its own where it names a placement. */
async function shippedCases(): Promise<Case[]> {
  const cases: Case[] = [];
  for (const name of shippedNames()) {
    for (const { name: panel, definition } of resolvePanels(await shipped(name), false)) {
      const { steps: _steps, rounds: _rounds, ...settings } = definition;
      cases.push({
        key: ['shipped', name, ...(panel === undefined ? [] : [panel])].join(' '),
        definition: {
          placement: 'inline',
          ...settings,
          ...smaller(definition),
          rounds: roundsOf(definition),
          seeds: 2,
          iterates: true,
        },
      });
    }
  }
  return cases;
}

const isTimed = ({ policy, timing }: RunSettings): boolean =>
  timing !== undefined ||
  (typeof policy === 'object' && !('kind' in policy && policy.kind === 'synchronous'));

function roundsOf(definition: ScenarioDefinition): number {
  const { timing } = definition;
  if (timing?.agents?.some(({ crash }) => crash !== undefined)) return ROUNDS.crashing;
  return isTimed(definition) ? ROUNDS.timed : ROUNDS.inStep;
}

/** Problems that take seconds, or data that are not here, in a size that does not. */
export function smaller({ problem, initial }: ScenarioDefinition): Partial<ScenarioDefinition> {
  const { agents, dimension, states } = DENSE;
  const start = initial === undefined ? {} : { initial: initial.slice(0, dimension) };
  switch (problem.kind) {
    case 'beijing-air-quality':
      return { problem: recordedRegression(problem.agents, AIR_QUALITY_FEATURES) };
    case 'finite-sum-quadratic':
      return { problem: { ...problem, agents: Math.min(agents, problem.agents), dimension }, ...start };
    case 'linear-features-td':
      return {
        problem: {
          ...problem,
          agents: Math.min(agents, problem.agents),
          dimension: Math.min(dimension, problem.dimension),
          states,
        },
        ...start,
      };
    default:
      return {};
  }
}
