/** Faults of algorithms, triggers and metrics. */
import type { Fault } from '../fault.ts';

export const ALGORITHMS: readonly Fault[] = [
  {
    name: 'control-gain-of-round',
    file: 'src/algorithms/scafflsa.ts',
    text: '1 / (stepSize * (meanGap(trigger) ?? localSteps))',
    replacement: '1 / (stepSize * localSteps)',
    harm: 'Under random gaps the ξ of SCAFFLSA move by 1/(η H) with each agent’s own H, and no longer sum to 0.',
  },
  {
    name: 'controls-over-updates',
    file: 'src/algorithms/scaffold.ts',
    text: 'control = addScaled(control, 1 / agents, sum);',
    replacement: 'control = addScaled(control, 1 / updates.length, sum);',
    harm: 'Without rounds SCAFFOLD’s c is no longer the average of the agents’ controls.',
  },
  {
    name: 'coarse-shares-velocity',
    file: 'src/algorithms/richardsonRomberg.ts',
    text: 'coarse = fold(coarse, coarseMoves, 1);',
    replacement: 'coarse = fold(coarse, coarseMoves);',
    harm: 'With momentum at the server the coarse model moves along the velocity of the fine one.',
    near: ['test/actors/timed/plainLoops.test.ts'],
  },
  {
    name: 'momentum-ignores-staleness',
    file: 'src/algorithms/localSgdMomentum.ts',
    text: 'const scale = weight / (updates.length * pathLength);',
    replacement: 'const scale = 1 / (updates.length * pathLength);',
    harm: 'Local SGD-M without rounds ignores the weights of stale updates.',
  },
  {
    name: 'projection-in-rounds-alone',
    file: 'src/algorithms/stepping.ts',
    text: 'theta = project(fold(theta, moves));',
    replacement: 'theta = fold(theta, moves);',
    harm: 'Without rounds EF-TD does not project onto its ball.',
  },
  {
    name: 'importance-of-large-steps',
    file: 'src/algorithms/importanceAveraging.ts',
    text: 'const kept = Math.max(0, 1 - stepSize(round));',
    replacement: 'const kept = 1 - stepSize(round);',
    harm: 'With η above 1 agents with fewer visits get negative weights.',
  },
  {
    name: 'epoch-begins-early',
    file: 'src/algorithms/stepSize.ts',
    text: '1 + Math.floor((round - 1) / firstRounds)',
    replacement: '1 + Math.floor(round / firstRounds)',
    harm: 'The doubling rule takes the smaller step size a round before an epoch ends.',
  },
  {
    name: 'one-more-of-equal-size',
    file: 'src/algorithms/compression/topK.ts',
    text: '(size === least && equal-- > 0)',
    replacement: '(size === least && equal-- >= 0)',
    harm: 'Of coordinates of one size top-k sends one more than it may.',
  },
  {
    name: 'gap-of-odd-quantile',
    file: 'src/triggers/bernoulli.ts',
    text: 'Math.log1p(-u) / Math.log1p(-probability)',
    replacement: 'Math.log1p(-u) / Math.log(probability)',
    harm: 'Gaps have another law than the geometric one wherever p is not one half.',
  },
  {
    name: 'velocity-loses-new-move',
    file: 'src/algorithms/fold.ts',
    text: 'momentum * (before?.[j] ?? 0) + x / moves.length',
    replacement: 'momentum * (before?.[j] ?? 0) + ((1 - momentum) * x) / moves.length',
    harm: 'FedBuff with momentum moves 1/(1 − β) times too little.',
    near: ['test/actors/timed/plainLoops.test.ts'],
  },
];
