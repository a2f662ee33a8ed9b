/** The server with given answers: on a clock, and behind the barrier that stands for the clock where all answer. */
import { Subject } from 'rxjs';
import { describe, expect, test } from 'vitest';
import { VirtualClock } from '../../../actors/clock/virtualClock.ts';
import { runAtBarrier } from '../../../actors/replication/eventDriver.ts';
import type { Incoming, ServerOutput } from '../../../actors/server/serverProtocol.ts';
import { type Dispatch, DispatchBook } from '../../../actors/server/dispatch.ts';
import { serverActor } from '../../../actors/server/serverActor.ts';
import type { Message } from '../../../src/algorithms/message.ts';
import { serverLogic } from '../../../src/algorithms/parts.ts';
import type { Budget, RunConfiguration } from '../../../src/configuration/configuration.ts';
import { type PolicyConfiguration, policyOf } from '../../../src/policies/index.ts';
import type { PolicyMachine } from '../../../src/policies/machine.ts';
import type { Policy } from '../../../src/policies/policy.ts';
import { layoutOf } from '../../../src/algorithms/messageLayout.ts';
import { configurationOf, FEDHSA, LOCAL_SA } from '../../oracles/events.ts';
import { answersOf, messageOf } from '../../oracles/givenMessages.ts';

type Algorithm = RunConfiguration['algorithms'][number];

const TRIGGER = { kind: 'deterministic', localSteps: 5 } as const;
const model = (agent: number, theta: number): Message =>
  messageOf({ kind: 'localModel', agent, theta: [theta] });

/** A server of two agents at θ̄ = 1, what it has said so far, and what it sent each agent last. */
function serverOf(
  algorithm: Algorithm,
  length: number | Budget,
  policy: PolicyConfiguration | Policy = { kind: 'synchronous' },
) {
  const incoming = new Subject<Incoming>();
  const messages: string[] = [];
  const sent: Dispatch[] = [];
  const tell = (output: ServerOutput): void => {
    if (output.kind === 'sent') {
      for (const dispatch of output.dispatches) {
        const { agent, message } = dispatch;
        if (!dispatch.isNotice) sent[agent] = dispatch;
        messages.push(`${message.kind} ${message.round} to ${agent}, ${message.localSteps} steps`);
      }
    } else if (output.kind === 'stepped') {
      const { completed, step, updates } = output;
      messages.push(
        `step ${completed.round} of ${updates.map(({ dispatch }) => dispatch.agent).join()} at ${step}: ${completed.theta.join()}`,
      );
    } else if (output.kind !== 'exchanged') messages.push(output.kind);
  };
  const server = serverActor({
    part: serverLogic(algorithm, { agents: 2, initial: Float64Array.of(1), trigger: TRIGGER }),
    layout: layoutOf(algorithm, 1),
    policy: 'machine' in policy ? policy : policyOf(policy),
    agents: 2,
    clock: new VirtualClock(),
    trigger: TRIGGER,
    budget: typeof length === 'number' ? { kind: 'rounds', rounds: length } : length,
    seed: 1,
    book: new DispatchBook(2),
    isThere: () => true,
    seconds: () => 1,
  });
  incoming.pipe(server).subscribe({
    next: tell,
    error: (thrown: Error) => messages.push(`error: ${thrown.message}`),
    complete: () => messages.push('end'),
  });
  const answer = (message: Message): void => {
    incoming.next({ kind: 'answer', dispatch: sent[message.agent]!, answer: message });
  };
  const miss = (dispatch: Dispatch): void => {
    incoming.next({ kind: 'missing', dispatch });
  };
  const comeBack = (agent: number, answers = false): void => {
    incoming.next({ kind: 'returned', agent, asked: sent[agent], answers });
  };
  return { messages, sent, answer, miss, comeBack };
}

test('without rounds a server takes no number of local steps for its length', () => {
  const policy = { kind: 'asynchronous', mixing: 0.5, weight: { kind: 'constant' } } as const;
  expect(serverOf(LOCAL_SA(0.1), { kind: 'steps', steps: 10 }, policy).messages).toEqual([
    'error: under asynchronous local steps do not say how many server steps there are',
  ]);
});

describe('on a clock the server', () => {
  test('opens a round at subscription, waits for both agents, and ends after round 2', () => {
    const { messages, answer } = serverOf(LOCAL_SA(0.1), 2);
    const opened = (round: number): string[] =>
      [0, 1].map((agent) => `roundStarted ${round} to ${agent}, 5 steps`);
    expect(messages).toEqual(opened(1));
    answer(model(1, 4));
    expect(messages).toHaveLength(2);
    answer(model(0, 2));
    expect(messages.slice(2)).toEqual(['step 1 of 0,1 at 5: 3', ...opened(2)]);
    answer(model(0, 8));
    answer(model(1, 10));
    expect(messages.slice(5)).toEqual(['step 2 of 0,1 at 10: 9', 'end']);
  });

  test('takes an answer once, and lets an agent go on at its own pace where the policy has no rounds', () => {
    const weight = { kind: 'constant' } as const;
    const { messages, answer } = serverOf(LOCAL_SA(0.1), 2, {
      kind: 'asynchronous',
      mixing: 0.5,
      weight,
    });
    answer(model(1, 4));
    expect(messages.slice(2)).toEqual(['step 1 of 1 at 2.5: 2.5', 'roundStarted 2 to 1, 5 steps']);
    answer(model(0, 0));
    expect(messages.slice(4)).toEqual(['step 2 of 0 at 5: 1.25', 'end']);
    const twice = serverOf(LOCAL_SA(0.1), 1);
    twice.answer(model(0, 2));
    twice.answer(model(0, 2));
    twice.answer(model(1, 4));
    expect(twice.messages.slice(2)).toEqual(['discarded', 'step 1 of 0,1 at 5: 3', 'end']);
  });

  test('lets a policy with rounds hear of what is missing in the round under way, and not of earlier ones', () => {
    const heard: string[] = [];
    // Round 1 is sent to both agents and ends with agent 1's answer; round 2 is sent to agent 1 alone.
    const machine: PolicyMachine<number> = {
      state: 0,
      next: (rounds, input, out) => {
        if (input.kind === 'missing') heard.push(`agent ${input.agent} in round ${rounds}`);
        if (input.kind === 'update') out.step([input]);
        if (input.kind !== 'ready') return rounds;
        out.send(rounds === 0 ? [0, 1] : [1], false);
        return rounds + 1;
      },
    };
    const policy: Policy = { ...policyOf({ kind: 'synchronous' }), machine: () => machine };
    const { sent, answer, miss } = serverOf(LOCAL_SA(0.1), 3, policy);
    answer(model(1, 4));
    miss(sent[0]!);
    expect(heard).toEqual([]);
    miss(sent[1]!);
    expect(heard).toEqual(['agent 1 in round 2']);
  });

  test('lets a policy hear once of an agent that has returned before its first dispatch is missed', () => {
    const heard: string[] = [];
    const machine: PolicyMachine<undefined> = {
      state: undefined,
      next: (none, input, out) => {
        heard.push(input.kind);
        if (input.kind === 'ready') out.send([0, 1], false);
        if (input.kind === 'returned') out.resend(input.agent);
        return none;
      },
    };
    const policy: Policy = { ...policyOf({ kind: 'synchronous' }), machine: () => machine };
    const { sent, miss, comeBack } = serverOf(LOCAL_SA(0.1), 1, policy);
    const [first] = sent;
    comeBack(1, true);
    comeBack(0);
    miss(first!);
    expect(heard).toEqual(['ready', 'returned']);
    miss(sent[0]!);
    expect(heard).toEqual(['ready', 'returned', 'missing']);
  });

  test('tells as an error what its part throws, and ends at once with a budget of 0 rounds', () => {
    const { messages, answer } = serverOf(LOCAL_SA(0.1), 1);
    answer(model(0, 2));
    answer(messageOf({ kind: 'another', agent: 1 }));
    expect(messages.slice(2)).toEqual([
      'error: the agents’ part, round 1: answers of kinds "localModel" and "another" are in one exchange',
    ]);
    expect(serverOf(LOCAL_SA(0.1), 0).messages).toEqual(['end']);
  });
});

test('behind the barrier all agents are sent what they are sent on a clock, and the steps are the same', async () => {
  const values = answersOf('operatorValue', { value: [2] }, { value: [4] });
  const differences = answersOf('localDifference', { difference: [1] }, { difference: [5] });
  const exchanges = [values, differences, values, differences];

  const clock = serverOf(FEDHSA(0.1, 0.5), 2);
  for (const answers of exchanges) for (const message of answers) clock.answer(message);

  const messages: string[] = [];
  const left = exchanges.slice();
  const group = {
    exchange: ({ kind, round, localSteps }: Message) => {
      for (const agent of [0, 1]) messages.push(`${kind} ${round} to ${agent}, ${localSteps} steps`);
      return left.shift()!;
    },
  };
  const plan = {
    ...configurationOf({ trigger: TRIGGER, budget: { kind: 'rounds', rounds: 2 }, initial: [1] }),
    algorithm: FEDHSA(0.1, 0.5),
    seed: 1,
    agents: 2,
    dimension: 1,
  };
  const outcome = await runAtBarrier(
    {
      plan,
      answer: { root: undefined, mean: undefined },
      observer: {
        observe: (event) => {
          if (event.kind !== 'recorded' || event.record.round === 0) return;
          const { round, step } = event.record;
          messages.push(`step ${round} of 0,1 at ${step}: ${event.theta.join()}`);
        },
        stopping: () => false,
      },
    },
    group,
  );
  expect(outcome).toEqual({ kind: 'completed', rounds: 2, steps: 10 });
  expect(messages).toContain('step 1 of 0,1 at 5: 2.5');
  expect([...messages, 'end']).toEqual(clock.messages);
});
