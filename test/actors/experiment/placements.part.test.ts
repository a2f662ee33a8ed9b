/**
 * Where actors live, and whether kernels or operators take their steps, changes no bit of what is told
 * of a run.
 */
import { afterAll, describe, expect, test } from 'vitest';
import type { ProblemSpecification } from '../../../src/problems/specification.ts';
import type { UserAgentFactory } from '../../../src/problems/userModule/family.ts';
import type { RunConfiguration, TriggerConfiguration } from '../../../src/configuration/configuration.ts';
import type { Sampling } from '../../../src/problems/operator.ts';
import { ALL_SEVEN, canonical, configurationOf, expectSameEvents, told } from '../../oracles/events.ts';
import { ownUniforms, randomProblem, specificationOf } from '../../oracles/explicitProblem.ts';
import { AUTOREGRESSION_MJS, CHAIN_TS, factoryOf, ModuleFolder } from '../../oracles/userModules.ts';
import { specimen } from '../../oracles/specimens.ts';
import { inSuite, oneIn, oneOfEach } from '../../tooling/parts.ts';

const folder = new ModuleFolder();
afterAll(() => {
  folder.remove();
});

const uniform = ownUniforms(3);
const recorded = (rows: number) => ({
  x: Float64Array.from({ length: rows * 3 }, uniform),
  y: Float64Array.from({ length: rows }, uniform),
});

const PROBLEMS: readonly { readonly name: string; readonly specification: ProblemSpecification }[] = [
  { name: 'a finite-linear problem', specification: specificationOf(randomProblem(5, 3, 1)) },
  {
    name: 'Garnets',
    specification: specimen('garnet', { seed: 4 }),
  },
  {
    name: 'Gauss–Markov quadratics',
    specification: specimen('gauss-markov-quadratic', {
      curvature: 'non-convex',
      offsetScale: 2,
      initialNoise: 'stationary',
      seed: 5,
    }),
  },
  {
    name: 'a regression on records',
    specification: {
      kind: 'recorded-regression',
      dimension: 3,
      series: [recorded(40), recorded(25)],
      windows: [
        { series: 0, start: 30, length: 20 },
        { series: 1, start: 0, length: 25 },
        { series: 1, start: 24, length: 1 },
      ],
      regularisation: 0.1,
      initial: 'stationary',
    },
  },
  {
    name: "a user's JavaScript module",
    specification: folder.write('autoregression.mjs', AUTOREGRESSION_MJS, {
      agents: 3,
      dimension: 3,
      options: { levels: [1, 2, -1] },
    }),
  },
  {
    name: "a user's TypeScript module",
    specification: folder.write('chain.ts', CHAIN_TS, { agents: 3, dimension: 3 }),
  },
];

const create = async (specification: ProblemSpecification): Promise<UserAgentFactory | undefined> =>
  specification.kind === 'module' ? await factoryOf(specification) : undefined;

async function eventsAt(specification: ProblemSpecification, configuration: RunConfiguration) {
  const { events, error } = await told(specification, configuration, { create: await create(specification) });
  expect(error).toBeUndefined();
  return { events: canonical(events), placed: events.find(({ kind }) => kind === 'placed') };
}

const H4: TriggerConfiguration = { kind: 'deterministic', localSteps: 4 };
const COINS: TriggerConfiguration = { kind: 'bernoulli', probability: 0.3 };

/** All seven algorithms, two seeds, 42 local steps, with an average over the last four fifths. */
const configured = (trigger: TriggerConfiguration, sampling: Sampling): RunConfiguration =>
  configurationOf({
    algorithms: ALL_SEVEN(0.1),
    trigger,
    sampling,
    seeds: [1, 2],
    initial: [1, 0, -1],
    budget: { kind: 'steps', steps: 42 },
    averageFrom: 0.2,
    drawn: true,
    lyapunov: true,
  });

const ONE_THREAD: Partial<RunConfiguration> = { placement: 'packed', threads: 1 };
const TWO_THREADS: Partial<RunConfiguration> = { placement: 'packed', threads: 2 };
const FIVE_THREADS: Partial<RunConfiguration> = { placement: 'packed', threads: 5 };
const OWN_THREADS: Partial<RunConfiguration> = { placement: 'own-thread' };
const BY_REPLICATION: Partial<RunConfiguration> = { placement: 'auto', threads: 1 };

const agentsOf = (specification: ProblemSpecification): number => {
  switch (specification.kind) {
    case 'finite-linear':
    case 'finite-td':
      return specification.agents.length;
    case 'recorded-regression':
      return specification.windows.length;
    default:
      return specification.agents;
  }
};

async function sameEverywhere(
  specification: ProblemSpecification,
  configuration: RunConfiguration,
  places: readonly Partial<RunConfiguration>[],
): Promise<void> {
  const reference = await eventsAt(specification, { ...configuration, kernels: 'reference' });
  // 2 seeds × 7 algorithms, each started, told of at least its round 0, and ended
  expect(reference.events.length).toBeGreaterThan(14 * 3);
  expectSameEvents((await eventsAt(specification, configuration)).events, reference.events);
  const M = agentsOf(specification);
  for (const place of places) {
    const { events, placed } = await eventsAt(specification, { ...configuration, ...place });
    expect(placed).toMatchObject({
      placement:
        place === BY_REPLICATION
          ? { name: 'packed', unit: 'replications' }
          : { name: place.placement, threads: place.threads ?? M, unit: 'agents' },
    });
    expectSameEvents(events, reference.events);
  }
}

describe('every event of a run on a finite-linear problem', () => {
  const { specification } = PROBLEMS[0]!;

  const places = [
    { title: 'packed on 2 threads', place: TWO_THREADS },
    { title: 'packed on 1 thread', place: ONE_THREAD },
    { title: 'packed on 5 threads', place: FIVE_THREADS },
    { title: 'in 5 own threads', place: OWN_THREADS },
    { title: 'by replication', place: BY_REPLICATION },
  ];
  test.each(oneIn(4, places))('is the same inline and $title, for H = 4', async ({ place }) => {
    await sameEverywhere(specification, configured(H4, 'markov'), [place]);
  });

  test.each(oneIn(2, [places[3]!, places[4]!]))(
    'is the same inline and $title, for Bernoulli(0.3)',
    async ({ place }) => {
      await sameEverywhere(specification, configured(COINS, 'markov'), [place]);
    },
  );

  const samplings = [
    { trigger: H4, blocks: 'H = 4', sampling: 'iid' },
    { trigger: H4, blocks: 'H = 4', sampling: 'exact' },
    { trigger: COINS, blocks: 'Bernoulli(0.3)', sampling: 'iid' },
    { trigger: COINS, blocks: 'Bernoulli(0.3)', sampling: 'exact' },
  ] as const;
  test.each(oneIn(2, samplings))(
    'is the same inline and on 2 threads for $sampling sampling, $blocks',
    async ({ trigger, sampling }) => {
      await sameEverywhere(specification, configured(trigger, sampling), [TWO_THREADS]);
    },
  );
});

// What a problem adds to the placements above is how its agents are built in a thread, and their kernels.
const ELSEWHERE = PROBLEMS.slice(1).map(({ name, specification }) => [
  {
    name,
    specification,
    run: configured(H4, 'markov'),
    place: TWO_THREADS,
    title: 'on 2 threads for H = 4, Markov sampling',
  },
  {
    name,
    specification,
    run: configured(COINS, 'iid'),
    place: BY_REPLICATION,
    title: 'by replication for Bernoulli(0.3), i.i.d.',
  },
  {
    name,
    specification,
    run: configured(COINS, 'exact'),
    place: undefined,
    title: 'by kernels for Bernoulli(0.3), noiseless',
  },
]);
test.each(oneOfEach(ELSEWHERE))(
  'every event of a run on $name is the same inline and $title',
  async ({ specification, run, place }) => {
    await sameEverywhere(specification, run, place === undefined ? [] : [place]);
  },
);

inSuite.test(
  'many seeds on two threads, whole replications each, are told in the order of one after another',
  async () => {
    const { specification } = PROBLEMS[0]!;
    const seeds = Array.from({ length: 30 }, (_, k) => 100 - k);
    const configuration = configurationOf({ algorithms: ALL_SEVEN(0.1), seeds, initial: [0, 0, 0] });
    const inline = await eventsAt(specification, configuration);
    const auto = await eventsAt(specification, { ...configuration, placement: 'auto', threads: 2 });
    expect(auto.placed).toEqual({
      kind: 'placed',
      placement: { name: 'packed', threads: 2, unit: 'replications' },
      why: 'there are enough algorithms and seeds for all threads',
    });
    expectSameEvents(auto.events, inline.events);
  },
);

inSuite.test('replications that are done already are left out, and the others are the same', async () => {
  const { specification } = PROBLEMS[0]!;
  const configuration = configurationOf({ seeds: [1, 2, 3], initial: [0, 0, 0] });
  const all = await eventsAt(specification, configuration);
  const rest = await eventsAt(specification, { ...configuration, seeds: [1, 3] });
  const isSecond = (event: (typeof all.events)[number]): boolean =>
    'replication' in event && event.replication.seed === 2;
  expect(rest.events).toEqual(all.events.filter((event) => !isSecond(event)));
});
