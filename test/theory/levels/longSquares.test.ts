/** Second moments of long rounds, within which chains forget where they stood: at any step size those of the joint chain. */
import { expect, test } from 'vitest';
import type { FiniteObservations } from '../../../src/problems/observationLaw.ts';
import { localChain } from '../../../src/theory/chain/localSteps.ts';
import { hasLongSquares, longSquareRadius } from '../../../src/theory/levels/longSquares.ts';
import { roundBlocks } from '../../../src/theory/levels/roundBlocks.ts';
import { meanSquareFactor } from '../../../src/theory/stability/meanSquareFactor.ts';
import { runsOf } from '../../../src/theory/round/runsOf.ts';
import { LOCAL_SA } from '../../oracles/events.ts';
import { randomProblem } from '../../oracles/explicitProblem.ts';
import { known, UNBOUNDED } from './knownCase.ts';

const LOCAL_STEPS = 80;

test.each([0.02, 0.2, 0.6, 1.1])('the spectral radius is that of the joint chain, η = %f', (step) => {
  const algorithm = LOCAL_SA(step);
  const problem = known(randomProblem(3, 2, 7), { kind: 'deterministic', localSteps: LOCAL_STEPS });
  const { agents, root, trigger } = problem;
  const runs = runsOf(algorithm, trigger, agents.length);
  const truth = meanSquareFactor(problem, algorithm, UNBOUNDED);
  if ('reason' in runs || typeof truth !== 'number') throw new Error('the truth is not known');
  const { program } = runs[0]!;
  const round = roundBlocks(program, { dimension: root.length, agents: agents.length }, LOCAL_STEPS);
  const chains = agents.map(({ law }) => localChain(law as FiniteObservations, root));
  expect(hasLongSquares(round)).toBe(true);
  expect(Math.abs(longSquareRadius(round, chains)! - truth)).toBeLessThan(1e-11 * Math.max(truth, 1e-3));
});
