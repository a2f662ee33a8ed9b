/** Estimated errors of curves along event times that neglect third cumulants, on problems whose joint chain is small. */
import { expect, test } from 'vitest';
import type { PolicyConfiguration } from '../../../src/policies/index.ts';
import { buildProblem } from '../../../src/problems/buildProblem.ts';
import { solveProblem } from '../../../src/problems/root.ts';
import { arrivalCurve } from '../../../src/runs/theory/arrivalCurve.ts';
import type { ExactErrors } from '../../../src/theory/moments/exactErrors.ts';
import { type MomentBudget, PATIENT_BUDGET } from '../../../src/theory/budgets.ts';
import { ALL_SEVEN, configurationOf } from '../../oracles/events.ts';
import {
  type ExplicitAgent,
  type ExplicitProblem,
  ownUniforms,
  randomProblem,
  specificationOf,
} from '../../oracles/explicitProblem.ts';
import { byPart } from '../../tooling/parts.ts';
import { addRows, scaleRows } from '../../oracles/plainMatrices.ts';

const PROBLEMS = byPart(14, 40);
/** Rounds at which errors are compared. */
const AT = [5, 15, 30];
/** Too little memory for the joint chain of two agents, and enough for the moments without third cumulants. */
const SMALL: MomentBudget = { ...PATIENT_BUDGET, doubles: 3400 };

const exponential = (mean: number) => ({ kind: 'exponential', mean }) as const;
const constant = { kind: 'constant' } as const;
const POLICIES: readonly PolicyConfiguration[] = [
  { kind: 'buffered', count: 2, weight: constant },
  { kind: 'asynchronous', mixing: 0.5, weight: constant },
  { kind: 'sampled', count: 1 },
  { kind: 'first', count: 1, late: 'drop' },
];
/** Of these theory along event times has one stream and one exchange. */
const ALGORITHMS = ['local-sa', 'scafflsa', 'local-sgd-m', 'scaffold', 'minibatch-sgd'];

/** A chain that moves with a part of its probability, and whose A(s) are so many times as far from their mean. */
function harder(agent: ExplicitAgent, moves: number, spread: number): ExplicitAgent {
  const { transition, A } = agent;
  const mean = A.map((rows) => scaleRows(1 / A.length, rows)).reduce(addRows);
  return {
    ...agent,
    transition: transition.map((row, s) => row.map((p, t) => moves * p + (s === t ? 1 - moves : 0))),
    A: A.map((rows) => addRows(scaleRows(1 - spread, mean), scaleRows(spread, rows))),
  };
}

/** The curve on the joint chain and the one without third cumulants; nothing where either is refused. */
async function bothCurves(seed: number): Promise<readonly Extract<ExactErrors, { kind: 'exact' }>[]> {
  const uniform = ownUniforms(seed);
  const pick = <T>(...values: readonly T[]): T => values[Math.floor(uniform() * values.length)]!;
  const [moves, spread] = [pick(1, 0.5, 0.2, 0.1, 0.05), pick(1, 1, 2, 3)];
  const agents: ExplicitProblem = randomProblem(2, 2, 100 + seed).map((explicitAgent) =>
    harder(explicitAgent, moves, spread),
  );
  const stepSize = pick(0.02, 0.05, 0.1, 0.2);
  const name = pick(...ALGORITHMS);
  const algorithm = ALL_SEVEN(stepSize).find((configuration) => configuration.name === name)!;
  const configuration = configurationOf({
    algorithms: [algorithm],
    policy: pick(...POLICIES),
    timing: { compute: exponential(1), uplinkLatency: exponential(1) },
    trigger: { kind: 'deterministic', localSteps: pick(1, 2, 5, 10) },
    budget: { kind: 'rounds', rounds: AT.at(-1)! },
    initial: [1, -1],
    seeds: [1, 2],
  });
  const problem = buildProblem(specificationOf(agents));
  const rounds = Array.from({ length: AT.at(-1)! + 1 }, (_, t) => t);
  const curves: Extract<ExactErrors, { kind: 'exact' }>[] = [];
  for (const budget of [PATIENT_BUDGET, SMALL]) {
    const found = await arrivalCurve(
      problem,
      solveProblem(problem),
      configuration,
      algorithm,
      rounds,
      budget,
    );
    if (found.kind === 'refused') return [];
    curves.push(found);
  }
  return curves[0]!.neglects === undefined && curves[1]!.neglects !== undefined ? curves : [];
}

test('the true error is at most twice the estimate in 95 % of the rounds, and a thirtieth of the estimate is not', async () => {
  const found: { readonly error: number; readonly estimate: number }[] = [];
  for (let seed = 1; seed <= PROBLEMS; seed++) {
    const [exact, closed] = await bothCurves(seed);
    if (exact === undefined || closed === undefined) continue;
    for (const at of AT)
      found.push({
        error: Math.abs(closed.meanSquare[at]! / exact.meanSquare[at]! - 1),
        estimate: closed.relativeError![at]!,
      });
  }
  const missed = (factor: number): number =>
    found.filter(({ error, estimate }) => !(error <= 2 * factor * estimate)).length / found.length;
  expect(found.length).toBeGreaterThan(1.7 * PROBLEMS);
  expect(missed(1)).toBeLessThan(0.05);
  expect(missed(1 / 30)).toBeGreaterThan(0.05);
  // Enough of them are small enough for a number.
  expect(found.filter(({ estimate }) => estimate <= 0.1).length).toBeGreaterThan(0.3 * PROBLEMS);
});
