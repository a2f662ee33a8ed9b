/**
 * Compressed updates with error feedback: an agent sends Q of its update and of what it has not sent yet, and remembers the rest,
 *
 *     g_i = Σ_h G_i(θ̄, o_h),   h_i = Q(e_i + g_i),   e_i ← e_i + g_i − h_i,   θ̄ ← Π_B(θ̄ + η mean h_i),
 *
 * Π_B the projection onto the ball of radius B about 0, where there is one.
 * Without B: with the identity for Q and H = 1 it is Minibatch SGD with γ = η, to the last bit. With any Q, θ̄ + (η/N) Σ e_i takes the
 * steps η mean g_i. Without feedback e_i stays 0. What the server did not take goes back into the memory.
 */
import { compressedBits, COMPRESSION, compressor, compressorNamed } from './compression/compressors.ts';
import { choice, nonNegative, stepSize } from '../values/parameter.ts';
import { squaredNorm, type Vector } from '../maths/vector.ts';
import { algorithm } from './algorithm.ts';
import { message } from './message.ts';
import { stepping } from './stepping.ts';

const started = message('roundStarted', { theta: 'θ̄' });
const compressed = message('compressedUpdate', { update: 'h_i' }, { bits: compressedBits });

/** The nearest point of the ball about 0; every point where the radius is 0. */
function onBall(theta: Vector, radius: number): Vector {
  const size = Math.sqrt(squaredNorm(theta));
  return radius === 0 || !(size > radius) ? theta : Float64Array.from(theta, (x) => (x * radius) / size);
}

export const efTd = algorithm({
  name: 'ef-td',
  title: 'Error feedback',
  source: 'compressed updates with error feedback',
  parameters: {
    stepSize: stepSize('η', 'the step size of the server'),
    compressor: compressor('how updates are compressed'),
    feedback: choice('feedback', 'whether agents remember what they did not send', ['on', 'off'], {
      default: 'on',
    }),
    radius: nonNegative('B', 'the radius of the ball about 0 onto which θ̄ is projected, none for 0', {
      default: 0,
    }),
  },
  messages: { down: [started], up: [compressed] },
  coins: [COMPRESSION],

  agent: ({ compressor, feedback }, { dimension, coins }) => {
    const q = compressorNamed(compressor);
    const drawn = coins(COMPRESSION);
    const error = new Float64Array(dimension);
    const update = new Float64Array(dimension);
    return {
      ask: ({ theta, taken, localSteps }, work) => {
        if (!taken && feedback === 'on') for (let j = 0; j < dimension; j++) error[j]! += update[j]!;
        work.accumulate(theta, localSteps);
      },
      answer: (_, { value }) => {
        for (let j = 0; j < dimension; j++) value[j]! += error[j]!;
        q.compress(value, update, drawn);
        if (feedback === 'on') for (let j = 0; j < dimension; j++) error[j] = value[j]! - update[j]!;
        return compressed({ update });
      },
      states: () => ({ error }),
      kept: () => [error, update],
    };
  },

  // No agent ever leaves the broadcast model.
  server: ({ stepSize, radius }, { initial }) =>
    stepping(initial, started, 'update', { stepSize, project: (theta) => onBall(theta, radius) }),

  nonlinear: 'compressed updates are no linear function of what is compressed',
});
