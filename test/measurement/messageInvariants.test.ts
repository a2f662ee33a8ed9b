/** The check of a run's messages, on the log of a right run and on logs that were tampered with. */
import { beforeAll, describe, expect, it } from 'vitest';
import { MessageInvariants } from '../../src/measurement/messageInvariants.ts';
import type { TimedEvent } from '../../src/protocol/inspection.ts';
import type { PolicyConfiguration } from '../../src/policies/index.ts';
import { storyOf, threeAgents, type TimedStory } from '../actors/timed/timedFixture.ts';
import { configurationOf, SCAFFLSA } from '../oracles/events.ts';

const POLICY: PolicyConfiguration = { kind: 'sampled', count: 2 };

/** Events, and in place of each recorded round the time of its step. */
type Log = (TimedEvent | { readonly kind: 'step'; readonly time: number })[];

function logOf(story: TimedStory): Log {
  return story.all.flatMap((told): Log => {
    if (told.kind === 'timed') return [told.event];
    if (told.kind === 'roundRecorded' && told.record.round > 0)
      return [{ kind: 'step', time: told.record.time }];
    return [];
  });
}

function faultsOf(log: Log): readonly string[] {
  const check = new MessageInvariants('scafflsa', POLICY);
  for (const event of log) {
    if (event.kind === 'step') check.stepped(event.time);
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
    expect(faultsOf(wrong)[0]).toMatch(/is 0 by the log, told as 1$/);
  });

  it('shows control variates that move where they must not, or by what does not sum to 0', () => {
    const isFresh = (event: Log[number]): boolean =>
      event.kind === 'message' && event.content.kind === 'roundStartedAfresh';
    const firstStep = indexOf(({ kind }) => kind === 'step');
    const at = indexOf(isFresh, firstStep);
    const moved = log.map((event, k) =>
      k === at && event.kind === 'message' && event.content.kind === 'roundStartedAfresh'
        ? { ...event, content: { ...event.content, kind: 'roundStarted' as const } }
        : event,
    );
    expect(faultsOf(moved)[0]).toMatch(/is sent "roundStarted" after a round that it did not take part in$/);
    const off = log.map((event, k) =>
      k > firstStep && event.kind === 'message' && event.content.kind === 'roundClosed'
        ? { ...event, content: { ...event.content, theta: event.content.theta.map((x) => x + 1e-6) } }
        : event,
    );
    expect(faultsOf(off)[0]).toMatch(/^the ξ_i are moved by \S+ in all after step \d/);
  });
});
