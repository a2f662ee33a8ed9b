/**
 * FedLin (Mitra, Jaafar, Pappas, Hassani, "Linear Convergence in Federated Learning: Tackling Client
 * Heterogeneity and Sparse Gradients", NeurIPS 2021, Algorithm 1, without sparsification), two exchanges a
 * round: G_i at θ̄, at an observation of its own; then local steps along `G_i(θ, o) + g − G_i(θ̄)`, g the
 * average of the first. Without noise that is FedHSA with a server step of 1.
 */
import { algorithm, mean, message, stepSize, zeros } from '../../src/index.ts';

const evaluate = message('evaluate', { theta: 'θ̄' }, { localSteps: false });
const evaluated = message('evaluated', { value: 'G_i(θ̄)' });
const correct = message('correct', { meanValue: 'g' });
const ended = message('ended', { theta: 'θ_i' });

export const fedLin = algorithm({
  name: 'fedlin',
  title: 'FedLin',
  source: 'Mitra et al. 2021, Algorithm 1',
  parameters: { stepSize: stepSize('η', 'the local step size') },
  messages: { down: [evaluate, correct], up: [evaluated, ended] },

  agent: ({ stepSize }, { dimension }) => {
    /** θ̄ of the round under way, and G_i there */
    const origin = zeros(dimension);
    const localGradient = zeros(dimension);
    return {
      ask: (message, work) => {
        if (message.kind === 'evaluate') {
          origin.set(message.theta);
          work.accumulate(origin, 1);
          return;
        }
        const correction = message.meanValue.map((g, j) => g - localGradient[j]!);
        work.advance(origin, stepSize(message.round), correction, message.localSteps);
      },
      answer: (message, work) => {
        if (message.kind === 'correct') return ended({ theta: work.theta });
        localGradient.set(work.value);
        return evaluated({ value: localGradient });
      },
      kept: () => [origin, localGradient],
    };
  },

  server: (_, { initial }) => {
    let theta = initial;
    const d = initial.length;
    return {
      model: () => theta,
      kept: () => [theta],
      open: () => evaluate({ theta }),
      receive: (answers) => {
        if (answers.kind === 'evaluated') {
          const values = answers.all.map(({ value }) => value);
          return correct({ meanValue: mean(values, d) });
        }
        const models = answers.all.map((answer) => answer.theta);
        theta = mean(models, d);
        return { localModels: () => models };
      },
    };
  },

  under: ({ free, carries }) => {
    if (free) return 'its g needs the operators of several agents at one and the same θ̄';
    return carries ? 'its models belong to the g of their own round; drop late updates' : undefined;
  },
});
