/** What is counted about each agent, against a second reckoning from the log of everything that happened, and closed forms. */
import { expect, test } from 'vitest';
import { VirtualClock } from '../../../actors/clock/virtualClock.ts';
import { AgentLedger } from '../../../actors/replication/agentLedger.ts';
import { Ledger } from '../../../actors/replication/ledger.ts';
import { DispatchBook } from '../../../actors/server/dispatch.ts';
import type { PolicyConfiguration } from '../../../src/policies/index.ts';
import type { AgentAccount } from '../../../src/events/agentAccount.ts';
import type { RunConfiguration } from '../../../src/configuration/configuration.ts';
import type { TimedEvent } from '../../../src/events/inspection.ts';
import { BY_NUMBER, configurationOf, FEDHSA, LOCAL_SA } from '../../oracles/events.ts';
import { messageOf } from '../../oracles/givenMessages.ts';
import { agentsThatDiffer, eventsOf, storyOf, type TimedStory } from './timedFixture.ts';

type Account = Extract<TimedEvent, { kind: 'account' }>;
type Stretch = readonly [from: number, to: number];

async function storyWith(agents: number, changes: Partial<RunConfiguration>): Promise<TimedStory> {
  return await storyOf(agentsThatDiffer(agents), configurationOf({ trace: true, ...changes }));
}

const accountOf = (story: TimedStory): Account => eventsOf(story, 'account')[0]!;

const overlap = ([a, b]: Stretch, [c, d]: Stretch): number => Math.max(0, Math.min(b, d) - Math.max(a, c));
const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** Joined stretches, without those of no length. */
function union(stretches: readonly Stretch[]): Stretch[] {
  const out: [number, number][] = [];
  for (const [from, to] of stretches.toSorted((a, b) => a[0] - b[0])) {
    const last = out.at(-1);
    if (last !== undefined && from <= last[1]) last[1] = Math.max(last[1], to);
    else out.push([from, to]);
  }
  return out;
}

/** An agent's account from the log: stretches of activities and flights of messages, cut with one another. */
function reckoned(story: TimedStory, agent: number, hasRounds: boolean): Omit<AgentAccount, 'agent'> {
  const ofAgent = story.events.filter((event) => 'agent' in event && event.agent === agent);
  const kind = <K extends TimedEvent['kind']>(name: K) =>
    ofAgent.filter((event): event is Extract<TimedEvent, { kind: K }> => event.kind === name);
  const stretches = (activity: string): Stretch[] =>
    kind('activity').flatMap((entry) =>
      entry.activity === activity ? [[entry.from, entry.to] as const] : [],
    );
  const messages = kind('message');
  const unused = kind('unused');
  const end = accountOf(story).time;
  const undeliverable = unused.filter((candidate) => candidate.reason === 'undeliverable');
  const flights = messages.filter(
    (message) =>
      message.from === 'server' && message.dispatch !== undefined && !message.lost && message.arrives <= end,
  );
  const came = flights.filter((flight) => !undeliverable.some((other) => other.dispatch === flight.dispatch));
  const receiving = union(came.map((entry): Stretch => [entry.sent, entry.arrives]));
  const waits = stretches('waiting');
  const received = sum(waits.flatMap((wait) => receiving.map((flight) => overlap(wait, flight))));
  const length = (activity: string): number => sum(stretches(activity).map(([from, to]) => to - from));

  const answers = messages.filter((message) => message.from === 'agent' && !message.copy);
  const applied = kind('applied');
  const late = unused.filter((candidate) => candidate.from === 'agent' && candidate.reason === 'late');
  const lost = answers.filter((answer) => answer.lost && answer.arrives <= end);
  const stepsOf = (dispatch: number): number =>
    messages.find((message) => message.from === 'server' && message.dispatch === dispatch)!.content
      .localSteps;
  const taken = kind('taken');
  const busyAtTheEnd = taken.filter(
    ({ dispatch, time }) =>
      !answers.some((answer) => answer.dispatch === dispatch) &&
      (time === end ||
        kind('activity').some(
          (candidate) => candidate.to === end && candidate.dispatch === dispatch && candidate.from >= time,
        )),
  );
  const wasted = taken.filter(({ dispatch }) => {
    const answer = answers.find((answer) => answer.dispatch === dispatch);
    if (answer === undefined) return !busyAtTheEnd.some((candidate) => candidate.dispatch === dispatch);
    return lost.includes(answer) || late.some((candidate) => candidate.dispatch === dispatch);
  });

  const versions = new Map<number, Extract<TimedEvent, { kind: 'applied' }>[]>();
  for (const event of eventsOf(story, 'applied')) {
    versions.set(event.version, [...(versions.get(event.version) ?? []), event]);
  }
  let [closed, opened] = [0, 0];
  const critical = { receiving: 0, computing: 0, away: 0, sending: 0 };
  for (const updates of versions.values()) {
    const { time } = updates[0]!;
    const last = updates.toSorted((a, b) => a.arrived - b.arrived || a.agent - b.agent).at(-1)!;
    const round: Stretch = [opened, time];
    opened = time;
    if (last.agent !== agent || last.arrived !== time) continue;
    closed++;
    if (!hasRounds) continue;
    // What it was at from when the dispatch came, which it may have been too busy, or not there, to take up.
    const flight = flights.find((flight) => flight.dispatch === last.dispatch)!;
    const compute = (activity: string): number =>
      sum(
        kind('activity').flatMap((entry) =>
          entry.activity === activity &&
          (entry.dispatch === last.dispatch || entry.dispatch === undefined) &&
          entry.from >= flight.arrives &&
          entry.to <= last.arrived
            ? [overlap([entry.from, entry.to], round)]
            : [],
        ),
      );
    critical.receiving += overlap([flight.sent, flight.arrives], round);
    critical.computing += compute('computing');
    critical.away += compute('away');
    const sent = answers.find((answer) => answer.dispatch === last.dispatch)!;
    critical.sending += overlap([sent.sent, last.arrived], round);
  }
  return {
    computing: length('computing'),
    sending: length('sending'),
    receiving: received,
    waiting: length('waiting') - received,
    away: length('away'),
    dispatches: taken.length,
    taken: applied.length,
    late: late.length,
    lost: lost.length,
    givenUp: wasted.length - late.length - lost.length,
    bytes: sum(answers.map(({ bytes }) => bytes)),
    wastedBytes: 16 * (late.length + lost.length),
    localSteps: sum(taken.map(({ dispatch }) => stepsOf(dispatch))),
    wastedSteps: sum(wasted.map(({ dispatch }) => stepsOf(dispatch))),
    contribution: sum(applied.map(({ weight, version }) => weight / versions.get(version)!.length)),
    totalStaleness: sum(applied.map(({ staleness }) => staleness)),
    largestStaleness: Math.max(0, ...applied.map(({ staleness }) => staleness)),
    closed,
    critical,
  };
}

const timing = {
  compute: { kind: 'exponential', mean: 0.3 },
  uplinkLatency: { kind: 'exponential', mean: 0.4 },
  downlinkLatency: 0.25,
  availability: { on: { kind: 'exponential', mean: 4 }, off: { kind: 'exponential', mean: 1 } },
  loss: { uplink: 0.1 },
  dropout: 0.05,
  agents: [
    { agents: [3, 4], compute: { kind: 'exponential', mean: 1 }, downlinkLatency: 0 },
    { agents: [4, 4], crash: { at: 7, returnsAfter: 10 } },
  ],
} as const;

const POLICIES: readonly PolicyConfiguration[] = [
  { kind: 'synchronous' },
  { kind: 'first', count: 2, late: 'drop' },
  { kind: 'first', count: 2, late: 'carry' },
  { kind: 'deadline', seconds: 2, late: 'drop' },
  { kind: 'sampled', count: 2 },
  { kind: 'buffered', count: 2, largestStaleness: 2, weight: { kind: 'constant' } },
  { kind: 'asynchronous', mixing: 0.5, weight: { kind: 'polynomial', exponent: 1 } },
];

test.each(POLICIES)('$kind: each agent’s account is that of the log', async (policy) => {
  const story = await storyWith(5, { policy, timing, budget: { kind: 'rounds', rounds: 60 } });
  const { agents, staleness, time } = accountOf(story);
  expect(agents.map(({ agent }) => agent)).toEqual([0, 1, 2, 3, 4]);
  const hasRounds = !['buffered', 'asynchronous'].includes(policy.kind);
  for (const { agent, ...account } of agents) {
    const { critical, ...expected } = reckoned(story, agent, hasRounds);
    for (const [name, value] of Object.entries(expected)) {
      expect(account[name as keyof typeof expected], `${name} of agent ${agent}`).toBeCloseTo(value, 9);
    }
    for (const name of ['receiving', 'computing', 'away', 'sending'] as const) {
      expect(account.critical[name], `critical ${name} of agent ${agent}`).toBeCloseTo(critical[name], 9);
    }
    const { computing, sending, receiving, waiting, away } = account;
    expect(computing + sending + receiving + waiting + away).toBeCloseTo(time, 9);
    const histogram = staleness.filter((stalenessCount) => stalenessCount.agent === agent);
    for (const stalenessCount of histogram) {
      const updates = eventsOf(story, 'applied').filter(
        (update) => update.agent === agent && update.staleness === stalenessCount.staleness,
      );
      expect(stalenessCount.updates).toBe(updates.length);
    }
    expect(sum(histogram.map(({ updates }) => updates))).toBe(account.taken);
  }
});

test('with constant times shares and critical path are exact, and so with two exchanges a round', async () => {
  // A round takes agent 0 1 + 3 × 1 + 2 = 6 s and agent 1 1 + 3 × 2 + 2 = 9 s: agent 1 closes each.
  const constant = {
    downlinkLatency: 1,
    uplinkLatency: 2,
    agents: [1, 2].map((compute, agent) => ({ agents: [agent, agent] as const, compute })),
  };
  const account = accountOf(await storyWith(2, { timing: constant, trace: false }));
  const critical = { receiving: 10, computing: 60, away: 0, sending: 20 };
  const none = { receiving: 0, computing: 0, away: 0, sending: 0 };
  expect(account.time).toBe(90);
  expect(account.agents).toMatchObject([
    { computing: 30, sending: 20, receiving: 10, waiting: 30, closed: 0, critical: none, contribution: 5 },
    { computing: 60, sending: 20, receiving: 10, waiting: 0, closed: 10, critical, contribution: 5 },
  ]);
  // The first exchange takes no local steps: 3 s more a round for both.
  const two = accountOf(
    await storyWith(2, {
      ...{ timing: constant, trace: false, algorithms: [FEDHSA(0.1)], tieSeed: BY_NUMBER },
    }),
  );
  expect(two.time).toBe(120);
  expect(two.agents).toMatchObject([
    { dispatches: 20, taken: 20, computing: 30, receiving: 20, sending: 40, waiting: 30, closed: 0 },
    { closed: 20, critical: { receiving: 20, computing: 60, away: 0, sending: 40 } },
  ]);
});

test('an account sums to S where S seconds end the replication, and to its last round where rounds or bytes do', async () => {
  // Two agents of 3 s a round, with 16 bytes each.
  const spent = async (
    budget: RunConfiguration['budget'],
    policy: PolicyConfiguration,
  ): Promise<number[]> => {
    const story = await storyWith(2, { policy, timing: { compute: 1 }, budget });
    const { agents, time } = accountOf(story);
    const ends = eventsOf(story, 'activity').map(({ to }) => to);
    expect(Math.max(...ends)).toBe(time);
    return agents.map(
      ({ computing, sending, receiving, waiting, away }) => computing + sending + receiving + waiting + away,
    );
  };
  for (const policy of [POLICIES[0]!, POLICIES.at(-1)!]) {
    expect(await spent({ kind: 'limits', seconds: 10 }, policy)).toEqual([10, 10]);
    expect(await spent({ kind: 'limits', seconds: 9 }, policy)).toEqual([9, 9]);
    expect(await spent({ kind: 'limits', seconds: 10, bytes: 70 }, policy)).toEqual([9, 9]);
    expect(await spent({ kind: 'rounds', rounds: 2, seconds: 10 }, policy)).toEqual(
      policy.kind === 'synchronous' ? [6, 6] : [3, 3],
    );
  }
});

test('FedAsync with exponential dispatches: each agent’s staleness is geometric', async () => {
  const rates = [1, 2, 5];
  const { agents, staleness } = accountOf(
    await storyWith(3, {
      algorithms: [LOCAL_SA(0.01)],
      trace: false,
      trigger: { kind: 'deterministic', localSteps: 1 },
      policy: { kind: 'asynchronous', mixing: 0.1, weight: { kind: 'constant' } },
      budget: { kind: 'rounds', rounds: 20_000 },
      recording: { every: 20_000 },
      timing: {
        agents: rates.map((rate, agent) => ({
          agents: [agent, agent] as const,
          compute: { kind: 'exponential', mean: 1 / rate },
        })),
      },
    }),
  );
  for (const [agent, rate] of rates.entries()) {
    const p = rate / 8;
    const { taken, totalStaleness } = agents[agent]!;
    // 4.5 standard errors: some 2 · 10⁻⁵ for all of these together to fail by chance, and the seed is fixed.
    const z = (value: number, mean: number, variance: number): number => (value - mean) / Math.sqrt(variance);
    expect(Math.abs(z(taken, 20_000 * p, 20_000 * p * (1 - p)))).toBeLessThan(4.5);
    expect(Math.abs(z(totalStaleness / taken, (1 - p) / p, (1 - p) / (p * p * taken)))).toBeLessThan(4.5);
    const counts = new Map(
      staleness
        .filter((stalenessCount) => stalenessCount.agent === agent)
        .map((stalenessCount) => [stalenessCount.staleness, stalenessCount.updates]),
    );
    for (let k = 0; k < 4; k++) {
      const share = p * (1 - p) ** k;
      expect(Math.abs(z((counts.get(k) ?? 0) / taken, share, (share * (1 - share)) / taken))).toBeLessThan(
        4.5,
      );
    }
  }
});

/** The ledgers of agents without absences, under a policy without rounds. */
function ledgersOf(agents: number): { readonly ledger: Ledger; readonly accounts: () => AgentAccount[] } {
  const context = { clock: new VirtualClock(), lastStep: undefined, observeActivity: undefined };
  const ledgers = Array.from(
    { length: agents },
    (_, agent) => new AgentLedger(agent, { absences: () => [] }, context),
  );
  return { ledger: new Ledger(ledgers, false), accounts: () => ledgers.map((ledger) => ledger.account()) };
}

test('updates are counted one by one however stale they are, in ascending order', () => {
  const { ledger } = ledgersOf(1);
  const answer = messageOf({ kind: 'localModel', agent: 0, theta: [0] });
  const dispatch = new DispatchBook(1).write({ agent: 0, message: answer, version: 0, exchange: 0 });
  for (const staleness of [5_000, 1_024, 1_023, 5_000, 1_024, 1_024])
    ledger.stepped([{ dispatch, weight: 1, staleness }], 1, false);
  expect(ledger.staleness()).toEqual([
    { agent: 0, staleness: 1_023, updates: 1 },
    { agent: 0, staleness: 1_024, updates: 3 },
    { agent: 0, staleness: 5_000, updates: 2 },
  ]);
});

test('an update that the algorithm discards is none of those taken, and leaves the others their shares of the step', () => {
  const { ledger, accounts } = ledgersOf(2);
  const answer = messageOf({ kind: 'localModel', theta: [0] });
  const book = new DispatchBook(2);
  const updates = [0, 1].map((agent) => ({
    ...{ dispatch: book.write({ agent, message: answer, version: 0, exchange: 0 }), weight: agent },
    staleness: 3,
  }));
  ledger.stepped(updates, 1, false);
  expect(accounts()).toMatchObject([
    { taken: 0, contribution: 0, totalStaleness: 0 },
    { taken: 1, contribution: 0.5, totalStaleness: 3 },
  ]);
});

test('a step that a deadline brings about has no last answer, and one that an answer completes has', async () => {
  // Rounds of 4 s, in which agent 0 answers after 3 s and agent 1 would after 6 s; then agent 1 is fast enough.
  const under = async (compute: number) => {
    const timing = { agents: [{ agents: [1, 1] as const, compute }] };
    const policy = { kind: 'deadline', seconds: 4, late: 'drop' } as const;
    const { time, agents } = accountOf(await storyWith(2, { policy, timing }));
    return [time, ...agents.map(({ closed }) => closed)];
  };
  expect(await under(2)).toEqual([40, 0, 0]);
  expect(await under(1.25)).toEqual([37.5, 0, 10]);
});

test('the second exchange of a round has a deadline of its own, 2 s after its messages are sent', async () => {
  // Both answer the first after 1 s; of the second agent 1 would answer after 31 s.
  const { records } = await storyWith(2, {
    algorithms: [FEDHSA(0.1)],
    policy: { kind: 'deadline', seconds: 2, late: 'drop' },
    timing: {
      ...{ compute: 0.25, downlinkLatency: 0.5, uplinkLatency: 0.5 },
      agents: [{ agents: [1, 1], compute: 10 }],
    },
    budget: { kind: 'rounds', rounds: 4 },
  });
  expect(records.map(({ time }) => time)).toEqual([0, 3, 6, 9, 12]);
});
