/**
 * A round in which nothing is computed: H = 1, d = 8, `G(θ) = 1 − θ` without noise. What is left is
 * the exchange: broadcast, barrier, answers, aggregation, the server's graph.
 *
 * Ceiling: wake-ups. A thread that sleeps costs the kernel some 5 to 50 µs to wake, in each
 * direction, and more threads than cores wait for one another.
 * Measured (Node 20.20, two shared cores of a Xeon, 2026-11-21, medians of turns), µs a round: 200
 * agents inline 89, packed 148; own threads, 2 agents 21, 20 agents 190. By posted messages, in the
 * same order: 985, 1,030, 29, 302.
 */
import { availableParallelism } from 'node:os';
import type { Benchmark, Effort, Table } from '../harness/benchmark.ts';
import { compare, scaled } from '../harness/compare.ts';
import { assertSameModel } from '../harness/sameWork.ts';
import { type Placed, timedRun } from '../harness/timedRun.ts';
import { contraction } from '../problems/smallLinear.ts';
import { postedMessages } from './rivals/postedMessages.ts';

const DIMENSION = 8;
const STEP_SIZE = 1 / 1024;

/** θ after T rounds from 0: every coordinate is `1 − (1 − η)^T`. */
const exact = (rounds: number): Float64Array =>
  new Float64Array(DIMENSION).fill(1 - (1 - STEP_SIZE) ** rounds);

async function versus(agents: number, placed: Placed, timedRounds: number, effort: Effort): Promise<Table> {
  const timedFrom = Math.round(timedRounds * (effort.quick ? 0.1 : 1));
  const rounds = 2 * timedFrom;
  const length = { localSteps: 1, rounds, timedFrom, stepSize: STEP_SIZE };
  const specification = contraction(agents, DIMENSION);
  const { placement } = placed;
  const threads = placement === 'own-thread' ? agents : (placed.threads ?? 1);
  const sides = {
    [`fedsa, ${placement}`]: () => timedRun(specification, 'exact', length, placed),
    [`a posted message per agent, ${threads} ${threads === 1 ? 'thread' : 'threads'}`]: () =>
      postedMessages(agents, threads, DIMENSION, length),
  };
  const models: Record<string, Float64Array> = { 'the closed form': exact(rounds) };
  for (const [name, run] of Object.entries(sides)) models[name] = Float64Array.from((await run()).theta);
  const checked = `${assertSameModel(models)} as 1 − (1 − η)^${rounds}`;
  const contenders = Object.entries(sides).map(([name, run]) => ({
    name,
    sample: async () => scaled((await run()).cost, 1e6 / (rounds - timedFrom)),
  }));
  return {
    title: `${agents} agents, ${placement}${placement === 'packed' ? ` on ${threads}` : ''}`,
    unit: 'µs a round',
    rows: await compare(contenders, Math.min(effort.repetitions, 7)),
    checked,
    notes: [],
  };
}

const exchange: Benchmark = {
  name: 'targeted/exchange',
  question: 'what does a round cost beside its computations, and where should agents live?',
  run: async (effort) => {
    const threads = availableParallelism();
    return [
      await versus(200, { placement: 'inline' }, 1000, effort),
      await versus(200, { placement: 'packed', threads }, 1000, effort),
      await versus(2, { placement: 'own-thread' }, 2000, effort),
      await versus(20, { placement: 'own-thread' }, 2000, effort),
      await versus(20, { placement: 'packed', threads }, 2000, effort),
    ];
  },
};
export default exchange;
