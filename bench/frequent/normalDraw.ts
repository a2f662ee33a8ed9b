/**
 * One normal draw: the ziggurat against Box–Muller, on the same generator.
 *
 * Ceiling: arithmetic. The ziggurat takes three random words (6 ns) and little else; Box–Muller
 * takes two uniforms, a logarithm, a root, a sine and a cosine for two draws.
 * Measured (Node 20.20, two shared cores of a Xeon, 2026-11-21, processor time, medians of turns):
 * 12 ns against 35.
 */
import { type Generator, generatorFor } from '../../src/maths/generator.ts';
import type { Benchmark } from '../harness/benchmark.ts';
import { compare, nanosecondsEach } from '../harness/compare.ts';
import { assertMean } from '../harness/sameWork.ts';

const DRAWS_CHECKED = 200_000;

/** Box and Muller 1958: two draws from two uniforms, the second kept for the next call. */
class BoxMuller {
  readonly #generator: Generator;
  #kept = NaN;

  constructor(generator: Generator) {
    this.#generator = generator;
  }

  normal(): number {
    if (!Number.isNaN(this.#kept)) {
      const kept = this.#kept;
      this.#kept = NaN;
      return kept;
    }
    const radius = Math.sqrt(-2 * Math.log(1 - this.#generator.uniform()));
    const angle = 2 * Math.PI * this.#generator.uniform();
    this.#kept = radius * Math.sin(angle);
    return radius * Math.cos(angle);
  }
}

const normalDraw: Benchmark = {
  name: 'frequent/normalDraw',
  question: 'what does a normal draw cost, d of which make a step of the Gauss–Markov noise?',
  run: async (effort) => {
    const ziggurat = generatorFor(1, 'bench', 'ziggurat');
    const boxMuller = new BoxMuller(generatorFor(1, 'bench', 'Box–Muller'));
    for (const [name, source] of Object.entries({ ziggurat, boxMuller })) {
      const draws = Float64Array.from({ length: DRAWS_CHECKED }, () => source.normal());
      // of N(0, 1): X has variance 1, X² has variance 2, X⁴ has mean 3 and variance 105 − 9
      assertMean(`${name}, X`, draws, 0, 1);
      assertMean(
        `${name}, X²`,
        draws.map((x) => x ** 2),
        1,
        Math.sqrt(2),
      );
      assertMean(
        `${name}, X⁴`,
        draws.map((x) => x ** 4),
        3,
        Math.sqrt(96),
      );
    }
    const contenders = [
      nanosecondsEach(
        'Generator.normal (ziggurat)',
        (count) => {
          let sum = 0;
          for (let k = 0; k < count; k++) sum += ziggurat.normal();
          return sum;
        },
        effort,
      ),
      nanosecondsEach(
        'Box–Muller, both halves used',
        (count) => {
          let sum = 0;
          for (let k = 0; k < count; k++) sum += boxMuller.normal();
          return sum;
        },
        effort,
      ),
    ];
    return [
      {
        title: 'a draw from N(0, 1)',
        unit: 'ns a draw',
        rows: await compare(contenders, effort.repetitions),
        checked: `moments 1, 2 and 4 of ${DRAWS_CHECKED} draws within 5 standard deviations`,
        notes: [],
      },
    ];
  },
};
export default normalDraw;
