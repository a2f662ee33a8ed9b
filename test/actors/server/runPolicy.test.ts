/** The policies at work: what each says to what it hears, with nobody else there. */
import { map, type Observable, Subject } from 'rxjs';
import { describe, expect, it } from 'vitest';
import { VirtualClock } from '../../../actors/clock/virtualClock.ts';
import { runPolicy } from '../../../actors/server/runPolicy.ts';
import type { ServerUpdate } from '../../../actors/server/serverProtocol.ts';
import { generatorFor } from '../../../src/maths/generator.ts';
import { type PolicyConfiguration, policyOf } from '../../../src/policies/index.ts';
import type { PolicyInput, PolicyMachine, Update } from '../../../src/policies/machine.ts';
import { drawAgents } from '../../../src/policies/sampled.ts';
import { chiSquareBound, ONE_IN_1E8, pearson } from '../../oracles/tailBounds.ts';

const weight = { kind: 'constant' } as const;

/** Tells a policy things and gives what it says at once, in short. */
function conversation(
  policy: PolicyConfiguration,
  agents: number,
  away: ReadonlySet<number> = new Set(),
): {
  readonly tell: (input: PolicyInput) => string[];
  readonly clock: VirtualClock;
  readonly messages: string[];
} {
  const clock = new VirtualClock();
  const inputs = new Subject<PolicyInput>();
  const messages: string[] = [];
  const machine = policyOf(policy).machine({
    agents,
    generator: generatorFor(1, 'participation'),
    isThere: (agent) => !away.has(agent),
    seconds: () => 1,
  });
  run(machine, clock, inputs).subscribe((words) => messages.push(words));
  const tell = (input: PolicyInput): string[] => {
    messages.length = 0;
    inputs.next(input);
    return [...messages];
  };
  return { tell, clock, messages };
}

/** A policy at work, with a server that does nothing; what it says, in short. */
function run(
  machine: PolicyMachine,
  clock: VirtualClock,
  inputs: Observable<PolicyInput>,
): Observable<string> {
  let latest = '';
  const saying = (words: string): never => {
    latest = words;
    return { kind: 'sent', dispatches: [] } as never;
  };
  const server = {
    send: (agents: readonly number[], abandon: boolean) =>
      saying(`send ${agents.join(',')}${abandon ? '!' : ''}`),
    resend: (agent: number) => saying(`resend ${agent}`),
    step: (updates: readonly Update[]) => saying(`step ${updates.map(({ agent }) => agent).join(',')}`),
  };
  const updates = inputs as Observable<PolicyInput<ServerUpdate>>;
  return updates.pipe(
    runPolicy(machine, { clock, server, queue: undefined }),
    map((output) => (output.kind === 'discarded' ? `late ${output.dispatch.agent}` : latest)),
  );
}

const READY: PolicyInput = { kind: 'ready' };

const update = (agent: number, { number = 1, current = true, staleness = 0 } = {}): Update => ({
  kind: 'update',
  agent,
  dispatch: { agent, number } as Update['dispatch'],
  current,
  staleness,
  age: staleness,
});

describe('policies with rounds', () => {
  it('synchronous steps with all, by agent, and sends again to one that has returned', () => {
    const { tell } = conversation({ kind: 'synchronous' }, 3);
    expect(tell(READY)).toEqual(['send 0,1,2']);
    expect(tell(update(2))).toEqual([]);
    expect(tell({ kind: 'returned', agent: 2 })).toEqual([]);
    expect(tell({ kind: 'returned', agent: 1 })).toEqual(['resend 1']);
    expect(tell(update(0))).toEqual([]);
    expect(tell(update(1))).toEqual(['step 0,1,2']);
    expect(tell({ kind: 'exchanged', agents: [0, 2] })).toEqual(['send 0,2']);
    expect(tell(update(2))).toEqual([]);
    expect(tell(update(0))).toEqual(['step 0,2']);
  });

  it('first 2 of 4 drops or carries the others', () => {
    const drops = conversation({ kind: 'first', count: 2, late: 'drop' }, 4);
    expect(drops.tell(READY)).toEqual(['send 0,1,2,3!']);
    expect(drops.tell(update(3))).toEqual([]);
    expect(drops.tell(update(1))).toEqual(['step 1,3']);
    expect(drops.tell(READY)).toEqual(['send 0,1,2,3!']);
    expect(drops.tell(update(0, { current: false }))).toEqual(['late 0']);
    const carries = conversation({ kind: 'first', count: 2, late: 'carry' }, 4);
    expect(carries.tell(READY)).toEqual(['send 0,1,2,3']);
    carries.tell(update(3));
    carries.tell(update(1));
    carries.tell(READY);
    expect(carries.tell(update(3, { number: 2 }))).toEqual([]);
    expect(carries.tell(update(0, { current: false }))).toEqual(['step 0,3']);
  });

  it('first 2 of 3 drawn, at the second answer or when it is time', () => {
    const { tell, clock, messages } = conversation(
      { kind: 'first', count: 2, of: 3, deadline: 5, late: 'drop' },
      5,
    );
    const draws = generatorFor(1, 'participation');
    const [first, two] = [drawAgents(5, 3, draws), drawAgents(5, 3, draws)];
    expect(tell(READY)).toEqual([`send ${first.join(',')}!`]);
    expect(tell(update(first[2]!))).toEqual([]);
    expect(tell(update(first[0]!))).toEqual([`step ${first[0]!},${first[2]!}`]);
    expect(tell(READY)).toEqual([`send ${two.join(',')}!`]);
    expect(tell(update(first[1]!, { current: false, staleness: 1 }))).toEqual([`late ${first[1]!}`]);
    expect(tell(update(two[1]!))).toEqual([]);
    expect(clock.step()).toBe(true);
    expect({ messages, time: clock.time }).toEqual({ messages: [`step ${two[1]!}`], time: 5 });
  });

  it('sampled from those that are there draws from them, fewer where there are not so many', () => {
    const present = { kind: 'sampled', count: 2, among: 'present' } as const;
    const { tell } = conversation(present, 5, new Set([0, 3]));
    const drawn = drawAgents(3, 2, generatorFor(1, 'participation')).map((at) => [1, 2, 4][at]!);
    expect(tell(READY)).toEqual([`send ${drawn.join(',')}`]);
    const alone = conversation(present, 3, new Set([0, 1]));
    expect(alone.tell(READY)).toEqual(['send 2']);
    expect(alone.tell(update(2))).toEqual(['step 2']);
    const nobody = conversation(present, 3, new Set([0, 1, 2]));
    const any = drawAgents(3, 2, generatorFor(1, 'participation'));
    expect(nobody.tell(READY)).toEqual([`send ${any.join(',')}`]);
  });

  it('first 2 of 4 asks those lost again only where nothing else can come', () => {
    const { tell } = conversation({ kind: 'first', count: 2, late: 'drop' }, 4);
    tell(READY);
    expect(tell({ kind: 'missing', agent: 3 })).toEqual([]);
    expect(tell({ kind: 'missing', agent: 2 })).toEqual([]);
    tell(update(0));
    expect(tell(update(1))).toEqual(['step 0,1']);
    // Those of the round before are at work again.
    tell(READY);
    tell(update(0));
    expect(tell({ kind: 'missing', agent: 1 })).toEqual([]);
    expect(tell({ kind: 'missing', agent: 3 })).toEqual([]);
    expect(tell({ kind: 'missing', agent: 2 })).toEqual(['resend 1', 'resend 2', 'resend 3']);
    expect(tell({ kind: 'missing', agent: 2 })).toEqual([]);
  });

  it('first 2 of 4 counts an agent once that is missing twice', () => {
    const { tell } = conversation({ kind: 'first', count: 2, late: 'drop' }, 4);
    tell(READY);
    for (const agent of [3, 3, 2]) expect(tell({ kind: 'missing', agent })).toEqual([]);
    // Agent 1 may still answer, so those lost are not asked again.
    expect(tell(update(0))).toEqual([]);
    expect(tell({ kind: 'missing', agent: 1 })).toEqual(['resend 1', 'resend 2', 'resend 3']);
  });

  it('first 2 of 4 does not ask an agent again that was lost and has returned', () => {
    const { tell } = conversation({ kind: 'first', count: 2, late: 'drop' }, 4);
    tell(READY);
    expect(tell({ kind: 'missing', agent: 3 })).toEqual([]);
    expect(tell({ kind: 'returned', agent: 3 })).toEqual(['resend 3']);
    tell({ kind: 'missing', agent: 2 });
    tell({ kind: 'missing', agent: 1 });
    // Of agent 3 an answer is on its way.
    expect(tell({ kind: 'missing', agent: 0 })).toEqual([]);
  });

  it('deadline steps when it is due, at once where all have come, and with the first where nobody has', () => {
    const { tell, clock, messages } = conversation({ kind: 'deadline', seconds: 2, late: 'drop' }, 2);
    expect(tell(READY)).toEqual(['send 0,1!']);
    expect(tell(update(1))).toEqual([]);
    expect(clock.step()).toBe(true);
    expect({ messages, time: clock.time }).toEqual({ messages: ['step 1'], time: 2 });
    tell(READY);
    tell(update(1));
    expect(tell(update(0))).toEqual(['step 0,1']);
    tell(READY);
    // The alarm of the round that ended early does not ring.
    expect(clock.step()).toBe(true);
    expect(clock.time).toBe(4);
    expect(clock.step()).toBe(false);
    expect(tell({ kind: 'missing', agent: 0 })).toEqual([]);
    expect(tell(update(1))).toEqual(['step 1']);
  });

  it('sampled draws every pair of 4 agents alike, and steps with those it has drawn', () => {
    const { tell } = conversation({ kind: 'sampled', count: 2 }, 4);
    const [first] = tell(READY);
    const drawn = drawAgents(4, 2, generatorFor(1, 'participation'));
    expect(first).toBe(`send ${drawn.join(',')}`);
    tell(update(drawn[1]!));
    expect(tell(update(drawn[0]!))).toEqual([`step ${drawn.join(',')}`]);
    const generator = generatorFor(7, 'participation');
    const counts = new Map<string, number>();
    for (let k = 0; k < 6000; k++) {
      const pair = drawAgents(4, 2, generator).join();
      counts.set(pair, (counts.get(pair) ?? 0) + 1);
    }
    expect([...counts.keys()].sort()).toEqual(['0,1', '0,2', '0,3', '1,2', '1,3', '2,3']);
    expect(pearson([...counts.values()], new Array<number>(6).fill(1 / 6))).toBeLessThan(
      chiSquareBound(5, ONE_IN_1E8),
    );
    expect(drawAgents(3, 3, generator)).toEqual([0, 1, 2]);
  });
});

describe('policies without rounds', () => {
  it('asynchronous steps at each update and sends to its agent', () => {
    const { tell } = conversation({ kind: 'asynchronous', mixing: 0.5, weight }, 3);
    expect(tell(READY)).toEqual(['send 0,1,2']);
    expect(tell(update(2))).toEqual(['step 2', 'send 2']);
    expect(tell({ kind: 'missing', agent: 1 })).toEqual(['send 1']);
    expect(tell({ kind: 'returned', agent: 0 })).toEqual(['send 0']);
  });

  it('buffered steps at every third update and sends to each agent at once', () => {
    const { tell } = conversation({ kind: 'buffered', count: 3, weight }, 3);
    tell(READY);
    expect(tell(update(2))).toEqual(['send 2']);
    expect(tell(update(2, { number: 2 }))).toEqual(['send 2']);
    expect(tell(update(0))).toEqual(['step 0,2,2', 'send 0']);
    expect(tell(update(1))).toEqual(['send 1']);
  });

  it('bounded staleness waits for an agent one step behind where τ = 1', () => {
    const { tell } = conversation({ kind: 'bounded-staleness', staleness: 1, mixing: 0.5, weight }, 3);
    tell(READY);
    expect(tell(update(0))).toEqual(['step 0', 'send 0']);
    // Agents 1 and 2 are at work on version 0: a step now would leave agent 2 two behind.
    expect(tell(update(1))).toEqual([]);
    expect(tell(update(0))).toEqual([]);
    expect(tell(update(2))).toEqual(['step 0,1,2', 'send 0,1,2']);
    // An agent of which nothing will come holds nobody up.
    expect(tell(update(0))).toEqual(['step 0', 'send 0']);
    expect(tell(update(1))).toEqual([]);
    expect(tell({ kind: 'missing', agent: 2 })).toEqual(['step 1', 'send 1,2']);
  });

  it('bounded staleness with τ = 0 goes in step', () => {
    const { tell } = conversation({ kind: 'bounded-staleness', staleness: 0, mixing: 0.5, weight }, 2);
    tell(READY);
    expect(tell(update(1))).toEqual([]);
    expect(tell(update(0))).toEqual(['step 0,1', 'send 0,1']);
  });
});

describe('the operator', () => {
  /** Says a step to each update, and sends to the agents of each `exchanged`. */
  const echo: PolicyMachine<number> = {
    state: 0,
    next: (heard, input, out) => {
      if (input.kind === 'update') out.step([input]);
      if (input.kind === 'exchanged') out.send(input.agents, false);
      if (input.kind === 'returned') throw new RangeError('of the machine');
      if (input.kind === 'missing') out.wake(input.agent);
      if (input.kind === 'woken') out.resend(heard);
      return heard + 1;
    },
  };

  it('lets a policy finish what it says before it hears what comes of that', () => {
    const inputs = new Subject<PolicyInput>();
    const story: string[] = [];
    const machine: PolicyMachine<number> = {
      state: 0,
      next: (heard, input, out) => {
        story.push(`hears ${input.kind}`);
        const after = echo.next(heard, input, out);
        story.push(`has heard ${after}`);
        return after;
      },
    };
    run(machine, new VirtualClock(), inputs).subscribe((words) => {
      const [kind] = words.split(' ');
      story.push(kind!);
      if (kind !== 'step') return;
      inputs.next({ kind: 'exchanged', agents: [0] });
      inputs.next({ kind: 'exchanged', agents: [1] });
      story.push('has stepped');
    });
    inputs.next(update(0));
    expect(story).toEqual([
      ...['hears update', 'step', 'has stepped', 'has heard 1'],
      ...['hears exchanged', 'send', 'has heard 2'],
      ...['hears exchanged', 'send', 'has heard 3'],
    ]);
  });

  it('wakes a policy once, when it last said, and not after a step', () => {
    const clock = new VirtualClock();
    const inputs = new Subject<PolicyInput>();
    const woken: number[] = [];
    run(echo, clock, inputs).subscribe((words) => {
      if (words.startsWith('resend')) woken.push(clock.time);
    });
    inputs.next({ kind: 'missing', agent: 3 });
    inputs.next({ kind: 'missing', agent: 2 });
    while (clock.step());
    expect(woken).toEqual([2]);
    inputs.next({ kind: 'missing', agent: 3 });
    inputs.next(update(0));
    expect(clock.step()).toBe(false);
    inputs.next({ kind: 'missing', agent: 3 });
    inputs.complete();
    expect({ more: clock.step(), woken }).toEqual({ more: false, woken: [2] });
  });

  it('makes an error of the machine one of its output', () => {
    const inputs = new Subject<PolicyInput>();
    let error: unknown;
    run(echo, new VirtualClock(), inputs).subscribe({
      error: (thrown: unknown) => {
        error = thrown;
      },
    });
    inputs.next({ kind: 'returned', agent: 0 });
    expect(error).toEqual(new RangeError('of the machine'));
  });
});
