/** Stepping through a run: it changes nothing by itself, goes back exactly, and what is done by hand replays. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { BehaviorSubject, lastValueFrom, tap } from 'rxjs';
import { expect, test, vi } from 'vitest';
import { replay } from '../../../src/index.ts';
import { runExperiment } from '../../../actors/experiment/experiment.ts';
import type { Watch } from '../../../actors/experiment/preparedExperiment.ts';
import { executeRun, type RunResult } from '../../../src/runs/executeRun.ts';
import { prepareRun, type RunRequest } from '../../../src/runs/preparedRun.ts';
import { ReplaySession } from '../../../src/runs/live/replaySession.ts';
import { GanttWindow } from '../../../src/runs/live/ganttWindow.ts';
import { RunStepper } from '../../../src/runs/live/stepper.ts';
import { executeCommand } from '../../../src/runs/live/commands.ts';
import { InlineAgents } from '../../../actors/hosting/inlineAgents.ts';
import { titlesOf } from '../../../src/algorithms/titles.ts';
import { steppingFrame } from '../../../src/runs/live/steppingFrame.ts';
import { findTarget } from '../../../src/inputs/target.ts';
import type { RunSettings } from '../../../src/configuration/settings/runSettings.ts';
import { emptyFolder, rows, text } from '../../commandLine/builtProgram.ts';
import { TWO_AGENTS, writeTwoAgents } from '../../commandLine/twoAgents.ts';

const folder = emptyFolder();
writeTwoAgents(folder);

const COMMON: RunSettings = { stepSize: 0.05, localSteps: 3, seeds: [1], rounds: 40 };
/** Agents at random speeds, messages with latencies, all of them in what they find out of each other. */
const ASYNCHRONOUS: RunSettings = {
  ...COMMON,
  algorithms: ['scafflsa'],
  policy: { kind: 'asynchronous', mixing: 0.5 },
  timing: {
    compute: { kind: 'exponential', mean: 1 },
    uplinkLatency: { kind: 'uniform', low: 0.5, high: 3 },
    downlinkLatency: 0.25,
  },
  updates: true,
};

const requestOf = async (out: string, settings: RunSettings): Promise<RunRequest> => ({
  target: await findTarget(join(folder, 'problem.json')),
  settings,
  out: join(folder, out),
  report: false,
  commandArguments: [],
});

/** A run into a folder, perhaps watched. */
async function into(
  out: string,
  settings: RunSettings,
  watch?: Watch,
  { signal } = new AbortController(),
): Promise<RunResult> {
  const prepared = await prepareRun({ ...(await requestOf(out, settings)), watch });
  return executeRun(prepared, { signal, observe: () => undefined });
}

/** The same, stepped through. */
const steppedInto = (out: string, settings: RunSettings, stepper: RunStepper): Promise<RunResult> =>
  into(out, settings, { stepper });

const manifestOf = (out: string): { configuration: { interventions?: readonly unknown[] } } =>
  JSON.parse(text(folder, out, 'manifest.json')) as ReturnType<typeof manifestOf>;

/** Waits until the run is held up. */
async function held(stepper: RunStepper, events?: number): Promise<void> {
  for (let turns = 0; !stepper.isHeld || (events !== undefined && stepper.view?.events !== events); turns++) {
    if (turns > 1e5) throw new Error(`not held up at event ${events}, but at ${stepper.view?.events}`);
    await new Promise((resolve) => setImmediate(resolve));
  }
}

const same = (first: string, other: string, file: string): void => {
  expect(text(folder, first, file)).toBe(text(folder, other, file));
};

test.each([
  ['asynchronous', ASYNCHRONOUS],
  // Without a timing model all agents go by a barrier, and here by a clock.
  ['in-step', { ...COMMON, algorithms: ['scafflsa', 'fedhsa'], seeds: [1, 2] }],
])('a run that is stepped through has the same bytes: %s', async (name, settings) => {
  await into(name, settings);
  const stepper = new RunStepper();
  const running = steppedInto(`${name}-stepped`, settings, stepper);
  await held(stepper);
  for (let events = 1; events <= 10; events++) {
    stepper.step();
    await held(stepper, events);
  }
  stepper.toArrival();
  await held(stepper);
  expect(stepper.happened.filter(({ kind }) => kind === 'arrived')).toHaveLength(1);
  stepper.back();
  await held(stepper);
  stepper.release();
  expect((await running).state).toBe('completed');
  for (const file of ['rounds.csv', 'iterates.csv']) same(name, `${name}-stepped`, file);
  if (settings.updates) for (const file of ['updates.csv', 'agents.csv']) same(name, `${name}-stepped`, file);
});

test('of very many agents those that are shown are looked at, and no others', async () => {
  const path = join(folder, 'crowd.json');
  writeFileSync(path, JSON.stringify({ ...TWO_AGENTS, agents: Array(50).fill(TWO_AGENTS.agents[0]) }));
  const stepper = new RunStepper();
  const watch = { stepper, activities: stepper.gantt };
  const request = { ...(await requestOf('crowd', ASYNCHRONOUS)), target: await findTarget(path), watch };
  const running = executeRun(await prepareRun(request), {
    signal: new AbortController().signal,
    observe: () => undefined,
  });
  await held(stepper);
  const inspect = vi.spyOn(InlineAgents.prototype, 'inspect');
  expect(steppingFrame(stepper, titlesOf([]))).toMatchObject({ allAgents: 50, agents: { length: 40 } });
  expect(inspect.mock.calls.map(([agent]) => agent)).toEqual(Array.from({ length: 40 }, (_, agent) => agent));
  expect(stepper.gantt.frame()?.agents).toBe(40);
  inspect.mockRestore();
  stepper.release();
  await running;
});

test('back at an event, agents, messages and model are what they were there', async () => {
  const stepper = new RunStepper();
  const running = steppedInto('back', ASYNCHRONOUS, stepper);
  await held(stepper);
  const states: string[] = [];
  const state = (): string => JSON.stringify(steppingFrame(stepper, titlesOf([])));
  for (let events = 0; events <= 60; events++) {
    states.push(state());
    stepper.step();
    await held(stepper, events + 1);
  }
  // The chain and the control variates are among what is shown.
  expect(JSON.parse(states[60]!)).toMatchObject({
    events: 60,
    algorithm: 'SCAFFLSA',
    agents: [{ states: { control: { length: 2 } }, observation: expect.stringMatching(/^[01]$/) }, {}],
  });
  expect(new Set(states).size).toBe(61);
  for (const events of [60, 59, 30, 1, 0]) {
    stepper.back(stepper.view!.events - events);
    await held(stepper, events);
    // Of the start nothing has happened before it.
    if (events > 0) expect(state()).toBe(states[events]);
  }
  stepper.release();
  await running;
});

test('a message that is dropped by hand and one that is delayed are in the manifest, and replay bit for bit', async () => {
  await into('untouched', ASYNCHRONOUS);
  const stepper = new RunStepper();
  const running = steppedInto('by-hand', ASYNCHRONOUS, stepper);
  await held(stepper);
  await expect(
    executeCommand({ stepper }, '{"do":"drop","from":"agent","agent":0,"dispatch":1}'),
  ).rejects.toThrow('no such message is under way');
  stepper.step(12);
  await held(stepper, 12);
  const answer = stepper.underWay.find(({ from }) => from === 'agent')!;
  const place = { from: answer.from, agent: answer.agent, dispatch: answer.dispatch! };
  await executeCommand({ stepper }, JSON.stringify({ do: 'delay', seconds: 7, ...place }));
  await held(stepper, 12);
  expect(stepper.underWay.find(({ from, agent }) => from === 'agent' && agent === place.agent)!.arrives).toBe(
    answer.arrives + 7,
  );
  stepper.step(40);
  await held(stepper, 52);
  const lost = stepper.underWay.find(({ dispatch }) => dispatch !== undefined)!;
  const { from, agent, dispatch } = lost;
  await executeCommand({ stepper }, JSON.stringify({ do: 'drop', from, agent, dispatch }));
  await held(stepper, 52);
  stepper.release();
  expect((await running).state).toBe('completed');

  const manifest = manifestOf('by-hand');
  expect(manifest.configuration.interventions).toEqual([
    { algorithm: 'scafflsa', seed: 1, ...place, kind: 'delay', seconds: 7 },
    { algorithm: 'scafflsa', seed: 1, from, agent, dispatch, kind: 'drop' },
  ]);
  expect(text(folder, 'by-hand', 'rounds.csv')).not.toBe(text(folder, 'untouched', 'rounds.csv'));
  // Until the delay they are one run.
  const until = answer.sent;
  const before = (out: string): object[] =>
    rows(folder, out, 'rounds.csv').filter(({ time }) => Number(time) < until);
  expect(before('by-hand')).toEqual(before('untouched'));
  expect(await replay(join(folder, 'by-hand'))).toMatchObject({ state: 'same', complete: true });
  // A replay without them is another run.
  const path = join(folder, 'by-hand', 'manifest.json');
  const { interventions: _, ...rest } = manifest.configuration;
  const kept = readFileSync(path);
  writeFileSync(path, JSON.stringify({ ...manifest, configuration: rest }));
  expect(await replay(join(folder, 'by-hand'))).toMatchObject({ state: 'different' });
  writeFileSync(path, kept);
  // Nor does the command without them go on with it.
  await expect(into('by-hand', ASYNCHRONOUS)).rejects.toThrow('interventions');
});

test('interrupted while it is held up, it keeps whole rows, and goes on later with what was done by hand', async () => {
  const stop = new AbortController();
  const stepper = new RunStepper();
  stepper.heed(stop.signal);
  const two = { ...ASYNCHRONOUS, seeds: [1, 2] };
  const running = into('stopped', two, { stepper }, stop);
  await held(stepper);
  stepper.step(30);
  await held(stepper, 30);
  stop.abort();
  expect((await running).state).toBe('interrupted');
  const taken = rows(folder, 'stopped', 'rounds.csv');
  expect(taken.length).toBeGreaterThan(2);
  expect(text(folder, 'untouched', 'rounds.csv').startsWith(text(folder, 'stopped', 'rounds.csv'))).toBe(
    true,
  );
  // The same command goes on; at the end of a replication it is held up, and an interrupt there costs nothing.
  const [again, stopAgain] = [new RunStepper(), new AbortController()];
  again.heed(stopAgain.signal);
  const further = into('stopped', two, { stepper: again }, stopAgain);
  await held(again);
  again.step(12);
  await held(again, 12);
  const { from, agent, dispatch } = again.underWay.find((candidate) => candidate.from === 'agent')!;
  await executeCommand({ stepper: again }, JSON.stringify({ do: 'drop', from, agent, dispatch }));
  await held(again, 12);
  again.run();
  await held(again);
  expect(again.outcome).toMatchObject({ kind: 'completed', rounds: 40 });
  const end = again.view!.events;
  again.back();
  await held(again, end - 1);
  expect(again.outcome).toBeUndefined();
  again.run();
  await held(again, end);
  stopAgain.abort();
  expect((await further).state).toBe('interrupted');
  expect(manifestOf('stopped').configuration.interventions).toHaveLength(1);
  // Without --paused it is another run.
  await expect(into('stopped', two)).rejects.toThrow('interventions');
  const last = new RunStepper();
  last.release();
  expect((await into('stopped', two, { stepper: last })).state).toBe('completed');
  expect(manifestOf('stopped').configuration.interventions).toHaveLength(1);
  expect(await replay(join(folder, 'stopped'))).toMatchObject({ state: 'same', complete: true });
});

test.each(['asynchronous', 'by-hand'])(
  'a recorded replication is computed again as it was: %s',
  async (name) => {
    const files = (): string[] => ['rounds.csv', 'manifest.json'].map((file) => text(folder, name, file));
    const before = files();
    const { stepper } = await ReplaySession.begin(join(folder, name), undefined, {
      algorithm: 'scafflsa',
      seed: 1,
    });
    await held(stepper, 0);
    stepper.toRound(17);
    await held(stepper);
    expect(stepper.curve('error').points.at(-1)!.round).toBe(17);
    const present = JSON.stringify(steppingFrame(stepper, titlesOf([])));
    stepper.toRound(3);
    await held(stepper);
    expect(stepper.curve('error').points.at(-1)!.round).toBe(3);
    stepper.toRound(17);
    await held(stepper);
    expect(JSON.stringify(steppingFrame(stepper, titlesOf([])))).toBe(present);
    stepper.run();
    await held(stepper);
    expect(stepper.outcome).toMatchObject({ kind: 'completed', rounds: 40 });
    // Every number of the record, and the folder as it was.
    const recorded = rows(folder, name, 'rounds.csv').map(({ error }) => Number(error));
    expect(stepper.curve('error').points.map(({ value }) => value)).toEqual(recorded);
    expect(files()).toEqual(before);
    await expect(
      executeCommand({ stepper, isRecorded: true }, '{"do":"drop","from":"agent","agent":0,"dispatch":1}'),
    ).rejects.toThrow('what is recorded is not changed');
  },
);

test('what cannot be computed again is refused in one line', async () => {
  const begin = (seed: number): Promise<ReplaySession> =>
    ReplaySession.begin(join(folder, 'asynchronous'), undefined, { algorithm: 'scafflsa', seed });
  await expect(begin(7)).rejects.toThrow('the run has no replication of scafflsa with seed 7');
});

// Either waits 60 ms; threads take some time to start.
test.each([
  ['one by one', { placement: 'inline' }],
  ['side by side in threads', { placement: 'packed', threads: 2 }],
] as const)('a run that is held up and goes on gives the same numbers: %s', async (_, entry) => {
  const seeds = [1, 2, 3, 4];
  const { solution, ...run } = await prepareRun(
    await requestOf('never', { ...ASYNCHRONOUS, ...entry, seeds, rounds: 2000, record: { every: 100 } }),
  );
  const gantt = new GanttWindow();
  const recorded = async (held?: BehaviorSubject<boolean>): Promise<string[]> => {
    const rounds: string[] = [];
    await lastValueFrom(
      runExperiment({ ...run, answer: solution, held, activities: gantt }).pipe(
        tap((event) => {
          if (event.kind === 'roundRecorded') rounds.push(JSON.stringify([event.replication, event.record]));
        }),
      ),
    );
    return rounds;
  };
  const isHeld = new BehaviorSubject(true);
  let isOver = false;
  const running = recorded(isHeld).finally(() => (isOver = true));
  await new Promise((resolve) => setTimeout(resolve, 60));
  expect(isOver).toBe(false);
  isHeld.next(false);
  expect(await running).toEqual(await recorded());
  expect((await running).length).toBe(4 * 21);
  expect(gantt.frame()).toMatchObject({ agents: 2 });
});

test.each(['no JSON', '{"do":"jump"}', '{"do":"drop","from":"agent","agent":0.5,"dispatch":1}'])(
  'what no page sends is not done: %s',
  async (asked) => {
    await expect(executeCommand({ stepper: new RunStepper() }, asked)).rejects.toThrow(
      'no command of this page',
    );
  },
);

test.each([
  ['{"do":"delay","from":"agent","agent":0,"dispatch":1}', 'the delay must be a number of seconds above 0'],
  [
    '{"do":"delay","from":"agent","agent":0,"dispatch":1,"seconds":-1}',
    'the delay must be a number of seconds above 0',
  ],
  ['{"do":"round","round":1.5}', 'the round must be a whole number from 0'],
])('what a reader writes wrongly is said: %s', async (asked, line) => {
  await expect(executeCommand({ stepper: new RunStepper() }, asked)).rejects.toThrow(line);
});

test('a computation that has not ended is drawn up to now', async () => {
  // Agent 1 is at its first step all the time; agent 0 has an answer each second.
  const compute = [
    { agents: [0, 0] as const, compute: 1 },
    { agents: [1, 1] as const, compute: 1e6 },
  ];
  const settings = { ...ASYNCHRONOUS, localSteps: 1, timing: { agents: compute }, rounds: 5, seeds: [1] };
  const { solution, ...run } = await prepareRun(
    await requestOf('open', { ...settings, placement: 'inline' }),
  );
  const activities = new GanttWindow();
  await lastValueFrom(runExperiment({ ...run, answer: solution, activities }));
  const { stretches, ...window } = activities.frame()!;
  expect(window).toEqual({ agents: 2, from: 0, to: 5 });
  const computing = stretches.filter(([, activity]) => activity === 'computing');
  expect(computing).toEqual([
    ...[1, 2, 3, 4, 5].map((end) => [0, 'computing', end - 1, end]),
    [1, 'computing', 0, 5],
  ]);
});

test('the Gantt chart holds the latest stretches, from where all agents are known', () => {
  const gantt = new GanttWindow();
  expect(gantt.frame()).toBeUndefined();
  for (const agent of [0, 1]) gantt.ring.begin(agent, 'computing', 3998 + agent);
  for (let k = 0; k < 4000; k++)
    gantt.ring.add({
      kind: 'activity',
      agent: k % 2,
      activity: 'computing',
      dispatch: k,
      from: k - 2,
      to: k,
    });
  const { from, to, agents, stretches } = gantt.frame()!;
  // Of what is going on, agent 0's has lasted for a second.
  expect([agents, from, to, stretches.length]).toEqual([2, 2500, 3999, 1500]);
});
