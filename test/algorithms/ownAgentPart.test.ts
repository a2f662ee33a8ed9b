/** What an agent's part of a user's own algorithm orders and answers is checked as it does so. */
import { expect, test } from 'vitest';
import { algorithm } from '../../src/algorithms/algorithm.ts';
import { averaging } from '../../src/algorithms/averaging.ts';
import { message, type MessageOf } from '../../src/algorithms/message.ts';
import type { LocalWork } from '../../src/problems/localWork.ts';
import { stepSize } from '../../src/values/parameter.ts';
import { agentKit } from '../../src/testing/agentKit.ts';
import { scriptedOperator } from '../../src/testing/scriptedOperator.ts';

const started = message('started', { theta: 'θ̄' });
const ended = message('ended', { theta: 'θ_i' });
type Started = MessageOf<'started', 'theta'>;

/** G = 1 whatever θ is, in two dimensions. */
const operator = () => scriptedOperator([{ a: 0, b: [1, 1] }]);

function kitOf(ask: (sent: Started, work: LocalWork, eta: (round: number) => number) => unknown, part = {}) {
  const custom = algorithm({
    name: 'own',
    title: 'Own',
    source: 'here',
    parameters: { stepSize: stepSize('η', 'the local step size') },
    messages: { down: [started], up: [ended] },
    agent: ({ stepSize: eta }) => ({
      ask: (sent: Started, work: LocalWork) => ask(sent, work, eta),
      answer: (_: unknown, work: LocalWork) => ended({ theta: work.theta }),
      ...part,
    }),
    server: (_, { initial }) => averaging(initial, started),
  });
  return agentKit(custom, { stepSize: 0.5 }, { operator });
}

const sent = { ...started({ theta: Float64Array.of(1, 2) }), round: 1, localSteps: 2 };

const UNCALLED = 'stepSize is a function of the round: use stepSize(round) instead of stepSize';
const late = (): unknown => Promise.resolve();
const number = (value: unknown): number => value as number;

test.each<[string, Parameters<typeof kitOf>[0], string]>([
  [
    'two orders',
    ({ theta }, work) => {
      work.peek(theta);
      work.accumulate(theta, 1);
    },
    'ask orders work.peek and then work.accumulate; on each stream it may order one piece of work',
  ],
  [
    'a parameter that is not called, in a step',
    ({ theta }, work, eta) => {
      work.each(theta, 1, (x, value) => {
        x[0]! += number(eta) * value[0]!;
      });
    },
    UNCALLED,
  ],
  [
    'a parameter that is not called, in an order',
    ({ theta }, work, eta) => {
      work.advance(theta, number(eta), undefined, 1);
    },
    UNCALLED,
  ],
  [
    'no step size',
    ({ theta }, work) => {
      work.advance(theta, number(undefined), undefined, 1);
    },
    'work.advance takes a number as its step size (found undefined)',
  ],
  [
    'a pull away from a model',
    ({ theta }, work) => {
      work.advance(theta, 0.1, undefined, 1, { rate: -1, towards: theta });
    },
    'work.advance takes a pull of a rate from 0 (found -1)',
  ],
  [
    'a form of other fields',
    ({ theta }, work) => {
      work.advance(theta, 0.1, undefined, 1, { towards: theta, rte: 1 } as never);
    },
    'work.advance takes scale, rate and towards of a form (found rte)',
  ],
  [
    'a pull to nothing',
    ({ theta }, work) => {
      work.advance(theta, 0.1, undefined, 1, { rate: 1, towards: [] as never });
    },
    'work.advance takes a pull towards a model of 2 numbers (found 0 numbers)',
  ],
  [
    'a model without a rate, of another length',
    ({ theta }, work) => {
      work.advance(theta, 0.1, undefined, 1, { towards: Float64Array.of(1) });
    },
    'work.advance takes a pull towards a model of 2 numbers (found 1 numbers)',
  ],
  [
    'a scale of 0',
    ({ theta }, work) => {
      work.advance(theta, 0.1, undefined, 1, { scale: 0 });
    },
    'work.advance takes a positive scale for each coordinate (found 0 at 0)',
  ],
  [
    'a promise',
    async ({ theta }, work) => {
      work.peek(theta);
      await Promise.resolve();
    },
    'ask gives a promise; nobody waits for it, so it must do its work at once',
  ],
  [
    'a step that is a promise',
    ({ theta }, work) => {
      work.each(theta, 1, late);
    },
    'the step of work.each gives a promise',
  ],
  [
    'a short θ',
    ({ theta }, work) => {
      work.peek(theta.slice(1));
    },
    'work.peek takes a θ of 2 numbers (found 1 numbers)',
  ],
  [
    'an origin of another dimension',
    ({ theta }, work) => {
      work.each(theta, 1, () => undefined, theta.slice(1));
    },
    'work.each takes an origin of 2 numbers (found 1 numbers)',
  ],
  [
    'half a step',
    ({ theta }, work) => {
      work.accumulate(theta, 0.5);
    },
    'work.accumulate takes a whole number of steps from 0 (found 0.5)',
  ],
])('%s is refused', (_, ask, fault) => {
  expect(() => kitOf(ask).receive(sent)).toThrow(fault);
});

test('work is ordered in ask alone', () => {
  const answer = ({ theta }: Started, work: LocalWork) => {
    work.peek(theta);
    return ended({ theta });
  };
  expect(() =>
    kitOf(
      ({ theta }, work) => {
        work.peek(theta);
      },
      { answer },
    ).receive(sent),
  ).toThrow('work.peek is called outside ask; ask orders work, and answer reads its result');
});

test('without an order nothing is computed: no order of an earlier message is repeated', () => {
  let asked = 0;
  const kit = kitOf(({ theta, localSteps }, work, eta) => {
    if (asked++ === 0) work.advance(theta, eta(1), undefined, localSteps);
  });
  kit.receive(sent);
  kit.expectAnswer({ theta: [2, 3] });
  kit.receive(sent);
  kit.expectAnswer({ theta: [2, 3] });
});

test('a part is refused that lacks ask or answer', () => {
  expect(() => kitOf(() => undefined, { answer: undefined })).toThrow(
    'agent must return a part { ask, answer } (found an object without a kind)',
  );
});
