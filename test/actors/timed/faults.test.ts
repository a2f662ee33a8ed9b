/** Duplicates, losses, dropouts, crashes and returns, one at a time, on scripts that show what happens. */
import { describe, expect, it } from 'vitest';
import type { RunConfiguration } from '../../../src/configuration/configuration.ts';
import type { PolicyConfiguration } from '../../../src/policies/index.ts';
import { ALL_SEVEN, BY_NUMBER, configurationOf, FEDHSA, LOCAL_SA, SCAFFLSA } from '../../oracles/events.ts';
import { buildProblem } from '../../../src/problems/buildProblem.ts';
import { scriptedTiming, type TimingScript } from '../../../src/testing/scriptedTiming.ts';
import { agentTiming } from '../../../src/timing/agentTiming.ts';
import { ticksOf } from '../../../src/values/ticks.ts';
import { scriptedRun } from './scriptedRun.ts';
import { agentsThatDiffer, eventsOf, storyOf, threeAgents, type TimedStory } from './timedFixture.ts';

const SYNCHRONOUS: PolicyConfiguration = { kind: 'synchronous' };
const ASYNCHRONOUS: PolicyConfiguration = { kind: 'asynchronous', mixing: 0.5, weight: { kind: 'constant' } };

const run = (changes: Partial<RunConfiguration>): Promise<TimedStory> =>
  storyOf(threeAgents, configurationOf({ trace: true, verify: true, timing: {}, ...changes }));

describe('a message that arrives twice', () => {
  it.each([SYNCHRONOUS, ASYNCHRONOUS])('is taken in once under $kind', async (policy) => {
    const once = await run({ policy, timing: { uplinkLatency: 0.25 } });
    const twice = await run({ policy, timing: { uplinkLatency: 0.25, duplication: 1 } });
    expect(twice.thetas).toEqual(once.thetas);
    expect(twice.records).toEqual(once.records);
    const duplicates = eventsOf(twice, 'unused').filter(({ reason }) => reason === 'duplicate');
    expect(duplicates.length).toBeGreaterThan(5);
    expect(eventsOf(twice, 'applied')).toEqual(eventsOf(once, 'applied'));
  });
});

describe('an agent that is never heard of', () => {
  it('stalls a server that waits for it, and is named', async () => {
    const { outcome, records } = await run({
      policy: SYNCHRONOUS,
      timing: { agents: [{ agents: [1, 1], crash: { at: 7 } }] },
    });
    // H = 3: two rounds are over at 6 s.
    expect(outcome).toMatchObject({ kind: 'stalled', rounds: 2, steps: 6, waitingFor: [1] });
    expect(records.at(-1)).toMatchObject({ round: 2, time: 6 });
  });

  it.each([
    { kind: 'first', count: 2, late: 'drop' },
    { kind: 'deadline', seconds: 4, late: 'drop' },
    { kind: 'buffered', count: 2, weight: { kind: 'constant' } },
    ASYNCHRONOUS,
  ] satisfies PolicyConfiguration[])('is done without under $kind', async (policy) => {
    const story = await run({ policy, timing: { agents: [{ agents: [1, 1], crash: { at: 7 } }] } });
    expect(story.outcome?.kind).toBe('completed');
    expect(eventsOf(story, 'applied').filter(({ agent, time }) => agent === 1 && time > 7)).toEqual([]);
  });
});

describe('a crash with return', () => {
  const timing = { agents: [{ agents: [1, 1] as const, crash: { at: 7, returnsAfter: 10 } }] };

  it('makes a synchronous server send its round again', async () => {
    const { outcome, records, events } = await run({ policy: SYNCHRONOUS, timing });
    expect(outcome).toMatchObject({ kind: 'completed', rounds: 10 });
    // The third round begins at 6 s; its agent is back at 17 s and takes 3 s.
    expect(records.map(({ time }) => time)).toEqual([0, 3, 6, 20, 23, 26, 29, 32, 35, 38, 41]);
    expect(events.filter(({ kind }) => kind === 'crashed' || kind === 'returned')).toEqual([
      { kind: 'crashed', agent: 1, time: 7 },
      { kind: 'returned', agent: 1, time: 17 },
    ]);
    const away = eventsOf({ events }, 'activity').filter(({ activity }) => activity === 'away');
    expect(away).toEqual([
      { kind: 'activity', agent: 1, activity: 'away', dispatch: undefined, from: 7, to: 17 },
    ]);
  });

  it('leaves the stream where it is: the round that was lost has used up its observations', async () => {
    const story = await run({ policy: SYNCHRONOUS, timing });
    // Local SA keeps nothing but the stream: the same as a run in which agent 1 skips a block of three.
    const undisturbed = await run({ policy: SYNCHRONOUS });
    expect(story.thetas.slice(0, 3)).toEqual(undisturbed.thetas.slice(0, 3));
    expect(story.thetas[3]).not.toEqual(undisturbed.thetas[3]);
    const taken = eventsOf(story, 'taken').filter(({ agent }) => agent === 1);
    expect(taken.map(({ dispatch }) => dispatch)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
  });

  it.each(ALL_SEVEN(0.05))('lets $name come to its end', async (algorithm) => {
    const { outcome } = await run({ algorithms: [algorithm], policy: SYNCHRONOUS, timing });
    expect(outcome).toMatchObject({ kind: 'completed', rounds: 10 });
  });

  it('between the exchanges of FedHSA makes the server repeat the first', async () => {
    // Agent 0 evaluates at once, crashes at 0.25 s and is back at 0.5 s; agent 2's evaluation takes a second.
    const story = await run({
      algorithms: [FEDHSA(0.05)],
      policy: SYNCHRONOUS,
      timing: {
        agents: [
          { agents: [0, 0], crash: { at: 0.25, returnsAfter: 0.25 } },
          { agents: [2, 2], uplinkLatency: 1 },
        ],
      },
    });
    const calm = await run({
      algorithms: [FEDHSA(0.05)],
      policy: SYNCHRONOUS,
      timing: { agents: [{ agents: [2, 2], uplinkLatency: 1 }] },
    });
    // The evaluation uses up no observation, so that nothing is different for it.
    expect(story.thetas).toEqual(calm.thetas);
    expect(eventsOf(story, 'unused').map(({ agent, reason }) => ({ agent, reason }))).toEqual([
      { agent: 0, reason: 'late' },
    ]);
  });

  it('while a server at work is between the exchanges of FedHSA makes it repeat the first', async () => {
    const changes = { algorithms: [FEDHSA(0.05)], policy: SYNCHRONOUS };
    const crash = { at: 0.25, returnsAfter: 0.25 };
    const story = await run({
      ...changes,
      timing: { serverCompute: 1, agents: [{ agents: [0, 0], crash }] },
    });
    const calm = await run({ ...changes, timing: { serverCompute: 1 } });
    expect(story.thetas).toEqual(calm.thetas);
  });

  it('while an answer to an earlier round is in flight makes the server send the round under way', async () => {
    const { records } = await run({
      policy: { kind: 'first', count: 1, late: 'drop' },
      trigger: { kind: 'deterministic', localSteps: 1 },
      budget: { kind: 'rounds', rounds: 3 },
      timing: {
        crash: { at: 1.5 },
        agents: [{ agents: [1, 1], compute: 0.2, uplinkLatency: 10, crash: { at: 0.5, returnsAfter: 1 } }],
      },
    });
    // Agent 1's first answer comes at 10.2 s, too late; it is sent round 2 when it is back, at 1.5 s, and is alone from then on.
    expect(records.map(({ time }) => time)).toEqual([0, 1, 11.7, 21.9]);
  });

  it('between the two copies of an answer puts an agent back to work', async () => {
    const script: TimingScript = { uplink: [10], duplicates: [1], crash: { at: 3, returns: 4 } };
    const story = await scriptedRun(
      buildProblem(agentsThatDiffer(2)),
      {
        policy: ASYNCHRONOUS,
        trigger: { kind: 'deterministic', localSteps: 1 },
        budget: { kind: 'rounds', rounds: 40 },
      },
      (agent) => {
        if (agent === 0) return agentTiming({}, agent, 1);
        return { ...scriptedTiming(script, {}, agent, 1), secondUplink: () => ticksOf(1) };
      },
    );
    // The second copy comes at 2 s, so that the first, at 11 s, says nothing new.
    const applied = eventsOf(story, 'applied').filter(({ agent }) => agent === 1);
    expect(applied.map(({ time }) => time)).toEqual([2, 15, 26]);
  });

  it('while its answer waits for a server at work does not give an agent twice the work', async () => {
    const story = await run({
      policy: ASYNCHRONOUS,
      trigger: { kind: 'deterministic', localSteps: 1 },
      timing: { serverCompute: 4, agents: [{ agents: [2, 2], crash: { at: 2, returnsAfter: 1 } }] },
      tieSeed: BY_NUMBER,
    });
    // The answers come at 1 s, and the server takes 4 s for each.
    const sent = eventsOf(story, 'message').filter(({ from, agent }) => from === 'server' && agent === 2);
    expect(sent.map((message) => message.sent)).toEqual([0, 13, 25, 37]);
  });

  it('puts an agent without rounds back to work', async () => {
    const story = await run({ policy: ASYNCHRONOUS, timing, budget: { kind: 'rounds', rounds: 40 } });
    expect(story.outcome?.kind).toBe('completed');
    const of1 = eventsOf(story, 'applied').filter(({ agent }) => agent === 1);
    expect(of1.filter(({ time }) => time > 7 && time < 20)).toEqual([]);
    expect(of1.filter(({ time }) => time >= 20).length).toBeGreaterThan(3);
  });
});

describe('loss and dropout', () => {
  it.each(['uplink', 'downlink', 'dropout'] as const)(
    'of %s leave no agent without rounds idle',
    async (entry) => {
      const timing = entry === 'dropout' ? { dropout: 0.3 } : { loss: { [entry]: 0.3 } };
      const story = await run({ policy: ASYNCHRONOUS, timing, budget: { kind: 'rounds', rounds: 300 } });
      expect(story.outcome?.kind).toBe('completed');
      for (const agent of [0, 1, 2]) {
        const events = eventsOf(story, 'applied').filter((event) => event.agent === agent);
        expect(events.length).toBeGreaterThan(50);
      }
      const sent = eventsOf(story, 'message').filter(({ from }) => from === 'agent');
      if (entry === 'uplink') {
        // 300 heard of, each with probability 0.7; the number lost before is negative binomial.
        const lost = sent.filter((message) => message.lost).length;
        const sd = Math.sqrt(300 * 0.3) / 0.7;
        expect(Math.abs(lost - (300 * 0.3) / 0.7)).toBeLessThan(5.8 * sd);
      }
    },
  );

  it('of all answers of a round makes a server with a deadline ask again', async () => {
    const { outcome, events } = await run({
      algorithms: [SCAFFLSA(0.05)],
      policy: { kind: 'deadline', seconds: 4, late: 'drop' },
      timing: { loss: { uplink: 0.3 }, compute: { kind: 'exponential', mean: 1 } },
      budget: { kind: 'rounds', rounds: 60 },
    });
    expect(outcome?.kind).toBe('completed');
    // One dispatch a round and agent where nothing is asked again.
    const sent = eventsOf({ events }, 'message').filter(
      ({ from, content }) => from === 'server' && content.kind !== 'roundClosed',
    );
    expect(sent.length).toBeGreaterThan(3 * 60);
  });

  it('of more answers than the quorum can do without makes a server ask again', async () => {
    const { outcome } = await run({
      policy: { kind: 'first', count: 2, late: 'drop' },
      timing: { loss: { uplink: 0.4 }, compute: { kind: 'exponential', mean: 1 } },
      budget: { kind: 'rounds', rounds: 60 },
    });
    expect(outcome?.kind).toBe('completed');
  });
});

describe('being off', () => {
  it('rests the work and keeps the mail', async () => {
    // On for 2 s, off for 1 s: work of 3 s from 0 to 4 s, from 4 s on to 8 s (off at 5 s), …
    const story = await run({
      algorithms: [LOCAL_SA(0.1)],
      timing: { availability: { on: 2, off: 1 } },
      budget: { kind: 'rounds', rounds: 3 },
    });
    expect(story.records.map(({ time }) => time)).toEqual([0, 4, 8, 13]);
    expect(story.records.slice(1).map(({ idle }) => idle)).toEqual([0, 0, 0]);
    const events = eventsOf(story, 'activity').filter(({ agent }) => agent === 0);
    expect(events.map(({ activity, from, to }) => [activity, from, to])).toEqual([
      ['computing', 0, 2],
      ['away', 2, 3],
      ['computing', 3, 4],
      ['computing', 4, 5],
      ['away', 5, 6],
      ['computing', 6, 8],
      ['away', 8, 9],
      ['computing', 9, 11],
      ['away', 11, 12],
      ['computing', 12, 13],
    ]);
  });
});

describe('dropped late updates', () => {
  it('are given up by agents that hear of a new round, and never taken in', async () => {
    const story = await storyOf(
      agentsThatDiffer(3),
      configurationOf({
        trace: true,
        verify: true,
        policy: { kind: 'first', count: 2, late: 'drop' },
        timing: { agents: [{ agents: [2, 2], compute: 1.5 }] },
      }),
    );
    // Rounds of 3 s; agent 2 would need 4.5 s.
    expect(story.records.at(-1)!.time).toBe(30);
    expect(eventsOf(story, 'applied').filter(({ agent }) => agent === 2)).toEqual([]);
    expect(eventsOf(story, 'taken').filter(({ agent }) => agent === 2)).toHaveLength(10);
  });

  it('are taken in a round later where they are carried', async () => {
    const story = await storyOf(
      agentsThatDiffer(3),
      configurationOf({
        trace: true,
        verify: true,
        policy: { kind: 'first', count: 2, late: 'carry' },
        timing: { agents: [{ agents: [2, 2], compute: 1.5 }] },
        budget: { kind: 'rounds', rounds: 3 },
        tieSeed: BY_NUMBER,
      }),
    );
    // At 3 s agents 0 and 1 make a step; at 4.5 s agent 2 comes, at 6 s agent 0 makes it two, agent 1 is
    // of the round before then, and the third round's first.
    const took = eventsOf(story, 'applied').map(({ agent, staleness, version }) => [
      version,
      agent,
      staleness,
    ]);
    expect(took).toEqual(
      [
        [0, 0, 0],
        [0, 1, 0],
        [1, 0, 0],
        [1, 2, 1],
        [2, 1, 1],
        [2, 0, 0],
      ].sort(([v, a], [w, b]) => v! - w! || a! - b!),
    );
  });
});
