/** The check of a run's messages, on the log of a right run and on logs that were tampered with. */
import { beforeAll, describe, expect, it } from 'vitest';
import { scafflsa } from '../../src/algorithms/scafflsa.ts';
import { MessageInvariants } from '../../src/events/messageInvariants.ts';
import type { TimedEvent } from '../../src/events/inspection.ts';
import type { PolicyConfiguration } from '../../src/policies/index.ts';
import { storyOf, threeAgents, type TimedStory } from '../actors/timed/timedFixture.ts';
import { configurationOf, SCAFFLSA } from '../oracles/events.ts';

const POLICY: PolicyConfiguration = { kind: 'sampled', count: 2 };

/** Events, and in place of each recorded round its step. */
type Log = (TimedEvent | { readonly kind: 'step'; readonly time: number; readonly theta: Float64Array })[];

function logOf(story: TimedStory): Log {
  return story.all.flatMap((told): Log => {
    if (told.kind === 'timed') return [told.event];
    if (told.kind === 'roundRecorded' && told.record.round > 0)
      return [{ kind: 'step', time: told.record.time, theta: Float64Array.from(told.theta) }];
    return [];
  });
}

function faultsOf(log: Log, algorithm = scafflsa): readonly string[] {
  const check = new MessageInvariants(algorithm, POLICY);
  for (const event of log) {
    if (event.kind === 'step') check.stepped(event.time, event.theta);
    else check.add(event);
  }
  return check.faults;
}

let log: Log;
beforeAll(async () => {
  log = logOf(
    await storyOf(
      threeAgents,
      configurationOf({
        algorithms: [SCAFFLSA(0.05)],
        policy: POLICY,
        timing: { compute: { kind: 'exponential', mean: 1 } },
        trace: true,
      }),
    ),
  );
});

const indexOf = (found: (event: Log[number]) => boolean, from = 0): number => {
  const index = log.findIndex((event, k) => k >= from && found(event));
  expect(index).toBeGreaterThanOrEqual(0);
  return index;
};

describe('the log of a run', () => {
  it('is in order', () => {
    expect(log.length).toBeGreaterThan(60);
    expect(faultsOf(log)).toEqual([]);
  });

  it('shows an update that is applied twice', () => {
    const at = indexOf(({ kind }) => kind === 'applied');
    const faults = faultsOf([...log.slice(0, at + 1), log[at]!, ...log.slice(at + 1)]);
    expect(faults[0]).toMatch(/^the answer of agent \d to dispatch 1 is applied twice$/);
  });

  it('shows an update that came in time and is left out', () => {
    const first = indexOf(({ kind }) => kind === 'applied');
    const faults = faultsOf(log.filter((_, k) => k !== first));
    expect(faults.some((fault) => /came before step \d and is left out of it$/.test(fault))).toBe(true);
  });

  it('shows an answer to nothing, and one applied that never came', () => {
    const at = indexOf((event) => event.kind === 'message' && event.from === 'agent');
    expect(faultsOf(log.filter((_, k) => k !== at))[0]).toMatch(/is applied and never came$/);
    const sent = indexOf((event) => event.kind === 'message' && event.from === 'server');
    expect(faultsOf(log.filter((_, k) => k !== sent))[0]).toMatch(
      /^agent \d answers dispatch 1, which was not sent$/,
    );
  });

  it('shows a staleness that is wrong', () => {
    const wrong = log.map((event) =>
      event.kind === 'applied' ? { ...event, staleness: event.staleness + 1 } : event,
    );
    expect(faultsOf(wrong)[0]).toMatch(/is 0 by the log, reported as 1$/);
  });

  it('shows a round of which nobody, or the wrong agent, is told how it ended', () => {
    const isNotice = (event: Log[number]): boolean =>
      event.kind === 'message' && event.content.kind === 'roundClosed';
    const at = indexOf(isNotice);
    const unheard = faultsOf(log.filter((_, k) => k !== at));
    expect(unheard[0]).toMatch(/^agent \d took part in step \d and has no notice of how that ended$/);
    const told = log[at] as Extract<TimedEvent, { readonly kind: 'message' }>;
    const stranger = [0, 1, 2].find((agent) => !tookPartBefore(at).has(agent))!;
    const misled = log.map((event, k) => (k === at ? { ...told, agent: stranger } : event));
    expect(faultsOf(misled)[0]).toBe(
      `agent ${stranger} is sent "roundClosed" after a round that it did not take part in`,
    );
    // Where an algorithm has no notices nobody is owed one.
    const silent = { ...scafflsa, messages: { ...scafflsa.messages, notices: [] } };
    expect(
      faultsOf(
        log.filter((event) => !isNotice(event)),
        silent,
      ),
    ).toEqual([]);
  });

  it('shows what the algorithm’s own invariant says does not hold, with the step', () => {
    const steps = log.filter(({ kind }) => kind === 'step');
    const off = log.map((event) =>
      event === steps[2] && event.kind === 'step'
        ? { ...event, theta: event.theta.map((x) => x + 1e-6) }
        : event,
    );
    expect(faultsOf(off)).toHaveLength(1);
    expect(faultsOf(off)[0]).toMatch(/^the ξ_i are moved by \S+ in all after step 3$/);
    const seen: number[][] = [];
    const watching: typeof scafflsa = {
      ...scafflsa,
      invariant: (_, answers) => {
        seen.push(answers.map(({ agent }) => agent));
        return seen.length === 2 ? 'something is off' : undefined;
      },
    };
    expect(faultsOf(log, watching)).toEqual(['something is off after step 2']);
    // It is given the answers that the step took in.
    expect(seen).toHaveLength(steps.length);
    seen.forEach((agents, k) => {
      expect(agents).toEqual([...tookPartBefore(log.indexOf(steps[k]!))].sort());
    });
  });
});

/** Who took part in the step that is the last before an event of the log. */
function tookPartBefore(end: number): Set<number> {
  const applied = log.slice(0, end).filter((event) => event.kind === 'applied');
  const version = Math.max(...applied.map((event) => event.version));
  return new Set(applied.filter((event) => event.version === version).map(({ agent }) => agent));
}
