/** Random valid problems, as they stand in a file. */
import fc from 'fast-check';

/** A problem file as `JSON.parse` gives it, to be spoilt. */
export interface Plain {
  format: unknown;
  kind: unknown;
  dimension: unknown;
  agents: { transition: number[][]; A: number[][][]; b: number[][]; initial?: unknown }[];
}

const finite = fc.double({ noNaN: true, noDefaultInfinity: true });
/** A law with all probabilities positive: chains of such rows have one class. */
const law = (states: number): fc.Arbitrary<number[]> =>
  fc.array(fc.integer({ min: 1, max: 1000 }), { minLength: states, maxLength: states }).map((weights) => {
    const total = weights.reduce((sum, weight) => sum + weight, 0);
    return weights.map((weight) => weight / total);
  });
const listOf = <T>(element: fc.Arbitrary<T>, length: number): fc.Arbitrary<T[]> =>
  fc.array(element, { minLength: length, maxLength: length });
const initialOf = (states: number): fc.Arbitrary<unknown> =>
  fc.oneof(
    fc.constant(undefined),
    fc.constant('stationary'),
    fc.record({ state: fc.nat(states - 1) }),
    fc.record({ distribution: law(states) }),
  );
const agentOf = (dimension: number): fc.Arbitrary<Plain['agents'][number]> =>
  fc.integer({ min: 1, max: 4 }).chain((states) =>
    fc.record({
      transition: listOf(law(states), states),
      A: listOf(listOf(listOf(finite, dimension), dimension), states),
      b: listOf(listOf(finite, dimension), states),
      initial: initialOf(states),
    }),
  );
/** d = 1 to 3, one to three agents of one to four states, any finite numbers in A and b. */
export const randomProblem: fc.Arbitrary<Plain> = fc.integer({ min: 1, max: 3 }).chain((dimension) =>
  fc.record({
    format: fc.constant('fedsa-problem/1'),
    kind: fc.constant('linear'),
    dimension: fc.constant(dimension),
    agents: fc.array(agentOf(dimension), { minLength: 1, maxLength: 3 }),
  }),
);
