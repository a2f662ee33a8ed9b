/**
 * Local SA whose agents send compressed moves: from θ̄ H local steps `θ ← θ + η G_i(θ, o)`, then Q of how far they led, and
 * `θ̄ ← θ̄ + mean Q(θ_i − θ̄)`. Moves vanish at the end, models do not. Without compression it is Local SA up to rounding.
 */
import { COMPRESSION, compressor, compressorNamed } from '../compression/compressors.ts';
import { addScaled, mean } from '../maths/vector.ts';
import { stepSize } from '../values/parameter.ts';
import { algorithm } from './algorithm.ts';
import { message } from './message.ts';

const started = message('roundStarted', { theta: 'θ̄' });
const compressed = message(
  'compressedMove',
  { move: 'Q(θ_i − θ̄)' },
  { bits: (_, d, { compressor }) => compressorNamed(compressor as string).bits(d) },
);

export const compressedLsa = algorithm({
  name: 'compressed-lsa',
  title: 'Compressed Local SA',
  source: 'Local SA with compressed moves',
  parameters: {
    stepSize: stepSize('η', 'the local step size'),
    compressor: compressor('how moves are compressed'),
  },
  messages: { down: [started], up: [compressed] },
  coins: [COMPRESSION],

  agent: ({ stepSize, compressor }, { dimension, coins }) => {
    const q = compressorNamed(compressor);
    const drawn = coins(COMPRESSION);
    const way = new Float64Array(dimension);
    const move = new Float64Array(dimension);
    return {
      ask: ({ theta, round, localSteps }, work) => {
        work.advance(theta, stepSize(round), undefined, localSteps);
      },
      answer: ({ theta }, work) => {
        for (let j = 0; j < dimension; j++) way[j] = work.theta[j]! - theta[j]!;
        q.compress(way, move, drawn);
        return compressed({ move });
      },
      kept: () => [],
    };
  },

  server: (_, { initial }) => {
    let theta = initial;
    return {
      model: () => theta,
      kept: () => [theta],
      open: () => started({ theta }),
      receive: ({ all }) => {
        const startedFrom = theta;
        const moves = all.map(({ move }) => move);
        theta = addScaled(theta, 1, mean(moves, theta.length));
        // as the server sees them
        return { localModels: () => moves.map((move) => addScaled(startedFrom, 1, move)) };
      },
      free: {
        step: (updates, fold) => {
          const moves = updates.map(({ message, answer, weight }) => ({
            weight,
            origin: message.theta,
            model: addScaled(message.theta, 1, answer.move),
          }));
          theta = fold(theta, moves);
          return moves;
        },
      },
    };
  },
});
