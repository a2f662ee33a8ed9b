/** Types of messages: the names of their vectors come from the message alone. */
import { expect, expectTypeOf, test } from 'vitest';
import { message, type MessageOf } from '../../src/algorithms/message.ts';
import type { Vector } from '../../src/maths/vector.ts';

const theta = Float64Array.of(1, 2);

test('a message whose size reads one of its two vectors still has both', () => {
  const bits = ({ c }: Readonly<Record<'c', Vector>>, d: number): number => c.length * d;
  const started = message('started', { theta: 'θ̄', c: 'c' }, { bits });
  expectTypeOf(started({ theta, c: theta })).toEqualTypeOf<MessageOf<'started', 'theta' | 'c'>>();
  expect(started.fields).toEqual(['theta', 'c']);
});

test('a size that reads a vector which the message does not have is an error of types', () => {
  const bits = ({ y }: Readonly<Record<'theta' | 'y', Vector>>): number => y.length;
  // @ts-expect-error -- there is no vector y
  expect(message('started', { theta: 'θ̄' }, { bits }).fields).toEqual(['theta']);
});
