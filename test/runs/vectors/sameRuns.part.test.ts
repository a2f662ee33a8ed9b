/** The vectors are what runs compute, bit for bit: `fedsa run` in rounds, and actors on a clock without them. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { localSa } from '../../../src/algorithms/localSa.ts';
import { buildProblem } from '../../../src/problems/buildProblem.ts';
import { timedLog } from '../../../src/testing/timedLog.ts';
import { trajectoryOf } from '../../../src/runs/vectors/trajectory.ts';
import { VECTOR_CASES } from '../../../src/runs/vectors/vectorCases.ts';
import { INITIAL, SEED, VECTOR_PROBLEM } from '../../../src/runs/vectors/vectorProblem.ts';
import { emptyFolder, fedsa, rows } from '../../commandLine/builtProgram.ts';
import { inSuite, oneIn } from '../../tooling/parts.ts';

const folder = emptyFolder();

/** A list of numbers as a matrix. */
const matrix = (all: ArrayLike<number>, columns: number): number[][] =>
  Array.from({ length: all.length / columns }, (_, r) =>
    Array.from(all).slice(r * columns, (r + 1) * columns),
  );

const TRIGGERS = [
  ['', '--local-steps 3'],
  // Their exact curves take three seconds.
  ['-bernoulli', '--communication-probability 0.3'],
] as const;

test.each(oneIn(2, TRIGGERS))('in rounds: the cases NAME%s', async (suffix, trigger) => {
  const d = VECTOR_PROBLEM.dimension;
  const agents = VECTOR_PROBLEM.agents.map(({ transition, A, b, states }) => ({
    transition: matrix(transition, states),
    A: matrix(A, d * d).map((state) => matrix(state, d)),
    b: matrix(b, d),
    initial: 'stationary',
  }));
  const problem = { format: 'fedsa-problem/1', kind: 'linear', dimension: d, agents };
  writeFileSync(join(folder, 'problem.json'), JSON.stringify(problem));
  const cases = VECTOR_CASES.filter(
    ({ schedule, trigger: { kind } }) =>
      schedule.kind === 'everyone' && (kind === 'bernoulli') === (suffix !== ''),
  );
  const names = cases.map(({ algorithm }) => algorithm.name);
  const sizes = '--step-size 0.1 --server-step-size 0.7 --momentum 0.6 --extrapolation step-size';
  const words = `run problem.json --algorithm ${names.join()} ${sizes} ${trigger} --initial ${INITIAL.join()} --rounds 3`;
  const out = `run${suffix}`;
  const end = `--seeds ${SEED}..${SEED} --iterates --no-report --quiet --out ${out}`;
  expect(await fedsa(folder, ...`${words} ${end}`.split(' '))).toMatchObject({ status: 0, stderr: '' });
  const found = rows(folder, out, 'iterates.csv');
  for (const vectorCase of cases) {
    const models = found
      .filter(({ algorithm, round }) => algorithm === vectorCase.algorithm.name && round !== '0')
      .map(({ theta_0, theta_1 }) => [Number(theta_0), Number(theta_1)]);
    expect(models, vectorCase.name).toEqual(trajectoryOf(vectorCase).theta.map((theta) => Array.from(theta)));
  }
});

inSuite.test.each(
  VECTOR_CASES.filter(({ schedule }) => schedule.kind === 'arrivals').map(
    (vectorCase) => [vectorCase.name, vectorCase] as const,
  ),
)('without rounds: the case %s', async (_, vectorCase) => {
  const { theta } = trajectoryOf(vectorCase);
  const { schedule, algorithm } = vectorCase;
  const problem = buildProblem(VECTOR_PROBLEM);
  const { models } = await timedLog({
    algorithm: localSa,
    parameters: { ...algorithm },
    agents: 3,
    initial: INITIAL,
    operator: (agent, copy) => problem.agent(agent).operator('markov', SEED, copy),
    localSteps: 3,
    rounds: theta.length,
    policy: schedule.kind === 'arrivals' ? schedule.policy : { kind: 'synchronous' },
    // Answers come at 1 s, 1.7 s, 2 s, 3 s, 3.1 s and 3.4 s: those of agents 0, 1, 0, 0, 2, 1.
    scripts: [1, 1.7, 3.1].map((seconds) => ({ compute: [seconds, seconds, seconds, seconds] })),
  });
  expect(models.slice(1)).toEqual(theta.map((model) => Array.from(model)));
});
