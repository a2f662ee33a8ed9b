/** What a user's own part returns is a message of its algorithm with vectors of d numbers, or is refused by name. */
import { expect, test } from 'vitest';
import { checkedMessage, message } from '../../src/algorithms/message.ts';

const ended = message('ended', { theta: 'θ_i' });
const other = message('other', { theta: 'θ_i' });
const theta = Float64Array.of(1, 2);

test('a message of the algorithm is given back', () => {
  const made = ended({ theta });
  expect(checkedMessage(made, [other, ended], 2)).toBe(made);
});

test.each<readonly [made: unknown, why: string]>([
  [undefined, 'a message of kind "ended" must be returned (found undefined)'],
  [Promise.resolve(ended({ theta })), 'a message of kind "ended" must be returned (found a promise)'],
  [theta, 'a message of kind "ended" must be returned (found 2 numbers)'],
  [{}, 'a message of kind "ended" must be returned (found an object without a kind)'],
  [other({ theta }), 'a message of kind "ended" must be returned (found "other")'],
  [ended({ theta: Float64Array.of(1) }), 'the message "ended" must have "theta" of 2 numbers (found 1)'],
  [ended({} as never), 'the message "ended" must have "theta" of 2 numbers (found none)'],
])('%o is refused', (made, why) => {
  expect(() => checkedMessage(made, [ended], 2)).toThrow(new TypeError(why));
});
