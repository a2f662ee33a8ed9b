import { expect, test } from 'vitest';
import { ActorFailure, InputError } from '../../src/values/failure.ts';

const at = { stage: 'local steps', agent: 4, round: 12, algorithm: 'fedhsa', seed: 3 } as const;

test('a failure tells who, what, when and why, and keeps its cause', () => {
  const cause = new TypeError('no');
  const failure = new ActorFailure(at, cause);
  expect(failure.message).toBe('agent 4 failed in local steps of round 12 (fedhsa, seed 3): no');
  expect([failure.name, failure.at, failure.cause]).toEqual(['ActorFailure', at, cause]);
  expect(failure).toBeInstanceOf(Error);
});

test('a failure of a worker without an agent says so, and a text is a cause, too', () => {
  expect(new ActorFailure({ ...at, agent: undefined }, 'gone').message).toBe(
    'a worker failed in local steps of round 12 (fedhsa, seed 3): gone',
  );
});

test('a failure of input is an error of its own name', () => {
  expect(new InputError('x').name).toBe('InputError');
});
