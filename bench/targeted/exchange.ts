/**
 * A round in which nothing is computed: H = 1, d = 8, `G(θ) = 1 − θ` without noise. What is left is
 * the exchange: broadcast, barrier, answers, aggregation, the server's graph.
 *
 * The first rounds are not timed: the compiler works through them, in each thread by itself, and own
 * threads are many; 20 of them took 490 µs a round over rounds 300 to 600 and 190 over 2,000 to 4,000.
 *
 * Ceiling: wake-ups. A thread that sleeps costs the kernel some 5 to 50 µs to wake, in each direction;
 * one that looks in memory sees a line that another core wrote after 0.1 to 0.2 µs, but may look only
 * while there are cores enough. So two threads on two cores could do with 1 µs a round; 20 threads on two
 * cores are switched 20 times a round, 2 to 5 µs each: 40 to 100 µs divided by the cores. The sums of 200
 * agents' models are 200 · 8 additions, 1 to 2 µs, and a step and a message of each agent 10 to 50 ns as
 * plain calls: 2 to 10 µs.
 */
import { availableParallelism } from 'node:os';
import type { Benchmark, Effort, Table } from '../harness/benchmark.ts';
import { compare, scaled } from '../harness/compare.ts';
import type { Plan } from '../harness/plan.ts';
import { assertSameModel } from '../harness/sameWork.ts';
import { cost, PROJECT } from '../harness/targets.ts';
import { type Placed, timedRun } from '../harness/timedRun.ts';
import { contraction } from '../problems/specifications.ts';
import { postedMessages } from './rivals/postedMessages.ts';

const DIMENSION = 8;
const STEP_SIZE = 2 ** -15;

/** θ after T rounds from 0: every coordinate is `1 − (1 − η)^T`. */
const exact = (rounds: number): Float64Array =>
  new Float64Array(DIMENSION).fill(1 - (1 - STEP_SIZE) ** rounds);

/** A run of twice the timed rounds: half of them to warm up. */
const planOf = (timed: number): Plan => ({
  algorithm: 'local-sa',
  sampling: 'exact',
  localSteps: 1,
  rounds: 2 * timed,
  timedFrom: timed,
  stepSize: STEP_SIZE,
});

/**
 * @param timedRounds - of fedsa
 * @param postedRounds - of the rival, which is slower and warm much sooner
 */
async function versus(
  agents: number,
  placed: Placed,
  timedRounds: number,
  postedRounds: number,
  effort: Effort,
): Promise<Table> {
  const share = effort.quick ? 0.1 : 1;
  const plan = planOf(Math.round(timedRounds * share));
  const postedPlan = planOf(Math.round(postedRounds * share));
  const specification = contraction(agents, DIMENSION);
  const { placement } = placed;
  const threads = placement === 'own-thread' ? agents : (placed.threads ?? 1);
  const sides = [
    { key: 'fedsa', name: `fedsa, ${placement}`, plan, run: () => timedRun(specification, plan, placed) },
    {
      key: 'posted',
      name: `a posted message per agent, ${threads} ${threads === 1 ? 'thread' : 'threads'}`,
      plan: postedPlan,
      run: () => postedMessages(agents, threads, DIMENSION, postedPlan),
    },
  ];
  const checks = new Set<string>();
  for (const { name, run, plan } of sides) {
    const theta = Float64Array.from((await run()).theta);
    checks.add(assertSameModel({ 'the closed form': exact(plan.rounds), [name]: theta }));
  }
  const contenders = sides.map(({ key, name, plan, run }) => ({
    key,
    name,
    sample: async () => scaled((await run()).cost, 1e6 / (plan.rounds - plan.timedFrom)),
  }));
  return {
    key: `${agents} agents, ${placement}`,
    title: `${agents} agents, ${placement}${placement === 'packed' ? ` on ${threads}` : ''}, ${plan.timedFrom} rounds timed`,
    unit: 'µs a round',
    // Cold: what was run to be checked has warmed the compiler up.
    rows: await compare(contenders, effort.quick ? 2 : 5, 'cold'),
    checked: `${[...checks].join('; ')} as 1 − (1 − η)^T`,
    notes: [],
  };
}

const ofProject = { source: PROJECT, figure: cost('fedsa'), unit: 'µs', bound: 'at most' } as const;

const exchange: Benchmark = {
  name: 'targeted/exchange',
  question: 'what does a round cost beside its computations, and where should agents live?',
  targets: [
    {
      ...ofProject,
      description: 'an empty round of 200 agents, packed on all cores',
      table: '200 agents, packed',
      limit: 60,
    },
    {
      ...ofProject,
      description: 'an empty round of 20 agents in threads of their own',
      table: '20 agents, own-thread',
      limit: 250,
    },
  ],
  run: async (effort) => {
    const threads = availableParallelism();
    return [
      await versus(200, { placement: 'inline' }, 10_000, 1000, effort),
      await versus(200, { placement: 'packed', threads }, 10_000, 1000, effort),
      await versus(2, { placement: 'own-thread' }, 20_000, 10_000, effort),
      await versus(20, { placement: 'own-thread' }, 4_000, 2000, effort),
      await versus(20, { placement: 'packed', threads }, 20_000, 2000, effort),
    ];
  },
};
export default exchange;
