/** Faults of kernels, streams, problems and their mathematics. */
import type { Fault } from '../fault.ts';

export const COMPUTING: readonly Fault[] = [
  {
    name: 'kernel-strides-independently',
    file: 'src/kernels/chainPaths.assembly.ts',
    text: 'if (independent) independentTransitions(count, path);',
    replacement: 'if (independent || stride > 1) independentTransitions(count, path);',
    harm: 'With a stride of 2 or more a kernel draws states afresh from π: Markovian data look independent.',
    near: ['test/problems/temporalDifference/kernel.test.ts'],
  },
  {
    name: 'greedy-action-misses-last',
    file: 'src/kernels/qLearning/kernel.assembly.ts',
    text: 'for (let a: u32 = 1; a < actions; a++) {',
    replacement: 'for (let a: u32 = 1; a < actions - 1; a++) {',
    harm: 'Q-learning in a kernel never takes the last action for the best one, and ends at another root.',
    near: ['test/problems/qLearning'],
  },
  {
    name: 'kernel-noise-from-zero',
    file: 'src/problems/twoStateRegression/operator.ts',
    text: 'record.doubles(layout.NOISE_WIDTH, [noise[1] - noise[0]]);',
    replacement: 'record.doubles(layout.NOISE_WIDTH, [noise[1]]);',
    harm: 'Label noise on an interval that does not begin at 0 has half its width in kernels.',
    near: ['test/actors/experiment/kernels.test.ts'],
  },
  {
    name: 'kernel-draws-without-persistence',
    file: 'src/kernels/logisticRegression/kernel.assembly.ts',
    text: 'if (persistence > 0 && uniform(record + GENERATOR) < persistence) continue;',
    replacement: 'if (uniform(record + GENERATOR) < persistence) continue;',
    harm: 'Independent records are other ones in a kernel than without: runs depend on --kernels.',
    near: ['test/actors/experiment/kernels.test.ts'],
  },
  {
    name: 'transition-of-wrong-action',
    file: 'src/problems/temporalDifference/finite.ts',
    text: 'out[s * S + next]! += p * transition[(a * S + s) * S + next]!;',
    replacement: 'out[s * S + next]! += p * transition[(s * A + a) * S + next]!;',
    harm: 'A decision process in a problem file moves by the rows of other states and actions.',
    near: ['test/inputs/problemFile'],
  },
  {
    name: 'exploration-spared-for-best',
    file: 'src/problems/sarsa/actionLaw.ts',
    text: 'out.fill(policy.epsilon / actions);',
    replacement: 'out.fill(policy.epsilon / (actions - 1));',
    harm: 'The probabilities of SARSA’s ε-soft policy sum to more than 1.',
  },
  {
    name: 'strided-pairs-a-step-too-far',
    file: 'src/problems/stridedLaw.ts',
    text: 'const between = matrixPower(transition, states, stride - 1);',
    replacement: 'const between = matrixPower(transition, states, stride);',
    harm: 'Theory of TD with a stride describes a stride that is one longer.',
    near: ['test/theory/moments'],
  },
  {
    name: 'mixing-without-factor',
    file: 'src/maths/geometricMixing.ts',
    text: 'factor: m === 1 ? 1 : 1 / coefficient',
    replacement: 'factor: 1',
    harm: 'The bound c ρᵗ on what a chain remembers is below what it does remember, and so are bounds made of it.',
  },
];
