import { describe, expect, test } from 'vitest';
import { generatorFor } from '../../../src/maths/generator.ts';
import { ChainSampler, StateStream, TransitionStream } from '../../../src/problems/streams/finiteChain.ts';
import type { ChainLaw } from '../../../src/problems/operator.ts';
import type { InitialState } from '../../../src/problems/specification.ts';
import { rowsOf, stationaryLaw } from '../../oracles/plainMatrices.ts';
import { chiSquareBound, ONE_IN_1E8, pearson } from '../../oracles/tailBounds.ts';

const P = [
  [0.8, 0.2, 0],
  [0.1, 0.6, 0.3],
  [0.5, 0, 0.5],
];
const PI = stationaryLaw(P);
const CHAIN: ChainLaw = {
  states: 3,
  transition: Float64Array.from(P.flat()),
  stationary: Float64Array.from(PI),
};
const sampler = (initial: InitialState): ChainSampler => new ChainSampler(CHAIN, initial);
const DRAWS = 60_000;

/** Counts `[3][3]` of pairs. */
function counted(pairs: Iterable<readonly [number, number]>): number[][] {
  const counts = rowsOf(new Float64Array(9), 3, 3);
  for (const [from, to] of pairs) counts[from]![to]!++;
  return counts;
}

/** Each row of counts against the law of its row; a true one fails with probability below 3 · 10⁻⁸. */
function expectRowsLike(counts: readonly number[][], rows: readonly (readonly number[])[]): void {
  rows.forEach((row, s) => {
    const cells = row.filter((p) => p > 0).length;
    expect(pearson(counts[s]!, row)).toBeLessThan(chiSquareBound(cells - 1, ONE_IN_1E8));
  });
}

describe('a stream of states', () => {
  test('steps from each state to the next by P: χ² over 60,000 steps', () => {
    const stream = new StateStream(sampler('stationary'), generatorFor(1, 'chain', 0), false);
    function* pairs(): Generator<[number, number]> {
      for (let k = 0; k < DRAWS; k++) {
        const from = stream.state;
        stream.move();
        yield [from, stream.state];
      }
    }
    expectRowsLike(counted(pairs()), P);
  });

  test('draws independently from π when it is told to: pairs follow π × π', () => {
    const stream = new StateStream(sampler({ state: 2 }), generatorFor(2, 'chain', 0), true);
    function* pairs(): Generator<[number, number]> {
      for (let k = 0; k < DRAWS; k++) {
        const from = stream.state;
        stream.move();
        yield [from, stream.state];
        stream.move();
      }
    }
    expectRowsLike(counted(pairs()), [PI, PI, PI]);
  });

  test.each<[string, InitialState, readonly number[]]>([
    ['its stationary law', 'stationary', PI],
    ['state 2', { state: 2 }, [0, 0, 1]],
    ['a given law', { distribution: [0.3, 0, 0.7] }, [0.3, 0, 0.7]],
  ])('starts from %s: χ² over 20,000 seeds', (_, initial, law) => {
    const counts = [0, 0, 0];
    const chosen = sampler(initial);
    for (let seed = 0; seed < 20_000; seed++)
      counts[new StateStream(chosen, generatorFor(seed, 's'), false).state]!++;
    expect(pearson(counts, law)).toBeLessThan(chiSquareBound(2, ONE_IN_1E8));
  });
});

describe('a stream of transitions', () => {
  test('chains up: the next state of an observation is the state of the following one, 5,000 times', () => {
    const stream = new TransitionStream(sampler('stationary'), generatorFor(3, 'chain', 0), false);
    for (let k = 0; k < 5000; k++) {
      const { next } = stream;
      stream.move();
      expect(stream.state).toBe(next);
    }
  });

  test('is the stream of states with the same generator, taken in pairs', () => {
    const states = new StateStream(sampler('stationary'), generatorFor(4, 'chain', 0), false);
    const stream = new TransitionStream(sampler('stationary'), generatorFor(4, 'chain', 0), false);
    for (let k = 0; k < 1000; k++) {
      expect(stream.state).toBe(states.state);
      states.move();
      expect(stream.next).toBe(states.state);
      stream.move();
    }
  });

  test.each([
    ['along the chain', false],
    ['independently', true],
  ])('follows P from its state to its next state %s: χ² over 60,000 observations', (_, independent) => {
    const stream = new TransitionStream(sampler('stationary'), generatorFor(5, 'chain', 0), independent);
    function* pairs(): Generator<[number, number]> {
      for (let k = 0; k < DRAWS; k++) {
        yield [stream.state, stream.next];
        stream.move();
      }
    }
    expectRowsLike(counted(pairs()), P);
  });

  test('drawn independently takes each s from π, whatever the next state before it was', () => {
    const stream = new TransitionStream(sampler({ state: 1 }), generatorFor(6, 'chain', 0), true);
    function* pairs(): Generator<[number, number]> {
      for (let k = 0; k < DRAWS; k++) {
        const { next } = stream;
        stream.move();
        yield [next, stream.state];
      }
    }
    expectRowsLike(counted(pairs()), [PI, PI, PI]);
  });
});
