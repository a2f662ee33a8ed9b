/** What `fedsa check` finds in policies and triggers: each fault planted, and none in the examples and the program's own. */
import { describe, expect, test } from 'vitest';
import { tifl } from '../../scenarios/policies/tifl.ts';
import { growing } from '../../scenarios/triggers/growing.ts';
import { uneven } from '../../scenarios/triggers/uneven.ts';
import { POLICIES } from '../../src/policies/index.ts';
import { everyAgent, type PolicyMachine } from '../../src/policies/machine.ts';
import { policy, type PolicyDefinition } from '../../src/policies/policy.ts';
import { tryPolicy, tryTrigger } from '../../src/runs/check/ownKindTrial.ts';
import { TRIGGERS } from '../../src/triggers/index.ts';
import { trigger, type TriggerDefinition } from '../../src/triggers/trigger.ts';

const words = { symbol: () => 'H', text: () => 'now and then' };
let made = 0;

describe('a policy', () => {
  test.each<PolicyDefinition>([tifl, ...(POLICIES as readonly PolicyDefinition[])])(
    '$name is right',
    (policy) => {
      expect(tryPolicy(policy)).toEqual([]);
    },
  );

  const all = everyAgent(4);
  const kind = (next: PolicyMachine<number>['next']): string[] =>
    tryPolicy(
      policy({
        name: 'one',
        settings: {},
        text: () => '',
        machine: () => ({ state: 0, next }),
      }),
    );
  /** sends to all, and does something about each answer */
  const answering = (answered: (...message: Parameters<PolicyMachine['next']>) => void) =>
    kind((state, input, out) => {
      if (input.kind === 'ready') out.send(all, false);
      else answered(state, input, out);
      return state + 1;
    });

  test('that never steps', () => {
    expect(answering(() => undefined)).toEqual([
      'policy one: after 0 server steps no agent is at work, nothing is waited for, and it does not step',
    ]);
  });

  test('that sends to an agent that there is not, or that is busy, or twice', () => {
    const sends = (agents: number[]) =>
      answering((_, __, out) => {
        out.send(agents, false);
      });
    expect(sends([4])).toEqual([
      'policy one, round 1: sends to agent 4; it must send to agents 0 to 3, to each once',
    ]);
    expect(sends([1, 1])).toEqual([
      'policy one, round 1: sends to agent 1; it must send to agents 0 to 3, to each once',
    ]);
    expect(sends([0, 1, 2, 3])[0]).toMatch(
      /^policy one, round 1: it sends to agent \d, which is still at work on what it was sent$/,
    );
  });

  test('that steps with nothing, or twice with the same', () => {
    expect(
      answering((_, __, out) => {
        out.step([]);
      }),
    ).toEqual(['policy one, round 1: steps with no update']);
    expect(
      answering((_, input, out) => {
        if (input.kind !== 'update') return;
        out.step([input]);
        out.step([input]);
      }),
    ).toEqual(['policy one, round 1: steps with an update that it has not heard of, or a second time']);
  });

  test('that keeps something from run to run', () => {
    const [fault] = answering((_, input, out) => {
      if (input.kind === 'update' && made++ % 7 !== 0) out.step([input]);
    });
    expect(fault).toMatch(/^policy one/);
  });
});

describe('a trigger', () => {
  test.each<TriggerDefinition>([growing, uneven, ...(TRIGGERS as readonly TriggerDefinition[])])(
    '$name is right',
    (trigger) => {
      expect(tryTrigger(trigger)).toEqual([]);
    },
  );

  test('with a gap that is none', () => {
    const single = trigger({ name: 'one', settings: {}, gap: (_, round) => (round === 9 ? 0 : 1), ...words });
    expect(tryTrigger(single)).toEqual([
      'trigger one, round 9: it gives 0 local steps; it must give a whole number from 1 to 2147483647',
    ]);
  });

  test('that draws from elsewhere than its coins', () => {
    const single = trigger({ name: 'one', settings: {}, gap: () => 1 + (made++ % 7), ...words });
    expect(tryTrigger(single)).toEqual([
      'trigger one: drawn again, it gives different gaps; it must draw only from its coins',
    ]);
  });

  test.each([
    [{ kind: 'constant', gap: 4 }, '4.000'],
    [{ kind: 'geometric', probability: 0.25 }, '4.000'],
  ] as const)('whose law is not that of its gaps: %o', (law, mean) => {
    const single = trigger({ name: 'one', settings: {}, gap: () => 3, law: () => law, ...words });
    expect(tryTrigger(single)).toEqual([
      `trigger one: its law has the mean ${mean}, and 1000 of its gaps 3.000`,
    ]);
  });

  test('with both gap and gapOf, or neither', () => {
    const make = (gaps: object) => () => trigger({ name: 'one', settings: {}, ...gaps, ...words });
    expect(make({ gap: () => 1, gapOf: () => 1 })).toThrow(
      'trigger one: gap and gapOf exclude each other; leave one of them out',
    );
    expect(make({})).toThrow('trigger one: gap must be a function');
  });
});
