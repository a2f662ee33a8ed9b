/**
 * A step where the problem fits in no cache: TD(0) on Garnets with 10,000 states, d = 1,000, ten agents that share features
 * of 80 MB; and one of 1,000 states and d = 100 (0.8 MB) beside it.
 *
 * Ceiling: bytes. A step reads φ(s') (8 kB) from memory at a random place, since φ(s) was read in the step before; the model and what is
 * written of it, 8 kB an agent, stay in a first or second cache for the H steps of a turn. So it takes no less than copying
 * one row of Φ from a random place, which the first row of the table does, and 3 · 2d operations, some 200 ns at d = 1,000.
 */
import type { GarnetSpecification } from '../../src/problems/specification.ts';
import type { Benchmark } from '../harness/benchmark.ts';
import { compare, type Contender, nanosecondsEach, scaled } from '../harness/compare.ts';
import { type Plan, timedSteps } from '../harness/plan.ts';
import { PROJECT, times } from '../harness/targets.ts';
import { timedRun } from '../harness/timedRun.ts';
import { GARNET } from '../problems/specifications.ts';

const AGENTS = 10;

const specificationOf = (states: number, dimension: number): GarnetSpecification => {
  const { perturbation: _, ...garnet } = GARNET;
  return { ...garnet, agents: AGENTS, states, branching: 5, dimension, heterogeneity: 'high' };
};

/** Copies rows of a matrix `[S, d]` from random places. */
function copying(states: number, d: number): (count: number) => number {
  const features = new Float64Array(states * d).fill(1);
  const out = new Float64Array(d);
  let word = 1;
  return (count) => {
    for (let k = 0; k < count; k++) {
      word = (Math.imul(word, 1_664_525) + 1_013_904_223) >>> 0;
      const from = d * Math.floor((word / 2 ** 32) * states);
      out.set(features.subarray(from, from + d));
    }
    return out[0]!;
  };
}

const largeProblems: Benchmark = {
  name: 'targeted/largeProblems',
  question: 'what does a step cost when its features are beyond all caches, against copying them?',
  targets: [
    {
      description: 'a step with 10,000 states and d = 1,000 against copying one row of features',
      source: PROJECT,
      table: 'steps',
      figure: times('step 10000', 'copy 10000'),
      unit: 'times as long',
      bound: 'at most',
      limit: 3,
    },
  ],
  run: async (effort) => {
    const contenders = [
      [10_000, 1000],
      [1000, 100],
    ].flatMap(([states, d]): Contender[] => {
      const specification = specificationOf(states!, d!);
      const plan: Plan = {
        algorithm: 'local-sa',
        sampling: 'markov',
        localSteps: 100,
        rounds: effort.quick ? 20 : 100,
        timedFrom: effort.quick ? 10 : 50,
        stepSize: 0.01,
      };
      const size = `S = ${states!.toLocaleString('en-GB')}, d = ${d!.toLocaleString('en-GB')}`;
      return [
        {
          ...nanosecondsEach(`a row copied, ${size}`, copying(states!, d!), effort),
          key: `copy ${states!}`,
        },
        {
          key: `step ${states!}`,
          name: `a step, ${size}`,
          sample: async () =>
            scaled(
              (await timedRun(specification, plan, { placement: 'inline' })).cost,
              1e9 / timedSteps(AGENTS, plan),
            ),
        },
      ];
    });
    return [
      {
        key: 'steps',
        title: 'a step beside the bytes that it reads',
        unit: 'ns',
        rows: await compare(contenders, Math.min(effort.repetitions, 3)),
        checked: 'every run ends',
        notes: [],
      },
    ];
  },
};
export default largeProblems;
