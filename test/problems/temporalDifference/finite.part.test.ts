/** Problem files of kind `td`: the same problem, written as one of kind `linear` over moves, has the same theory. */
import { describe, expect, test } from 'vitest';
import { parseProblemFile } from '../../../src/inputs/problemFile/problemFile.ts';
import { solveProblem } from '../../../src/problems/root.ts';
import { buildProblem } from '../../../src/problems/buildProblem.ts';
import type { FiniteLinearSpecification } from '../../../src/problems/specification.ts';
import { scenario, theory } from '../../../src/index.ts';
import { ownUniforms } from '../../oracles/explicitProblem.ts';
import { type PlainTdAgent, pairsOfTd } from '../../oracles/pairsOfTd.ts';
import { largestZ, meanAt, peeked, valuesOf } from '../../oracles/operatorCalls.ts';
import { inSuite, oneIn } from '../../tooling/parts.ts';
import { add, relativeDistance, type Row, scale, solution } from '../../oracles/plainMatrices.ts';

const S = 6;
const D = 3;
const DISCOUNT = 0.9;
const uniform = ownUniforms(3);
const list = <T>(length: number, entry: (index: number) => T): T[] =>
  Array.from({ length }, (_, k) => entry(k));
/** Some are 0. */
const law = (length: number): number[] => {
  const row = list(length, (k) => (k > 0 && uniform() < 0.2 ? 0 : 0.1 + uniform()));
  return scale(1 / row.reduce((sum, p) => sum + p), row);
};
const kernel = (): number[][] => list(S, () => law(S));
const features = (): number[][] => list(S, () => list(D, () => uniform() - 0.5));

/** Each form of an agent once. */
const AGENTS: readonly PlainTdAgent[] = [
  {
    transition: kernel(),
    rewards: list(S, uniform),
    features: features(),
    initial: { distribution: law(S) },
  },
  { transition: kernel(), rewards: list(S, () => list(S, uniform)), features: features(), discount: 0.5 },
  { actions: [kernel(), kernel()], rewards: list(S, uniform), features: features() },
  {
    actions: [kernel(), kernel()],
    policy: list(S, (s) => (s === 0 ? [0, 1] : law(2))),
    rewards: list(S, () => [uniform(), uniform()]),
    features: features(),
  },
  {
    actions: [kernel(), kernel()],
    policy: list(S, () => law(2)),
    rewards: list(2, () => list(S, () => list(S, uniform))),
    features: features(),
    initial: { distribution: law(S) },
  },
];

const tdText = (agents: readonly PlainTdAgent[]): string =>
  JSON.stringify({ format: 'fedsa-problem/1', kind: 'td', discount: DISCOUNT, agents });

const bothOf = (agents: readonly PlainTdAgent[]) => [
  parseProblemFile(tdText(agents), 'td.json'),
  parseProblemFile(JSON.stringify(pairsOfTd(agents, DISCOUNT)), 'pairs.json'),
];

type Theory = Awaited<ReturnType<typeof theory>>;

/** What does not say how the observations are numbered: of the chain of moves there are more states, and it mixes a step later. */
function numbersOf({ root, monotonicity, spectrum, constants, run }: Theory) {
  return {
    ...{ root, monotonicity, spectrum },
    agents: constants!.agents.map(({ chain: _, featureSpread: __, ...operator }) => operator),
    predicted: run!.predicted.map(({ meanSquare, biasSquare, kind, level }) => ({
      meanSquare,
      biasSquare,
      kind,
      level,
    })),
    curves: run!.curves,
  };
}

/** Every number of both, in one order. */
const flat = (value: unknown): readonly unknown[] =>
  typeof value === 'object' && value !== null ? Object.values(value).flatMap(flat) : [value];

async function expectSameTheory(
  agents: readonly PlainTdAgent[],
  settings: Parameters<typeof theory>[1],
): Promise<void> {
  const [td, pairs] = await Promise.all(
    bothOf(agents).map(async (problem) =>
      numbersOf(
        await theory(scenario({ name: 'same', title: 'Same', question: '', problem }), settings, {
          only: ['constants', 'curves'],
        }),
      ),
    ),
  );
  const [ours, theirs] = [flat(td), flat(pairs)];
  expect(td!.predicted.map(({ kind }) => kind)).toEqual(['exact', 'exact']);
  expect(ours).toHaveLength(theirs.length);
  ours.forEach((value, k) => {
    const other = theirs[k];
    if (typeof value === 'number' && typeof other === 'number' && Number.isFinite(value))
      expect(Math.abs(value - other) / Math.max(1, Math.abs(other))).toBeLessThan(1e-12);
    else expect(value).toBe(other);
  });
}

describe('a file of kind td and its moves as states of a file of kind linear', () => {
  const settings = { algorithms: ['local-sa', 'scafflsa'], stepSize: 0.1, localSteps: 3 } as const;

  inSuite.test(
    'have the same θ*, constants and curves of i.i.d. observations, whatever the form of an agent',
    async () => {
      await expectSameTheory(AGENTS, { ...settings, sampling: 'iid', rounds: 30 });
    },
  );

  test.each(
    oneIn(2, [
      [0, 1],
      [2, 3],
      [3, 4],
    ]),
  )('also along the chains, agents %i and %i', async (...indices) => {
    await expectSameTheory(
      indices.map((index) => AGENTS[index]!),
      { ...settings, rounds: 10 },
    );
  });
});

const THETA = [0.4, -2, 1.5];

inSuite.describe.each([...AGENTS.keys()])('the observations of agent %i', (index) => {
  const [td, pairs] = bothOf([AGENTS[index]!]).map((problem) => buildProblem(problem));
  const agent = td!.agent(0);

  test('have the average of their moves: of the chain’s law, and of 20,000 draws within 6 standard errors', () => {
    const mean = meanAt(pairs!.agent(0).mean!, THETA);
    expect(relativeDistance(meanAt(agent.mean!, THETA), mean)).toBeLessThan(1e-13);
    expect(largestZ(valuesOf(agent.operator('iid', 4), THETA, 20_000), mean)).toBeLessThan(6);
  });

  test('begin where the file says: the first of 10,000 seeds', () => {
    const [, file] = bothOf([AGENTS[index]!]) as [unknown, FiniteLinearSpecification];
    const { A, b, initial } = file.agents[0]!;
    const start =
      typeof initial === 'object' && 'distribution' in initial
        ? initial.distribution
        : [...pairs!.agent(0).chain!.stationary];
    const expected = start
      .map((p, o): Row =>
        scale(
          p,
          [...b.subarray(o * D, (o + 1) * D)].map((x, i) => x - inner(A, (o * D + i) * D)),
        ),
      )
      .reduce(add);
    const firsts = list(10_000, (seed) => peeked(agent.operator('markov', seed), THETA));
    expect(largestZ(firsts, expected)).toBeLessThan(6);
  });
});

const inner = (A: Float64Array, from: number): number =>
  THETA.reduce((sum, theta, j) => sum + A[from + j]! * theta, 0);

inSuite.test(
  'without features θ* is the value of the policy: V = Σ π(a|s) Σ P_a(s, s′)(r(a, s, s′) + γ V(s′))',
  () => {
    const { actions, policy, rewards } = AGENTS[4]! as Required<PlainTdAgent> & { rewards: number[][][] };
    const text = JSON.stringify({
      format: 'fedsa-problem/1',
      kind: 'td',
      agents: [{ actions, policy, rewards, discount: 0.8 }],
    });
    const problem = buildProblem(parseProblemFile(text, 'td.json'));
    const states = list(S, (s) => s);
    const P = states.map((s) =>
      states.map((next) => list(2, (a) => policy[s]![a]! * actions[a]![s]![next]!)),
    );
    const values = solution(
      P.map((row, s) => row.map(([p, q], next) => (s === next ? 1 : 0) - 0.8 * (p! + q!))),
      P.map((row, s) =>
        row.reduce(
          (sum, byAction, next) => byAction.reduce((r, p, a) => r + p * rewards[a]![s]![next]!, sum),
          0,
        ),
      ),
    );
    expect(relativeDistance([...solveProblem(problem).root!], values)).toBeLessThan(1e-12);
  },
);
