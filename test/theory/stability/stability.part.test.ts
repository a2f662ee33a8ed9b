/**
 * The largest stable steps against maps of moments that are written out here in a few lines: of one scalar parameter and
 * local steps, on the joint chain of all agents.
 */
import { describe, expect, test } from 'vitest';
import { spectralRadius } from '../../../src/maths/eigenvalues.ts';
import { finiteLinear } from '../../../src/problems/finiteLinear/family.ts';
import type { Problem, Sampling } from '../../../src/problems/operator.ts';
import { solveProblem } from '../../../src/problems/root.ts';
import type { AlgorithmConfiguration, ScheduledAlgorithm } from '../../../src/configuration/configuration.ts';
import { meanSquareFactors } from '../../../src/theory/stability/runFactors.ts';
import { exactErrors } from '../../../src/theory/moments/exactErrors.ts';
import { withStep } from '../../../src/theory/stability/scannedStep.ts';
import { theoryReport } from '../../../src/theory/theoryReport.ts';
import { ALL_SEVEN, LOCAL_SA, RICHARDSON_ROMBERG, SCAFFLSA } from '../../oracles/events.ts';
import { type ExplicitProblem, specificationOf } from '../../oracles/explicitProblem.ts';
import { byPart, inSuite, oneIn } from '../../tooling/parts.ts';
import { blownUp, SLOW } from '../levels/knownCase.ts';
import { gaussMarkovAgent, lawsOnly } from '../moments/observedProblems.ts';
import { SCALAR_LAWS, scalarProblem } from '../observedAgents.ts';
import { stableSteps } from './stableSteps.ts';

const every = (localSteps: number) => ({ kind: 'deterministic', localSteps }) as const;

const built = (problem: ExplicitProblem): Problem => finiteLinear.build(specificationOf(problem));

/** ρ of E[θ̄^power; s] over a round of Local SA of one parameter, on the joint chain. */
function jointRadius(problem: ExplicitProblem, step: number, localSteps: number, power: 1 | 2): number {
  const M = problem.length;
  const states = problem.map(({ transition }) => transition.length);
  const joint = states.reduce((product, S) => product * S, 1);
  const stateOf = (s: number, agent: number): number =>
    Math.floor(s / states.slice(0, agent).reduce((product, S) => product * S, 1)) % states[agent]!;
  const chance = (s: number, t: number): number =>
    problem.reduce((p, { transition }, i) => p * transition[stateOf(s, i)]![stateOf(t, i)]!, 1);
  const moves = Array.from({ length: joint }, (_, s) =>
    Array.from({ length: joint }, (__, t) => chance(s, t)),
  );
  const kept = (s: number, i: number): number => 1 - step * problem[i]!.A[stateOf(s, i)]![0]![0]!;
  // E[Π_{i ∈ chosen} θ_i; s] over the local steps, of models that start alike
  const compute = (chosen: readonly number[]): Float64Array[] =>
    Array.from({ length: joint }, (_, start) => {
      let now = new Float64Array(joint);
      now[start] = 1;
      for (let h = 0; h < localSteps; h++) {
        const next = new Float64Array(joint);
        now.forEach((x, s) => {
          const moved = chosen.reduce((product, i) => product * kept(s, i), x);
          if (x !== 0) for (let t = 0; t < joint; t++) next[t]! += moves[s]![t]! * moved;
        });
        now = next;
      }
      return now;
    });
  const map = new Float64Array(joint * joint);
  const agents = [...problem.keys()];
  const all = power === 1 ? agents.map((i) => [i]) : agents.flatMap((i) => agents.map((j) => [i, j]));
  for (const chosen of all)
    compute(chosen).forEach((row, s) => row.forEach((x, t) => (map[t * joint + s]! += x / M ** power)));
  return spectralRadius(map, joint);
}

/** Where an increasing function is 1. */
function endOf(radius: (step: number) => number, most: number): number {
  let [lower, upper] = [most / 100, most];
  while (upper - lower > 1e-7 * upper) {
    const middle = (lower + upper) / 2;
    if (radius(middle) < 1) lower = middle;
    else upper = middle;
  }
  return lower;
}

describe('under Markov sampling', () => {
  inSuite.test('the steps are those of the joint chain, far below the recursion without noise', () => {
    const [found] = stableSteps(built(SLOW), {
      algorithms: [LOCAL_SA(9)],
      trigger: every(2),
      sampling: 'markov',
    });
    const [mean, square] = ([1, 2] as const).map((power) =>
      endOf((step) => jointRadius(SLOW, step, 2, power), 3),
    );
    expect(found).toMatchObject({ mean: { kind: 'exact' }, meanSquare: { kind: 'exact' } });
    expect(found!.mean.step! / mean!).toBeCloseTo(1, 5);
    expect(found!.meanSquare.step! / square!).toBeCloseTo(1, 5);
    const [without] = stableSteps(built(SLOW), { algorithms: [LOCAL_SA(9)], trigger: every(2) });
    expect(without!.mean.step! / mean!).toBeGreaterThan(1.3);
  });

  // 15 states an agent instead of 3: the joint chain is out of reach, and its numbers are known all the same
  inSuite.test('of many states they are approximate, with an estimate of their error', () => {
    const steps = (problem: ExplicitProblem, localSteps: number, copies = 1) =>
      stableSteps(
        built(blownUp(problem, copies)),
        { algorithms: [LOCAL_SA(0.1)], trigger: every(localSteps), sampling: 'markov' },
        3e8,
      )[0]!;
    const large = steps(SLOW, 4, 5);
    const small = steps(SLOW, 4);
    for (const moment of ['mean', 'meanSquare'] as const) {
      const { step, relativeError, kind, reason } = large[moment];
      expect([kind, reason]).toEqual(['approximate', 'neglects correlations among three agents and more']);
      expect(Math.abs(step! / small[moment].step! - 1)).toBeLessThan(2 * relativeError!);
      expect(relativeError).toBeLessThan(0.1);
    }
    // with one local step a round agents’ correlations matter more than that
    expect(steps(SLOW, 1, 5).meanSquare).toMatchObject({
      step: null,
      kind: 'none',
      reason: expect.stringMatching(
        /^the estimated error of its approximation is 1\d %, above 10 %$/,
      ) as string,
    });
  });

  // Pairs of alike agents are one table, which stays symmetric; half a second.
  inSuite.test('of alike agents they are within their estimate too', () => {
    const alike = [1, 1, 1].map((agent) => SLOW[agent]!);
    const [large, small] = [5, 1].map(
      (copies) =>
        stableSteps(
          built(blownUp(alike, copies)),
          { algorithms: [LOCAL_SA(0.1)], trigger: every(4), sampling: 'markov' },
          3e8,
        )[0]!,
    );
    for (const moment of ['mean', 'meanSquare'] as const) {
      const { step, relativeError, kind } = large![moment];
      expect([kind, small![moment].kind]).toEqual(['approximate', 'exact']);
      expect(Math.abs(step! / small![moment].step! - 1)).toBeLessThan(2 * relativeError!);
    }
  });

  test.each(oneIn(2, [3, 5]))(
    'of one agent they need no joint chain, and are exact, H = %d',
    (localSteps) => {
      const explicitAgents = SLOW.slice(0, 1);
      const [small, large] = [explicitAgents, blownUp(explicitAgents, 30)].map(
        (problem) =>
          stableSteps(built(problem), {
            algorithms: [LOCAL_SA(0.1)],
            trigger: every(localSteps),
            sampling: 'markov',
          })[0]!,
      );
      for (const moment of ['mean', 'meanSquare'] as const) {
        expect(large![moment].kind).toBe('exact');
        expect(Math.abs(large![moment].step! / small![moment].step! - 1)).toBeLessThan(2e-6);
      }
    },
  );

  test('they do not depend on the step that is asked for, and Richardson–Romberg’s are those of its longest step', () => {
    const steps = (algorithm: ScheduledAlgorithm) =>
      stableSteps(built(SLOW), { algorithms: [algorithm], trigger: every(2), sampling: 'markov' })[0]!
        .meanSquare.step;
    const [once, ...others] = byPart([0.01, 50], [0.01, 0.3, 2, 50]).map((step) => steps(SCAFFLSA(step)));
    for (const other of others) expect(other).toBe(once);
    expect(steps(RICHARDSON_ROMBERG(0.1))! / steps(LOCAL_SA(0.1))!).toBeCloseTo(1 / 2, 5);
  });

  inSuite.test('what takes more than the budget has no number, and what it needs as the reason', () => {
    const configuration = { algorithms: [LOCAL_SA(0.1)], trigger: every(5), sampling: 'markov' } as const;
    const [found] = stableSteps(built(blownUp(SLOW, 12)), configuration, 1e6);
    for (const stableStep of [found!.mean, found!.meanSquare]) {
      expect(stableStep).toMatchObject({ step: null, relativeError: null, kind: 'none' });
      expect(stableStep.reason).toMatch(/about \S+ multiplications, more than \S+; --exact takes the time$/);
    }
    expect(stableSteps(built(blownUp(SLOW, 12)), configuration, 1e6)).toEqual([found]);
  });

  inSuite.test('where the mean square grows there is no prediction by levels, and the reason says so', () => {
    const problem = built(blownUp(SLOW, 12));
    const configuration = {
      algorithms: [LOCAL_SA(1.5)],
      trigger: every(1),
      sampling: 'markov',
      initial: [0],
      budget: { kind: 'rounds', rounds: 20 },
      stride: 1,
    } as const;
    const { run } = theoryReport(problem, solveProblem(problem), configuration);
    const [factor] = run!.meanSquareFactors;
    const truth = jointRadius(SLOW, 1.5, 1, 2);
    expect(truth).toBeGreaterThan(1);
    expect(factor!.value).toBeGreaterThan(1);
    expect(Math.abs(factor!.value / truth - 1)).toBeLessThan(2 * factor!.relativeError);
    expect(run!.predicted[0]).toMatchObject({ kind: 'none', meanSquare: [] });
    expect(run!.predicted[0]!.reason).toMatch(/the mean square grows at this step size/);
  });
});

inSuite.describe('where moments are exact', () => {
  test('that of one scalar agent with H = 1 is 2 E[A]/E[A²] under i.i.d. sampling', () => {
    const single: Problem = { ...scalarProblem(), agents: 1 };
    const [{ A }] = SCALAR_LAWS as [(typeof SCALAR_LAWS)[0]];
    const expected = (2 * (A[0]! + A[1]!)) / (A[0]! ** 2 + A[1]! ** 2);
    const algorithms = [LOCAL_SA(1), { name: 'minibatch-sgd', serverStepSize: 1 } as const];
    for (const { meanSquare } of stableSteps(single, { algorithms, trigger: every(1), sampling: 'iid' }))
      expect(meanSquare.step! / expected).toBeCloseTo(1, 5);
  });

  test.each([
    ['iid', 0.5],
    ['markov', 0.9],
  ] as [Sampling, number][])('runs whose mean square stays bounded end there, %s', (sampling, stay) => {
    const problem = scalarProblem(stay);
    const algorithms = ALL_SEVEN(0.1).filter(({ name }) => name !== 'local-sgd-m');
    const found = stableSteps(problem, { algorithms, trigger: every(4), sampling });
    found.forEach(({ meanSquare }, k) => {
      const growth = (step: number): number => {
        const moved = withStep(algorithms[k]!, step) as AlgorithmConfiguration;
        const configuration = { trigger: every(4), sampling, initial: [1] };
        const exact = exactErrors(problem, solveProblem(problem), configuration, moved, [2000, 4000]);
        if (exact.kind !== 'exact') throw new Error(exact.reason);
        return exact.meanSquare[1]! / exact.meanSquare[0]!;
      };
      expect(growth(0.98 * meanSquare.step!), algorithms[k]!.name).toBeCloseTo(1, 6);
      // Infinity/Infinity once both are beyond all doubles
      expect(growth(1.02 * meanSquare.step!), algorithms[k]!.name).not.toBeLessThan(2);
    });
  });

  test('additive noise does not matter to it, of however many agents', () => {
    const agent = gaussMarkovAgent([1.5, 0.3, -0.2, 1], [1, 0], [0.5, 0, 0.1, 0.2], 0.3, 'zero');
    const problem = lawsOnly(2, new Array(60).fill(agent));
    const [found] = stableSteps(problem, {
      algorithms: [SCAFFLSA(0.1)],
      trigger: every(3),
      sampling: 'markov',
    });
    expect(found!.mean.kind).toBe('exact');
    expect(found!.meanSquare).toEqual(found!.mean);
  });

  test('without noise, random gaps alone make the mean square end earlier than the mean', () => {
    const trigger = { kind: 'bernoulli', probability: 0.5 } as const;
    const [found] = stableSteps(scalarProblem(), { algorithms: [LOCAL_SA(0.1)], trigger });
    expect(found!.meanSquare.kind).toBe('exact');
    expect(found!.meanSquare.step).toBeLessThan(0.99 * found!.mean.step!);
  });
});

inSuite.test('factors at a run’s own step are exact where the joint chain is small', () => {
  const configuration = {
    algorithms: [LOCAL_SA(0.7)],
    trigger: every(2),
    sampling: 'markov',
    initial: [1],
  } as const;
  const problem = built(SLOW);
  const budget = { multiplications: 1e9, doubles: 8e6 };
  const [factor] = meanSquareFactors(problem, solveProblem(problem), configuration, budget);
  expect(factor!.relativeError).toBe(0);
  expect(factor!.value).toBeCloseTo(jointRadius(SLOW, 0.7, 2, 2), 8);
});
