/** What a user's own server part throws is reported with its function, round and seed, wherever it is called. */
import { expect, test } from 'vitest';
import { algorithm, type ServerLogic } from '../../src/algorithms/algorithm.ts';
import { message } from '../../src/algorithms/message.ts';
import { configured, serverLogic } from '../../src/algorithms/parts.ts';
import { inServerOf } from '../../src/algorithms/reportedServer.ts';
import { ActorFailure } from '../../src/values/failure.ts';

const started = message('started', { theta: 'θ̄' });
const ended = message('ended', { theta: 'θ_i' });
const closed = message('closed', { theta: 'θ̄' });
const theta = Float64Array.of(1);

const sound = {
  model: () => theta,
  open: () => started({ theta }),
  receive: () => ({ localModels: () => [theta] }),
  notice: () => closed({ theta }),
  free: { open: () => started({ theta }), answered: () => undefined, step: () => [] },
};

/** A part one of whose functions throws. */
const madeWith = (faulty: object): ServerLogic => {
  const custom = algorithm({
    name: 'own',
    title: 'Own',
    source: 'a user',
    parameters: {},
    messages: { down: [started], up: [ended], notices: [closed] },
    agent: () => ({ ask: () => undefined, answer: () => ended({ theta }) }),
    server: () => ({ ...sound, ...faulty }),
  });
  const site = { agents: 1, initial: theta, trigger: { kind: 'deterministic', localSteps: 2 } as const };
  return serverLogic(configured(custom, {}), { ...site, failure: inServerOf('own', 7) });
};

const thrown = (): never => {
  throw new Error('boom');
};
const answers = { kind: 'ended', all: [], silent: [] } as const;
const update = { agent: 0, message: started({ theta }), answer: ended({ theta }) };
const fold = () => theta;

test.each<readonly [call: string, faulty: object, doIt: (part: ServerLogic) => unknown]>([
  ['model', { model: thrown }, (part) => part.model()],
  ['open', { open: thrown }, (part) => part.open(3, 2)],
  ['receive', { receive: thrown }, (part) => part.receive(answers, 3, 2)],
  [
    'localModels',
    { receive: () => ({ localModels: thrown }) },
    (part) => (part.receive(answers, 3, 2) as { localModels: () => unknown }).localModels(),
  ],
  ['notice', { notice: thrown }, (part) => part.notice!()],
  ['free.open', { free: { ...sound.free, open: thrown } }, (part) => part.free!.open!(0)],
  ['free.answered', { free: { ...sound.free, answered: thrown } }, (part) => part.free!.answered!(update)],
  ['free.step', { free: { ...sound.free, step: thrown } }, (part) => part.free!.step([], fold, [])],
])('%s', (call, faulty, doIt) => {
  const part = madeWith(faulty);
  if (call !== 'open') part.open(3, 2);
  const failure = (() => {
    try {
      return doIt(part);
    } catch (error) {
      return error;
    }
  })();
  expect(failure).toBeInstanceOf(ActorFailure);
  expect((failure as Error).message).toBe(
    `the server’s part failed in ${call}, in round 3 (own, seed 7): boom`,
  );
});

test.each<readonly [call: string, faulty: object, doIt: (part: ServerLogic) => unknown, why: string]>([
  [
    'model',
    { model: () => undefined },
    (part) => part.model(),
    '1 numbers must be returned (found undefined)',
  ],
  ['model', { model: () => [1, 2] }, (part) => part.model(), '1 numbers must be returned (found 2 numbers)'],
  [
    'open',
    { open: () => Promise.resolve(started({ theta })) },
    (part) => part.open(1, 2),
    'a message of kind "started" must be returned (found a promise)',
  ],
  [
    'receive',
    { receive: () => undefined },
    (part) => part.receive(answers, 1, 2),
    'a message of kind "started" must be returned (found undefined)',
  ],
  [
    'free.open',
    { free: { ...sound.free, open: () => started({ theta: Float64Array.of(1, 2) }) } },
    (part) => part.free!.open!(0),
    'the message "started" must have "theta" of 1 numbers (found 2)',
  ],
])('%s returns amiss', (call, faulty, doIt, why) => {
  expect(() => doIt(madeWith(faulty))).toThrow(
    `the server’s part failed in ${call}, in round 1 (own, seed 7): ${why}`,
  );
});

test('a part that cannot be made', () => {
  const custom = algorithm({
    ...{ name: 'own', title: 'Own', source: 'a user', parameters: {} },
    messages: { down: [started], up: [ended] },
    agent: () => ({ ask: () => undefined, answer: () => ended({ theta }) }),
    server: thrown,
  });
  const site = { agents: 1, initial: theta, trigger: { kind: 'deterministic', localSteps: 2 } as const };
  expect(() => serverLogic(configured(custom, {}), { ...site, failure: inServerOf('own', 7) })).toThrow(
    /failed in its making, in round 1 .*: boom$/,
  );
  expect(() => serverLogic(configured(custom, {}), site)).toThrow(/^boom$/);
});

test('a part that has no part for policies without rounds, and no notice, still has none', () => {
  expect(madeWith({ free: undefined, notice: undefined })).not.toHaveProperty('free');
  expect(madeWith({ free: undefined, notice: undefined })).not.toHaveProperty('notice');
});
