/**
 * Asynchronous virtual time: FedAsync with 200 agents on Garnets, d = 8, H = 10, exponential
 * computing times; the whole program against the same simulation as one loop.
 *
 * Ceiling: the local steps, ten TD steps of d = 8, some 0.3 to 0.8 µs an update.
 */
import { buildProblem } from '../../src/problems/buildProblem.ts';
import type { Benchmark } from '../harness/benchmark.ts';
import { compare, scaled } from '../harness/compare.ts';
import { assertSameModel } from '../harness/sameWork.ts';
import { timedRun } from '../harness/timedRun.ts';
import { aSecond, PROJECT } from '../harness/targets.ts';
import { GARNET } from '../problems/specifications.ts';
import { asynchronousLoop } from './rivals/asynchronousLoop.ts';

const SPECIFICATION = { ...GARNET, agents: 200 };
const STEP_SIZE = 0.01;
const LOCAL_STEPS = 10;
const MIXING = 0.2;
const EXPONENT = 0.5;
const MODEL = { compute: { kind: 'exponential', mean: 1 } } as const;

const asynchronous: Benchmark = {
  name: 'simulation/asynchronous',
  question: 'what does an applied update of FedAsync cost, and how much of that is not the local steps?',
  targets: [
    {
      what: 'FedAsync, 200 agents, d = 8, H = 10, inline: applied updates',
      source: PROJECT,
      table: 'fedasync',
      figure: aSecond('fedsa', 1e6),
      unit: 'a second',
      bound: 'at least',
      limit: 300_000,
    },
  ],
  run: async ({ repetitions, quick }) => {
    const updates = quick ? 40_000 : 400_000;
    const timedFrom = updates / 4;
    const timedUpdates = updates - timedFrom;
    const program = () =>
      timedRun(
        SPECIFICATION,
        {
          algorithm: 'local-sa',
          sampling: 'markov',
          localSteps: LOCAL_STEPS,
          rounds: updates,
          timedFrom,
          stepSize: STEP_SIZE,
        },
        { placement: 'inline' },
        {
          policy: {
            kind: 'asynchronous',
            mixing: MIXING,
            weight: { kind: 'polynomial', exponent: EXPONENT },
          },
          timing: MODEL,
        },
      );
    const loop = () =>
      asynchronousLoop(buildProblem(SPECIFICATION), {
        model: MODEL,
        stepSize: STEP_SIZE,
        localSteps: LOCAL_STEPS,
        mixing: MIXING,
        exponent: EXPONENT,
        updates,
        timedFrom,
      });
    const checked = assertSameModel({ fedsa: (await program()).theta, 'one loop': loop().theta });
    return [
      {
        key: 'fedasync',
        title: 'FedAsync, M = 200, d = 8, H = 10, inline',
        unit: 'µs an applied update',
        rows: await compare(
          [
            {
              key: 'fedsa',
              name: 'fedsa',
              sample: async () => scaled((await program()).cost, 1e6 / timedUpdates),
            },
            { name: 'one loop, no actors', sample: () => scaled(loop().cost, 1e6 / timedUpdates) },
          ],
          Math.min(repetitions, 7),
        ),
        checked,
        notes: [],
      },
    ];
  },
};
export default asynchronous;
