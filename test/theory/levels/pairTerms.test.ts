/** What pairs of agents add to the moments of long rounds, against plain loops over Mathematics (11). */
import { expect, test } from 'vitest';
import { elementOf, type Matrix, matrix, multiply } from '../../../src/maths/matrix.ts';
import type { FiniteObservations } from '../../../src/problems/observationLaw.ts';
import { localChain } from '../../../src/theory/chain/localSteps.ts';
import { LongMean } from '../../../src/theory/levels/longMean.ts';
import { longStage } from '../../../src/theory/levels/longStage.ts';
import { type BetweenRounds, pairTerms } from '../../../src/theory/levels/pairTerms.ts';
import { roundBlocks } from '../../../src/theory/levels/roundBlocks.ts';
import { runsOf } from '../../../src/theory/round/runsOf.ts';
import { LOCAL_SA } from '../../oracles/events.ts';
import { ownUniforms, randomProblem } from '../../oracles/explicitProblem.ts';
import { known } from './knownCase.ts';

const [M, d, H] = [3, 2, 60];
const trigger = { kind: 'deterministic', localSteps: H } as const;
const setting = known(randomProblem(M, d, 7), trigger);

function stageOf() {
  const runs = runsOf(LOCAL_SA(0.02), trigger, M);
  if ('reason' in runs) throw new Error(runs.reason);
  const round = roundBlocks(runs[0]!.program, { dimension: d, agents: M }, H);
  const chains = setting.agents.map(({ law }) => localChain(law as FiniteObservations, setting.root));
  return longStage(round, chains)!;
}

const stage = stageOf();
const uniform = ownUniforms(5);
const random = (rows: number, columns: number): Matrix =>
  matrix(
    rows,
    columns,
    Float64Array.from({ length: rows * columns }, () => 2 * uniform() - 1),
  );
const sums = stage.agents.map(({ reached: { rows: z } }): BetweenRounds => ({
  ofAgent: random(d, z),
  others: random(d ** 3, z),
}));

/** X = (e, 1) is one of these, each as likely. */
const POINTS = [
  [1, -2, 1],
  [0.5, 3, 1],
  [-1, 0.25, 1],
].map((x) => matrix(d + 1, 1, Float64Array.from(x)));
const S = matrix(d + 1, d + 1);
for (const { values: x } of POINTS)
  x.forEach((left, a) => {
    x.forEach((right, b) => (S.values[a * (d + 1) + b]! += (left * right) / POINTS.length));
  });

/**
 * `M⁻² Σ_{i≠j} E[u_i u_jᵀ]` of what each depends on itself, and `Σ_ce n_i[a, c, e] n_j[b, e, c]` of what each depends on the
 * other: c is of the other's result, e of the own one.
 */
function expected(a: number, b: number): number {
  let sum = 0;
  for (const x of POINTS) {
    const maps = stage.agents.map(({ reached }, i) => ({
      own: multiply(multiply(sums[i]!.ofAgent, reached), x).values,
      others: multiply(multiply(sums[i]!.others, reached), x).values,
    }));
    maps.forEach((first, i) => {
      maps.forEach((second, j) => {
        if (i === j) return;
        sum += first.own[a]! * second.own[b]!;
        for (let c = 0; c < d; c++)
          for (let e = 0; e < d; e++)
            sum += first.others[(a * d + c) * d + e]! * second.others[(b * d + e) * d + c]!;
      });
    });
  }
  return sum / POINTS.length / M ** 2;
}

test.each(['all pairs of alike agents at once', 'pair by pair'])('%s', (way) => {
  const whole = new LongMean(stage);
  expect(whole.areAlike).toBe(true);
  const mean = way.startsWith('all')
    ? whole
    : ({ areAlike: false, dimension: d, between: whole.between } as LongMean);
  const terms = pairTerms(stage.agents, sums, mean)(S);
  for (let a = 0; a < d; a++)
    for (let b = 0; b < d; b++) expect(elementOf(terms, a, b)).toBeCloseTo(expected(a, b), 12);
});
