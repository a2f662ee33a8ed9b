/** When a stream that follows the model draws: at the first use of an observation, under the θ in hand. */
import { expect, test } from 'vitest';
import type { Vector } from '../../../src/maths/vector.ts';
import { FollowingOperator } from '../../../src/problems/operators/followingOperator.ts';
import { StridedOperator } from '../../../src/problems/operators/stridedOperator.ts';

/** G(θ, o) = 10 o, o the number of the draw; writes down the θ of each draw. */
class Logged extends FollowingOperator {
  readonly drawnUnder: number[] = [];

  constructor() {
    super(1);
  }

  protected override draw(theta: Vector): void {
    this.drawnUnder.push(theta[0]!);
  }

  protected override evaluate(_: Vector, out: Float64Array): void {
    out[0] = 10 * this.drawnUnder.length;
  }
}

const vector = (value: number): Float64Array => Float64Array.of(value);

test('local steps draw under their iterates, and a new round under the model that it starts from', () => {
  const operator = new Logged();
  const theta = vector(1);
  operator.advance(theta, 0.1, undefined, 3);
  expect(theta[0]).toBe(1 + 1 + 2 + 3);
  expect(operator.drawnUnder).toEqual([1, 2, 4]);
  operator.advance(vector(-5), 0.1, undefined, 1);
  expect(operator.drawnUnder).toEqual([1, 2, 4, -5]);
});

test('a second look at another θ sees the same observation, and the step after it, too', () => {
  const operator = new Logged();
  const out = vector(0);
  operator.peek(vector(1), out);
  operator.peek(vector(2), out);
  operator.accumulate(vector(3), 2, out);
  expect(out[0]).toBe(10 + 20);
  expect(operator.drawnUnder).toEqual([1, 3]);
});

test('what is skipped is drawn under the θ of the last use', () => {
  const operator = new Logged();
  operator.skip(1);
  const strided = new StridedOperator(operator, 3);
  strided.advance(vector(7), 0, undefined, 2);
  expect(operator.drawnUnder).toEqual([0, 7, 7, 7, 7, 7, 7]);
});
