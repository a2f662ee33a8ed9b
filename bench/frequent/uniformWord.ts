/**
 * One uniform 32-bit word: the generator of every stream against seedrandom's own.
 *
 * Ceiling: arithmetic. xoshiro128++ is 16 integer operations, some 5 of them in a chain: about 2 ns.
 * Measured (Node 20.20, two shared cores of a Xeon, 2026-11-21, processor time, medians of turns):
 * 4.5 ns a draw; alea 8.2, ARC4 11.4.
 */
import seedrandom from 'seedrandom';
import { generatorFor } from '../../src/maths/generator.ts';
import type { Benchmark } from '../harness/benchmark.ts';
import { compare, nanosecondsEach } from '../harness/compare.ts';
import { assertMean } from '../harness/sameWork.ts';

const DRAWS_CHECKED = 100_000;

const uniformWord: Benchmark = {
  name: 'frequent/uniformWord',
  question: 'what does a random word cost, the one draw of every step of a finite chain?',
  run: async (effort) => {
    const generator = generatorFor(1, 'bench');
    const alea = seedrandom.alea('bench');
    const arc4 = seedrandom('bench');
    const sources = {
      'Generator.uint32 (xoshiro128++)': () => generator.uint32(),
      'seedrandom.alea, int32': () => alea.int32() >>> 0,
      'seedrandom (ARC4), int32': () => arc4.int32() >>> 0,
    };
    for (const [name, next] of Object.entries(sources)) {
      const draws = Float64Array.from({ length: DRAWS_CHECKED }, next);
      // uniform on [0, 2³²): mean 2³¹, variance 2⁶⁴/12
      assertMean(name, draws, 2 ** 31, 2 ** 32 / Math.sqrt(12));
    }
    // Each loop is written out: one that all sources shared could inline none of them.
    const [custom, aleaName, arc4Name] = Object.keys(sources) as [string, string, string];
    const contenders = [
      nanosecondsEach(
        custom,
        (count) => {
          let sum = 0;
          for (let k = 0; k < count; k++) sum = (sum + generator.uint32()) | 0;
          return sum;
        },
        effort,
      ),
      nanosecondsEach(
        aleaName,
        (count) => {
          let sum = 0;
          for (let k = 0; k < count; k++) sum = (sum + (alea.int32() >>> 0)) | 0;
          return sum;
        },
        effort,
      ),
      nanosecondsEach(
        arc4Name,
        (count) => {
          let sum = 0;
          for (let k = 0; k < count; k++) sum = (sum + (arc4.int32() >>> 0)) | 0;
          return sum;
        },
        effort,
      ),
    ];
    return [
      {
        title: 'a uniform word of 32 bits',
        unit: 'ns a draw',
        rows: await compare(contenders, effort.repetitions),
        checked: `uniform on [0, 2³²): means of ${DRAWS_CHECKED} draws within 5 standard deviations`,
        notes: [],
      },
    ];
  },
};
export default uniformWord;
