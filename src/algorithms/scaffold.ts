/**
 * SCAFFOLD (Karimireddy et al., "SCAFFOLD: Stochastic Controlled Averaging for Federated Learning", ICML
 * 2020, Algorithm 1, option II), for operators that are added: `G = −∇f`, so the control variates have
 * the sign of G turned: c_i ≈ −Ḡ_i.
 */
import { addScaled, mean, type Vector } from '../maths/vector.ts';
import { algorithm } from './algorithm.ts';
import { message } from './message.ts';
import { positive, stepSize } from '../values/parameter.ts';

const started = message('controlledRoundStarted', { theta: 'x', control: 'c' });
const ended = message('controlledDifference', { difference: 'Δy_i', controlDifference: 'Δc_i' });

export const scaffold = algorithm({
  name: 'scaffold',
  title: 'SCAFFOLD',
  source: 'Karimireddy et al. 2020, Algorithm 1, option II',
  parameters: {
    stepSize: stepSize('η', 'the local step size'),
    serverStepSize: positive('α_g', 'the step size of the server', { default: 1 }),
  },
  coordinatewise: true,
  messages: { down: [started], up: [ended] },

  agent: ({ stepSize }, { dimension }) => {
    /** c_i */
    const localControl = new Float64Array(dimension);
    /** Δc_i of the last answer, by which c_i moves when the agent hears that the server has taken it:
     * so c is the average of the c_i, whatever answers are dropped or lost */
    const pending = new Float64Array(dimension);
    const correction = new Float64Array(dimension);
    const difference = new Float64Array(dimension);
    return {
      ask: ({ theta, control, round, localSteps, taken }, work) => {
        if (taken) for (let j = 0; j < dimension; j++) localControl[j]! += pending[j]!;
        for (let j = 0; j < dimension; j++) correction[j] = localControl[j]! - control[j]!;
        work.advance(theta, stepSize(round), correction, localSteps);
      },
      answer: ({ theta, control }, work) => {
        const pathLength = work.stepSize * work.count;
        for (let j = 0; j < dimension; j++) {
          difference[j] = work.theta[j]! - theta[j]!;
          pending[j] = -control[j]! - difference[j]! / pathLength;
        }
        return ended({ difference, controlDifference: pending });
      },
      states: () => ({ control: localControl }),
      kept: () => [localControl, pending],
    };
  },

  server: ({ serverStepSize }, { agents, initial }) => {
    const d = initial.length;
    let theta = initial;
    /** c, the average of the c_i over all agents, those that do not take part as well */
    let control: Vector = new Float64Array(d);
    return {
      model: () => theta,
      kept: () => [theta, control],
      open: () => started({ theta, control }),
      receive: ({ all }) => {
        const startedFrom = theta;
        const differences = all.map(({ difference }) => difference);
        const controlDifferences = all.map(({ controlDifference }) => controlDifference);
        theta = addScaled(theta, serverStepSize, mean(differences, d));
        control = addScaled(control, all.length / agents, mean(controlDifferences, d));
        return { localModels: () => differences.map((difference) => addScaled(startedFrom, 1, difference)) };
      },
      free: {
        step: (updates, fold) => {
          const moves = updates.map(({ message, answer, weight }) => ({
            weight,
            origin: message.theta,
            model: addScaled(message.theta, serverStepSize, answer.difference),
          }));
          theta = fold(theta, moves);
          // Unweighted: c stays the average of the c_i as far as they have been taken in.
          const sum = new Float64Array(d);
          for (const { answer } of updates) {
            for (let j = 0; j < d; j++) sum[j]! += answer.controlDifference[j]!;
          }
          control = addScaled(control, 1 / agents, sum);
          return moves;
        },
      },
    };
  },
});
