/** Stepping through a run: it changes nothing by itself, goes back exactly, and what is done by hand replays. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { replay } from '../../../src/index.ts';
import { executeRun, prepareRun, type RunResult } from '../../../src/runs/executeRun.ts';
import { GanttWindow } from '../../../src/runs/live/ganttWindow.ts';
import { RunStepper } from '../../../src/runs/live/stepper.ts';
import { obey, steppingFrame } from '../../../src/runs/live/steppingFrame.ts';
import { findTarget } from '../../../src/runs/target/target.ts';
import type { RunSettings } from '../../../src/settings/runSettings.ts';
import { emptyFolder, rows, text } from '../../commandLine/builtProgram.ts';
import { writeTwoAgents } from '../../commandLine/twoAgents.ts';

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

/** A run into a folder, perhaps stepped through. */
async function into(out: string, settings: RunSettings, stepper?: RunStepper): Promise<RunResult> {
  const prepared = await prepareRun({
    target: await findTarget(join(folder, 'problem.json')),
    settings,
    out: join(folder, out),
    report: false,
    watch: stepper && { stepper, watched: stepper.heard },
    commandArguments: [],
  });
  const { signal } = new AbortController();
  return executeRun(prepared, signal, () => undefined);
}

/** Waits until the run is held up. */
async function held(stepper: RunStepper, events?: number): Promise<void> {
  for (let turns = 0; !stepper.isHeld || (events !== undefined && stepper.view?.events !== events); turns++) {
    if (turns > 1e5) throw new Error(`not held up at event ${events}, but at ${stepper.view?.events}`);
    await new Promise((resolve) => setImmediate(resolve));
  }
}

const same = (one: string, other: string, file: string): void => {
  expect(text(folder, one, file)).toBe(text(folder, other, file));
};

test.each([
  ['asynchronous', ASYNCHRONOUS],
  // Without a timing model all agents go by a barrier, and here by a clock.
  ['in-step', { ...COMMON, algorithms: ['scafflsa', 'fedhsa'], seeds: [1, 2] }],
])('a run that is stepped through has the same bytes: %s', async (name, settings) => {
  await into(name, settings);
  const stepper = new RunStepper();
  const running = into(`${name}-stepped`, settings, stepper);
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

test('back at an event, agents, messages and model are what they were there', async () => {
  const stepper = new RunStepper();
  const running = into('back', ASYNCHRONOUS, stepper);
  await held(stepper);
  const states: string[] = [];
  const state = (): string => JSON.stringify(steppingFrame(stepper));
  for (let events = 0; events <= 60; events++) {
    states.push(state());
    stepper.step();
    await held(stepper, events + 1);
  }
  // The chain and the control variates are among what is shown.
  expect(JSON.parse(states[60]!)).toMatchObject({
    events: 60,
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
  const running = into('by-hand', ASYNCHRONOUS, stepper);
  await held(stepper);
  expect(obey(stepper, '{"do":"drop","from":"agent","agent":0,"dispatch":1}')).toBe(false);
  stepper.step(12);
  await held(stepper, 12);
  const answer = stepper.underWay.find(({ from }) => from === 'agent')!;
  const place = { from: answer.from, agent: answer.agent, dispatch: answer.dispatch! };
  expect(obey(stepper, JSON.stringify({ do: 'delay', seconds: 7, ...place }))).toBe(true);
  await held(stepper, 12);
  expect(stepper.underWay.find(({ from, agent }) => from === 'agent' && agent === place.agent)!.arrives).toBe(
    answer.arrives + 7,
  );
  stepper.step(40);
  await held(stepper, 52);
  const lost = stepper.underWay.find(({ dispatch }) => dispatch !== undefined)!;
  expect(
    obey(
      stepper,
      JSON.stringify({ do: 'drop', from: lost.from, agent: lost.agent, dispatch: lost.dispatch }),
    ),
  ).toBe(true);
  await held(stepper, 52);
  stepper.release();
  expect((await running).state).toBe('completed');

  const manifest = JSON.parse(text(folder, 'by-hand', 'manifest.json')) as {
    configuration: { interventions?: unknown };
  };
  expect(manifest.configuration.interventions).toEqual([
    { algorithm: 'scafflsa', seed: 1, ...place, kind: 'delay', seconds: 7 },
    {
      algorithm: 'scafflsa',
      seed: 1,
      from: lost.from,
      agent: lost.agent,
      dispatch: lost.dispatch,
      kind: 'drop',
    },
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

test('interrupted while it is held up, it keeps whole rows', async () => {
  const stepper = new RunStepper();
  const stop = new AbortController();
  stepper.heed(stop.signal);
  const prepared = await prepareRun({
    target: await findTarget(join(folder, 'problem.json')),
    settings: ASYNCHRONOUS,
    out: join(folder, 'stopped'),
    report: false,
    watch: { stepper, watched: stepper.heard },
    commandArguments: [],
  });
  const running = executeRun(prepared, stop.signal, () => undefined);
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
});

test.each([
  'no JSON',
  '{"do":"jump"}',
  '{"do":"delay","from":"agent","agent":0,"dispatch":1}',
  '{"do":"delay","from":"agent","agent":0,"dispatch":1,"seconds":-1}',
  '{"do":"drop","from":"agent","agent":0.5,"dispatch":1}',
])('what no page sends is not done: %s', (asked) => {
  expect(obey(new RunStepper(), asked)).toBe(false);
});

test('the Gantt chart holds the latest stretches, from where all agents are known', () => {
  const gantt = new GanttWindow();
  expect(gantt.frame()).toBeUndefined();
  for (let k = 0; k < 4000; k++)
    gantt.heard({ kind: 'activity', agent: k % 2, activity: 'computing', dispatch: k, from: k - 2, to: k });
  const { from, to, agents, stretches } = gantt.frame()!;
  expect([agents, from, to, stretches.length]).toEqual([2, 2500, 3999, 1499]);
});
