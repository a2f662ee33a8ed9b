/** Rounds of additive noise by what is least work, against the covariance of the whole state. */
import { describe, expect, test } from 'vitest';
import { finiteLinear } from '../../../src/problems/finiteLinear/family.ts';
import { solveProblem } from '../../../src/problems/root.ts';
import { fixedRounds } from '../../../src/theory/approximation/additiveRounds.ts';
import type { FixedRound } from '../../../src/theory/approximation/fixedRound.ts';
import { noiseOf } from '../../../src/theory/approximation/closureMoments.ts';
import { endOfMean } from '../../../src/theory/approximation/endOfMean.ts';
import { forgets, noiseOfRounds } from '../../../src/theory/approximation/forgetfulNoise.ts';
import { ServerCovariance } from '../../../src/theory/approximation/serverCovariance.ts';
import { roundShape } from '../../../src/theory/approximation/roundShape.ts';
import { meanRound, serverState, type ServerState } from '../../../src/theory/approximation/serverState.ts';
import { SharedRounds } from '../../../src/theory/approximation/sharedRounds.ts';
import { TiedRounds } from '../../../src/theory/approximation/tiedRounds.ts';
import { fixedStages } from '../../../src/theory/approximation/tiedStages.ts';
import { knownProblem } from '../../../src/theory/moments/knownProblem.ts';
import { type SingleRun, singleRun } from '../../../src/theory/moments/singleRun.ts';
import type { AlgorithmConfiguration } from '../../../src/protocol/configuration.ts';
import { FEDHSA, LOCAL_SA, LOCAL_SGD_M, MINIBATCH_SGD, SCAFFLSA, SCAFFOLD } from '../../oracles/events.ts';
import { randomProblem, specificationOf } from '../../oracles/explicitProblem.ts';

const STEPS = 60;
const problem = finiteLinear.build(
  specificationOf(randomProblem(4, 2, 7).map((agent) => ({ ...agent, initial: 'stationary' }))),
);

interface Rounds {
  readonly state: ServerState;
  readonly initial: Float64Array;
  readonly fixed: FixedRound[];
}

function roundsOf(algorithm: AlgorithmConfiguration): Rounds {
  const trigger = { kind: 'deterministic', localSteps: STEPS } as const;
  const known = knownProblem(problem, solveProblem(problem), {
    trigger,
    sampling: 'markov',
    initial: [1, -2],
  });
  if ('reason' in known || algorithm.name === 'richardson-romberg') throw new Error('not known');
  const state = serverState(roundShape((singleRun(algorithm, trigger, 4) as SingleRun).program, 2, STEPS), 4);
  const initial = new Float64Array(state.size);
  initial.set(known.initial);
  const means = known.agents.map(({ mean }) => mean);
  const sourceOf = (i: number) => {
    const { law, mean } = known.agents[i]!;
    if (law?.kind !== 'finite') throw new Error('not finite');
    return noiseOf(law, mean, known.root);
  };
  return { state, initial, fixed: fixedRounds(means, known.root, sourceOf, state, STEPS, initial) };
}

describe('rounds of agents whose chains forget within a round have the moments of the whole state:', () => {
  test.each([
    LOCAL_SA(0.01),
    FEDHSA(0.01, 0.5),
    MINIBATCH_SGD(0.5),
    LOCAL_SGD_M(0.01, 0.8, 0.6),
    SCAFFLSA(0.01),
    SCAFFOLD(0.01, 0.7),
  ])('$name', (algorithm) => {
    const { state, initial, fixed } = roundsOf(algorithm);
    expect(fixed.every(forgets)).toBe(true);
    const laws = fixed.map(({ chain }) => chain.start);
    const whole = new TiedRounds(fixedStages(state, fixed), 2, Float64Array.from([...initial, 1]), laws);
    const noise = noiseOfRounds(fixed, 2);
    const isHeard = state.shape.kept.includes('correction');
    const part = isHeard
      ? new ServerCovariance(state, noise, initial)
      : new SharedRounds(state, noise, initial);
    for (let round = 1; round <= 60; round++) {
      whole.advance();
      part.advance();
      const [expected, found] = [whole.moments(), part.moments()];
      const size = Math.max(...expected.second.map(Math.abs));
      found.second.forEach((value, j) => {
        expect(Math.abs(value - expected.second[j]!)).toBeLessThan(1e-11 * size);
      });
      found.mean.forEach((value, j) => {
        expect(value).toBeCloseTo(expected.mean[j]!, 12);
      });
      if (round < 8)
        found.second.forEach((value, j) => {
          expect(Math.abs(value - expected.second[j]!)).toBeLessThan(1e-12 * size);
        });
    }
  });
});

test('the mean recursion of SCAFFLSA ends where a round changes nothing, from far away too', () => {
  const { state, initial, fixed } = roundsOf(SCAFFLSA(0.0001));
  const maps = fixed.map(({ meanOverall }) => meanOverall);
  const end = endOfMean(state, maps, initial);
  const next = meanRound(state, maps, end, 1, 1);
  next.forEach((value, j) => {
    expect(Math.abs(value - end[j]!)).toBeLessThan(1e-9);
  });
});
