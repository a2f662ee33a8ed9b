/**
 * Local SA whose agents send compressed moves: from θ̄ H local steps `θ ← θ + η G_i(θ, o)`, then Q of how far they led, and
 * `θ̄ ← θ̄ + mean Q(θ_i − θ̄)`. Moves vanish at the end, models do not. Without compression it is Local SA up to rounding.
 */
import { compressedBits, COMPRESSION, compressor, compressorNamed } from './compression/compressors.ts';
import { addScaled } from '../maths/vector.ts';
import { stepSize } from '../values/parameter.ts';
import { algorithm } from './algorithm.ts';
import { message } from './message.ts';
import { stepping } from './stepping.ts';

const started = message('roundStarted', { theta: 'θ̄' });
const compressed = message('compressedMove', { move: 'Q(θ_i − θ̄)' }, { bits: compressedBits });

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
    };
  },

  // models as the server sees them
  server: (_, { initial }) =>
    stepping(initial, started, 'move', {
      stepSize: () => 1,
      localModel: (theta, move) => addScaled(theta, 1, move),
    }),
});
