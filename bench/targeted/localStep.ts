/**
 * One agent's local steps, `LocalOperator.advance`, with its tables in the cache: against the same
 * arithmetic written out as one function.
 *
 * Ceiling: arithmetic. The order of summation is fixed, two lanes, so a dot product is a chain of
 * d/2 additions of 4 cycles: 100 cycles at d = 50, some 35 ns, with the other dot product beside it.
 * Then come 3d operations of the step itself, independent of one another, and a draw of 26 ns.
 * Measured (Node 20.20, two shared cores of a Xeon, 2026-11-21, processor time, medians of turns):
 * d = 8: 80 ns, d = 50: 317 ns, in both cases no more than written out; d = 2: 48 ns against 29.
 */
import { buildProblem } from '../../src/problems/buildProblem.ts';
import type { ProblemSpecification } from '../../src/problems/specification.ts';
import type { Benchmark, Effort, Table } from '../harness/benchmark.ts';
import { compare, nanosecondsEach } from '../harness/compare.ts';
import { assertSameModel } from '../harness/sameWork.ts';
import { flatTables } from '../problems/flatTables.ts';
import { GARNET, LINEAR_FEATURES, TWO_STATES } from '../problems/specifications.ts';
import { monolithicLinear } from './rivals/monolithicLinear.ts';
import { monolithicTd, type Steps } from './rivals/monolithicTd.ts';

const SEED = 1;
const STEP_SIZE = 0.02;
const STEPS_CHECKED = 10_000;

async function versus(
  title: string,
  specification: ProblemSpecification,
  makeRival: () => Steps,
  effort: Effort,
): Promise<Table> {
  const makeOwn = (): Steps => {
    const operator = buildProblem(specification).agent(0).operator('markov', SEED);
    return (theta, stepSize, count) => {
      operator.advance(theta, stepSize, undefined, count);
    };
  };
  const sides = { 'LocalOperator.advance': makeOwn, 'written out as one function': makeRival };
  const models = Object.entries(sides).map(([name, make]) => {
    const theta = new Float64Array(
      specification.kind === 'finite-linear' ? 2 : buildProblem(specification).dimension,
    );
    make()(theta, STEP_SIZE, STEPS_CHECKED);
    return [name, theta] as const;
  });
  const checked = `after ${STEPS_CHECKED} steps ${assertSameModel(Object.fromEntries(models))}`;
  const contenders = Object.entries(sides).map(([name, make], k) => {
    const steps = make();
    const theta = Float64Array.from(models[k]![1]);
    return nanosecondsEach(
      name,
      (count) => {
        steps(theta, STEP_SIZE, count);
        return theta[0]!;
      },
      effort,
    );
  });
  return {
    title,
    unit: 'ns a step',
    rows: await compare(contenders, effort.repetitions),
    checked,
    notes: [],
  };
}

const localStep: Benchmark = {
  name: 'targeted/localStep',
  question: 'what does a local step cost by itself, one agent, no messages?',
  run: async (effort) => [
    await versus(
      'TD(0), S = 30, d = 8',
      GARNET,
      () => monolithicTd(flatTables({ ...GARNET, agents: 1 }, SEED)),
      effort,
    ),
    await versus(
      'TD(0), S = 100, d = 50',
      LINEAR_FEATURES,
      () => monolithicTd(flatTables({ ...LINEAR_FEATURES, agents: 1 }, SEED)),
      effort,
    ),
    await versus(
      'finite linear, S = 2, d = 2',
      TWO_STATES,
      () => monolithicLinear(TWO_STATES.agents[0]!, `fedsa/${SEED}/chain/0`),
      effort,
    ),
  ],
};
export default localStep;
