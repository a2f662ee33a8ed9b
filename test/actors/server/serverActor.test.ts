import { Subject } from 'rxjs';
import { describe, expect, test } from 'vitest';
import { serverActor, type ServerOutput } from '../../../actors/server/serverActor.ts';
import { type Delivery, synchronous } from '../../../actors/server/synchronous.ts';
import { ServerRounds } from '../../../actors/server/serverRounds.ts';
import type { Message } from '../../../src/algorithms/message.ts';
import { algorithmOf, serverPart } from '../../../src/algorithms/parts.ts';
import { Wire } from '../../../src/protocol/wire.ts';
import { FEDHSA, LOCAL_SA } from '../../oracles/events.ts';
import { answersOf, messageOf } from '../../oracles/givenMessages.ts';

const model = (agent: number, theta: number, round = 1): Message =>
  messageOf({ kind: 'localModel', agent, round, theta: [theta] });

describe('the synchronous policy', () => {
  test('waits for all 4 agents and emits their answers in agent order, whatever the order of arrival', () => {
    const arrivals: Delivery[][] = [
      [{ first: 0, messages: [0, 1, 2, 3].map((agent) => model(agent, agent)) }],
      [
        { first: 2, messages: [model(2, 2), model(3, 3)] },
        { first: 0, messages: [model(0, 0), model(1, 1)] },
      ],
      [3, 1, 0, 2].map((agent) => ({ first: agent, messages: [model(agent, agent)] })),
    ];
    const deliveries = new Subject<Delivery>();
    const seen: number[][] = [];
    deliveries.pipe(synchronous(4)).subscribe((answers) => seen.push(answers.map(({ agent }) => agent)));
    for (const [k, round] of arrivals.entries()) {
      for (const [n, delivery] of round.entries()) {
        expect(seen).toHaveLength(k);
        deliveries.next(delivery);
        expect(seen).toHaveLength(n === round.length - 1 ? k + 1 : k);
      }
    }
    expect(seen).toEqual([
      [0, 1, 2, 3],
      [0, 1, 2, 3],
      [0, 1, 2, 3],
    ]);
  });
});

/** Feeds a server and notes what it says. */
function serverOf(algorithm: ReturnType<typeof LOCAL_SA>, rounds: number) {
  const deliveries = new Subject<Delivery>();
  const out: ServerOutput[] = [];
  const trigger = { kind: 'deterministic', localSteps: 5 } as const;
  const part = serverPart(algorithm, { agents: 2, initial: Float64Array.of(1), trigger });
  deliveries
    .pipe(
      serverActor({
        server: new ServerRounds(part, new Wire(algorithmOf(algorithm))),
        agents: 2,
        trigger,
        budget: { kind: 'rounds', rounds },
        seed: 1,
      }),
    )
    .subscribe((output) => out.push(output));
  return { deliveries, out };
}

describe('the server actor', () => {
  test('opens round 1 at subscription and, of 2 rounds, tells: broadcast, completed, broadcast, completed, finished', () => {
    const { deliveries, out } = serverOf(LOCAL_SA(0.1), 2);
    expect(out).toEqual([
      {
        kind: 'broadcast',
        message: messageOf({ kind: 'roundStarted', round: 1, localSteps: 5, theta: [1] }),
      },
    ]);
    deliveries.next({ first: 1, messages: [model(1, 4)] });
    expect(out).toHaveLength(1);
    deliveries.next({ first: 0, messages: [model(0, 2)] });
    expect(out.slice(1)).toMatchObject([
      { kind: 'roundCompleted', step: 5, completed: { round: 1, theta: Float64Array.of(3) } },
      {
        kind: 'broadcast',
        message: { kind: 'roundStarted', round: 2, localSteps: 5, theta: Float64Array.of(3) },
      },
    ]);
    deliveries.next({ first: 0, messages: [model(0, 8, 2), model(1, 10, 2)] });
    expect(out.slice(3)).toMatchObject([
      {
        kind: 'roundCompleted',
        step: 10,
        completed: { round: 2, startedFrom: Float64Array.of(3), theta: Float64Array.of(9) },
      },
      { kind: 'finished' },
    ]);
  });

  test('of FedHSA exchanges twice in a round: request, correction, completed', () => {
    const { deliveries, out } = serverOf(FEDHSA(0.1, 0.5), 1);
    const values = answersOf('operatorValue', { value: [2] }, { value: [4] });
    const differences = answersOf('localDifference', { difference: [1] }, { difference: [5] });
    deliveries.next({ first: 0, messages: values });
    deliveries.next({ first: 0, messages: differences });
    expect(out).toMatchObject([
      { kind: 'broadcast', message: { kind: 'evaluationRequested', round: 1 } },
      {
        kind: 'broadcast',
        message: { kind: 'correctionBroadcast', localSteps: 5, meanOperator: Float64Array.of(3) },
      },
      { kind: 'roundCompleted', step: 5, completed: { theta: Float64Array.of(2.5) } },
      { kind: 'finished' },
    ]);
  });

  test('with a budget of 0 rounds is finished at once', () => {
    expect(serverOf(LOCAL_SA(0.1), 0).out).toEqual([{ kind: 'finished' }]);
  });
});
