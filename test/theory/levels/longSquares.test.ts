/** Second moments of long rounds, within which chains forget where they stood: at any step size those of the joint chain. */
import { expect, test } from 'vitest';
import type { FiniteObservations } from '../../../src/problems/observationLaw.ts';
import { localChain } from '../../../src/theory/chain/localSteps.ts';
import { hasLongSquares, longSquareRadius } from '../../../src/theory/levels/longSquares.ts';
import { roundBlocks } from '../../../src/theory/levels/roundBlocks.ts';
import { meanSquareFactor } from '../../../src/theory/stability/meanSquareFactor.ts';
import { runsOf } from '../../../src/theory/round/runsOf.ts';
import { LOCAL_SA } from '../../oracles/events.ts';
import { type ExplicitProblem, randomProblem } from '../../oracles/explicitProblem.ts';
import { known, UNBOUNDED } from './knownCase.ts';

const LOCAL_STEPS = 80;

/** The spectral radius, and that of the joint chain. */
function radii(explicit: ExplicitProblem, step: number): { readonly found: number; readonly truth: number } {
  const algorithm = LOCAL_SA(step);
  const problem = known(explicit, { kind: 'deterministic', localSteps: LOCAL_STEPS });
  const { agents, root, trigger } = problem;
  const runs = runsOf(algorithm, trigger, agents.length);
  const truth = meanSquareFactor(problem, algorithm, UNBOUNDED);
  if ('reason' in runs || typeof truth !== 'number') throw new Error('the truth is not known');
  const { program } = runs[0]!;
  const round = roundBlocks(program, { dimension: root.length, agents: agents.length }, LOCAL_STEPS);
  const chains = agents.map(({ law }) => localChain(law as FiniteObservations, root));
  expect(hasLongSquares(round)).toBe(true);
  return { found: longSquareRadius(round, chains)!, truth };
}

test.each([0.02, 0.2, 0.6, 1.1])('the spectral radius is that of the joint chain, η = %f', (step) => {
  const { found, truth } = radii(randomProblem(3, 2, 7), step);
  expect(Math.abs(found - truth)).toBeLessThan(1e-11 * Math.max(truth, 1e-3));
});

test('it is 0 where local steps leave nothing', () => {
  const problem = randomProblem(2, 1, 7).map((agent) => ({ ...agent, A: agent.A.map(() => [[1]]) }));
  expect(radii(problem, 1)).toEqual({ found: 0, truth: 0 });
});
