/**
 * FedHSA ("heterogeneity-aware federated stochastic approximation", Algorithm 1), two exchanges a
 * round. First each agent evaluates its operator at θ̄, at the observation that its local step 0 will
 * use again; then come local steps along `G_i(θ, o_ℓ) + g − G_i(θ̄, o_0)`, g the average of the first.
 */
import { addScaled, copyInto, mean } from '../maths/vector.ts';
import { algorithm } from './algorithm.ts';
import { message } from './message.ts';
import { positive, stepSize } from '../values/parameter.ts';

const evaluate = message('evaluationRequested', { theta: 'θ̄' }, { localSteps: false });
const evaluated = message('operatorValue', { value: 'G_i(θ̄, o_0)' });
const correct = message('correctionBroadcast', { meanOperator: 'g' });
const ended = message('localDifference', { difference: 'Δ_i' });

export const fedHsa = algorithm({
  name: 'fedhsa',
  title: 'FedHSA',
  source: 'FedHSA, Algorithm 1',
  parameters: {
    stepSize: stepSize('η', 'the local step size'),
    serverStepSize: positive('α_g', 'the step size of the server', { default: 1 }),
  },
  coordinatewise: true,
  messages: { down: [evaluate, correct], up: [evaluated, ended] },

  agent: ({ stepSize }, { dimension }) => {
    /** θ̄ of the round under way */
    const theta = new Float64Array(dimension);
    /** G_i(θ̄, o_0), then g − G_i(θ̄, o_0), then Δ_i */
    const average = new Float64Array(dimension);
    return {
      ask: (message, work) => {
        if (message.kind === 'evaluationRequested') {
          copyInto(theta, message.theta);
          work.peek(theta);
          return;
        }
        for (let j = 0; j < dimension; j++) average[j] = message.meanOperator[j]! - average[j]!;
        work.advance(theta, stepSize(message.round), average, message.localSteps);
      },
      answer: (message, work) => {
        if (message.kind === 'evaluationRequested') {
          copyInto(average, work.value);
          return evaluated({ value: work.value });
        }
        for (let j = 0; j < dimension; j++) average[j] = work.theta[j]! - theta[j]!;
        return ended({ difference: average });
      },
      kept: () => [theta, average],
    };
  },

  server: ({ serverStepSize }, { initial }) => {
    let theta = initial;
    const d = initial.length;
    return {
      model: () => theta,
      kept: () => [theta],
      open: () => evaluate({ theta }),
      receive: (answers) => {
        if (answers.kind === 'operatorValue') {
          const values = answers.all.map(({ value }) => value);
          return correct({ meanOperator: mean(values, d) });
        }
        const startedFrom = theta;
        const differences = answers.all.map(({ difference }) => difference);
        theta = addScaled(theta, serverStepSize, mean(differences, d));
        return { localModels: () => differences.map((difference) => addScaled(startedFrom, 1, difference)) };
      },
    };
  },

  under: ({ free, carries }) => {
    if (free) return 'its g needs the operators of several agents at one and the same θ̄';
    return carries ? 'its differences belong to the g of their own round; drop late updates' : undefined;
  },
});
