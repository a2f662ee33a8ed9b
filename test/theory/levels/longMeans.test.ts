/** First moments of long rounds, within which chains forget where they stood: at any step size those of the joint chain. */
import { describe, expect, test } from 'vitest';
import type { FiniteObservations } from '../../../src/problems/observationLaw.ts';
import { localChain } from '../../../src/theory/chain/localSteps.ts';
import { longMeanRadius } from '../../../src/theory/levels/longMeans.ts';
import { roundBlocks } from '../../../src/theory/levels/roundBlocks.ts';
import { jointMeanMap } from '../../../src/theory/moments/stationaryMean.ts';
import { runsOf } from '../../../src/theory/round/runsOf.ts';
import type { ScheduledAlgorithm } from '../../../src/configuration/configuration.ts';
import { FEDHSA, LOCAL_SA, LOCAL_SGD_M, MINIBATCH_SGD, SCAFFLSA, SCAFFOLD } from '../../oracles/events.ts';
import { randomProblem } from '../../oracles/explicitProblem.ts';
import { known, UNBOUNDED } from './knownCase.ts';

const LOCAL_STEPS = 80;

function radii(problem: ReturnType<typeof known>, algorithm: ScheduledAlgorithm) {
  const { agents, root, trigger } = problem;
  const runs = runsOf(algorithm, trigger, agents.length);
  if ('reason' in runs) throw new Error(runs.reason);
  const { program } = runs[0]!;
  const round = roundBlocks(program, { dimension: root.length, agents: agents.length }, LOCAL_STEPS);
  const chains = agents.map(({ law }) => localChain(law as FiniteObservations, root));
  const joint = jointMeanMap({ ...problem, program }, UNBOUNDED);
  if ('reason' in joint) throw new Error(joint.reason);
  return { found: longMeanRadius(round, chains), truth: joint.factor() as number };
}

describe.each([0.02, 0.2, 0.6, 1.1])('the spectral radius is that of the joint chain, η = %f', (step) => {
  test.each([
    LOCAL_SA(step),
    SCAFFLSA(step),
    FEDHSA(step, 0.5),
    SCAFFOLD(step, 0.5),
    MINIBATCH_SGD(step),
    LOCAL_SGD_M(step, 0.3, 0.4),
  ])('$name', (algorithm) => {
    const problem = known(randomProblem(3, 2, 7), { kind: 'deterministic', localSteps: LOCAL_STEPS });
    const { found, truth } = radii(problem, algorithm);
    expect(Math.abs(found! - truth)).toBeLessThan(1e-9);
  });
});
