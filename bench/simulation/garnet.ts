/**
 * Whole runs of SCAFFLSA's low-heterogeneity Garnet: N = 100 agents, 30 states, d = 8.
 *
 * Ceiling: arithmetic. An agent has 30 rows of up to 4 slots and one of up to 30, 150 slots of 8 bytes:
 * 1.2 KB of alias tables; features (1.9 KB) and rewards (0.2 KB) are the same for all. With H = 1000 all
 * that an agent needs stays in the first cache (32 to 48 KB); with H = 10 the tables of all agents, 120 KB,
 * come from the second (1 to 2 MB) time and again, some 4 ns a load. A step is two dot
 * products (32 operations), the temporal difference (4) and the move of θ (24; SCAFFLSA adds c to it, 8
 * more): 60 floating-point operations, 30 instructions of two lanes, and some 20 instructions to draw. A
 * core that starts four such instructions a cycle needs 13 cycles for them, 3 to 5 ns; but the steps of
 * one agent wait for one another: a chain of a product, four additions, the sum of the lanes, the
 * temporal difference (3) and the move (3), 12 operations of 3 to 4 cycles, 36 to 48 cycles, 10 to 15 ns
 * at 3 to 4 GHz. That is the ceiling of a loop over agents one after the other, as the C++ loop is. Agents
 * that step in turns fill one another's waiting time. numpy pays some 20 calls a step for all agents, 100
 * to 200 ns an agent with 100 agents, whatever they compute.
 */
import type { Benchmark, Target } from '../harness/benchmark.ts';
import type { Plan } from '../harness/plan.ts';
import { cost, PROJECT, times } from '../harness/targets.ts';
import { GARNET } from '../problems/specifications.ts';
import { againstRivals, keyOf } from './againstRivals.ts';

/** Agent-steps that are timed, and as many before them; short rounds are many, so that compilers are done. */
const STEPS = { 10: 3_000_000, 100: 5_000_000, 1000: 2_000_000 } as const;
const QUICK_STEPS = { 10: 2_000_000, 1000: 1_000_000 } as const;

function planOf(
  algorithm: Plan['algorithm'],
  sampling: 'markov' | 'iid',
  localSteps: number,
  steps: number,
): Plan {
  const timedFrom = steps / (GARNET.agents * localSteps);
  return { algorithm, sampling, localSteps, rounds: 2 * timedFrom, timedFrom, stepSize: 0.01 };
}

const PLANS: readonly Plan[] = [
  ...([1000, 10] as const).flatMap((H) =>
    (['local-sa', 'scafflsa'] as const).flatMap((algorithm) =>
      (['markov', 'iid'] as const).map((sampling) => planOf(algorithm, sampling, H, STEPS[H])),
    ),
  ),
  planOf('local-sa', 'markov', 100, STEPS[100]),
];

/** Between them they have every kind of step once. */
const QUICK_PLANS = [
  planOf('local-sa', 'markov', 1000, QUICK_STEPS[1000]),
  planOf('scafflsa', 'iid', 10, QUICK_STEPS[10]),
];

const targets = PLANS.flatMap((plan): Target[] => {
  const table = keyOf(plan);
  const kind = { source: PROJECT, table };
  return [
    {
      ...kind,
      description: `Garnet, ${table}: a step on one thread`,
      figure: cost('inline'),
      unit: 'ns',
      bound: 'at most',
      limit: 25,
    },
    {
      ...kind,
      description: `Garnet, ${table}: one thread against numpy`,
      figure: times('numpy', 'inline'),
      unit: 'times as fast',
      bound: 'at least',
      limit: 20,
    },
    ...(plan.localSteps < 100
      ? [
          {
            ...kind,
            description: `Garnet, ${table}: one thread against the C++ loop on one`,
            figure: times('inline', 'compiled'),
            unit: 'times the loop',
            bound: 'at most',
            // a draw from π more, which several agents' draws overlap
            limit: plan.sampling === 'iid' ? 1 : 1.3,
          } as const,
        ]
      : [
          {
            ...kind,
            description: `Garnet, ${table}: all threads against one`,
            figure: times('inline', 'packed'),
            unit: 'times as fast',
            bound: 'at least',
            limit: 1.7,
          } as const,
        ]),
  ];
});

const garnet: Benchmark = {
  name: 'simulation/garnet',
  question: 'what does a step of TD learning cost in a whole run, with short vectors?',
  targets,
  run: (effort) =>
    againstRivals(
      'TD(0), N = 100, n = 30, d = 8',
      GARNET,
      effort.quick ? QUICK_PLANS : PLANS,
      ({ localSteps }) => (localSteps === 10 ? 5 : 25),
      effort,
    ),
};
export default garnet;
