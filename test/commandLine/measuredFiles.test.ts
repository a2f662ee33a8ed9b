/** Files of what was measured: what is read, and what is wrong with them, line by line. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { InputError } from '../../src/values/failure.ts';
import type { Manifest } from '../../src/recording/manifest.ts';
import { readOption } from '../../src/inputs/optionText.ts';
import { settingByFlag } from '../../src/configuration/settings/runSettings.ts';
import { emptyFolder, fedsa, library, rows, text } from './builtProgram.ts';
import { writeTwoAgents } from './twoAgents.ts';
import { readDocument } from '../documentation/documents.ts';

const { replay, run } = library;

const folder = mkdtempSync(join(tmpdir(), 'fedsa-measured-'));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

/** What an option makes of a file with this text, and what stands after its name. */
function read(flag: string, text: string, more = ''): unknown {
  const file = join(folder, 'file.csv');
  writeFileSync(file, text);
  try {
    const reading = readOption(settingByFlag(flag)!, file + more);
    return reading.fault ?? reading.value;
  } catch (error) {
    if (error instanceof InputError) return error.message.replace(`${folder}/`, '');
    throw error;
  }
}

test('a trace has its stretches by agent, in order', () => {
  const text = 'agent,from,to\n1,5,7\n0,0,10.5\n1,0,2\n';
  const agents = [
    [[0, 10.5]],
    [
      [0, 2],
      [5, 7],
    ],
  ];
  expect(read('availability-trace', text)).toEqual({ agents });
  expect(read('availability-trace', text, ',period=20')).toEqual({ period: 20, agents });
});

test.each([
  ['availability-trace', 'agent,from,to', '0,0,2\n'],
  ['measured', 'agent,compute,uplink', '0,1,2\n'],
  ['devices', 'computation,communication', '30,400\n'],
])('the columns of %s may be in capitals; one that is not known is named', (flag, header, row) => {
  expect(read(flag, `${header.replace(/\b[a-z]/g, (letter) => letter.toUpperCase())}\n${row}`)).toEqual(
    read(flag, `${header}\n${row}`),
  );
  const known = flag === 'measured' ? 'agent, compute, uplink, downlink' : header.replaceAll(',', ', ');
  expect(read(flag, `${header},Note\n${row}`)).toBe(
    `file.csv: line 1: unknown column "note"; the first line names columns among ${known}, each once`,
  );
});

test('delays have their columns by agent, or for everyone', () => {
  expect(read('measured', 'uplink,compute,agent\n1,2,1\n3,4,0\n5,6,1\n')).toEqual({
    agents: [
      { compute: [4], uplink: [3] },
      { compute: [2, 6], uplink: [1, 5] },
    ],
  });
  expect(read('measured', 'downlink\n0\n1e-3\n', ',order=resampled')).toEqual({
    order: 'resampled',
    everyone: { downlink: [0, 0.001] },
  });
});

test('devices are read with the samples of a step', () => {
  const text = 'communication,computation\n1000,5\n250,80.5\n';
  const list = [
    [5, 1000],
    [80.5, 250],
  ];
  expect(read('devices', text)).toEqual({ list });
  expect(read('devices', text, ',batch=20')).toEqual({ list, batch: 20 });
});

const hasPython = spawnSync('python3', ['--version']).status === 0;

// Two small pickles as FedScale has them: of clients that are numbered from 1, with days of different lengths.
test.skipIf(!hasPython)('the program of docs/timing.md makes of FedScale’s pickles what is read', () => {
  const at = emptyFolder();
  const { blocks } = readDocument('docs/timing.md');
  writeFileSync(join(at, 'fedscale.py'), blocks.find(({ language }) => language === 'python')!.text);
  const pickles = `
import pickle
devices = {1: {'computation': 20.0, 'communication': 800.5}, 2: {'computation': 4, 'communication': 12000}}
traces = {'a': {'active': [0, 60], 'inactive': [20, 90], 'finish_time': 100, 'duration': 50, 'model': 'x'},
          'b': {'active': [30], 'inactive': [80], 'finish_time': 90, 'duration': 50, 'model': 'y'}}
pickle.dump(devices, open('devices', 'wb')); pickle.dump(traces, open('traces', 'wb'))`;
  expect(spawnSync('python3', ['-c', pickles], { cwd: at }).status).toBe(0);
  const words = ['fedscale.py', 'devices', 'traces', '3', '150'];
  expect(spawnSync('python3', words, { cwd: at, encoding: 'utf8' })).toMatchObject({ status: 0, stderr: '' });
  const first = [
    [0, 20],
    [60, 90],
    [100, 120],
  ];
  const agents = [
    first,
    [
      [30, 80],
      [120, 150],
    ],
    first,
  ];
  expect(read('availability-trace', text(at, 'there.csv'), ',period=150')).toEqual({ period: 150, agents });
  expect(read('devices', text(at, 'devices.csv'))).toEqual({
    list: [
      [20, 800.5],
      [4, 12000],
    ],
  });
});

describe.each(['availability-trace', 'measured'])('%s', (flag) => {
  const isTrace = flag === 'availability-trace';
  const head = isTrace ? 'agent,from,to' : 'agent,compute,uplink';
  test.each([
    [`${head}\n0,1\n`, /^file\.csv: line 2: has 2 columns, the first line 3$/],
    [
      `${head}\n0,1,2\n0,3,soon\n`,
      isTrace ? /line 3: to: "soon" must be a number of at least 0$/ : /line 3: uplink: "soon" must be/,
    ],
    [`${head}\n0.5,1,2\n`, /line 2: agent: "0\.5" must be a whole number from 0$/],
    [`${head}\n1e9,1,2\n`, /line 2: agent: must be below 10000000$/],
    [`${head}\n1,1,2\n`, /^file\.csv: agent 0 has no row; agents are numbered from 0/],
    [`${head}\n`, /^file\.csv: holds no rows/],
    ['', isTrace ? /^file\.csv: line 1: lacks the column agent, from, to; / : /^file\.csv: holds no rows/],
    ['agent,agent\n', /line 1: the column agent is there twice; /],
  ])('%j', (text, pattern) => {
    expect(read(flag, text)).toMatch(pattern);
  });
});

test.each([
  [
    'availability-trace',
    'agent,from\n0,1\n',
    '',
    /line 1: lacks the column to; the first line names columns among agent, from, to, each once$/,
  ],
  ['availability-trace', 'agent,from,to\n0,3,3\n', '', /line 2: to must be after from$/],
  [
    'availability-trace',
    'agent,from,to\n0,3,5\n0,1,4\n',
    '',
    /line 2: overlaps another row of the same agent$/,
  ],
  ['availability-trace', 'agent,from,to\n0,3,5\n', ',period=4', /line 2: to must be at most the period, 4$/],
  ['availability-trace', 'agent,from,to\n0,3,5\n', ',period=day', /^period must be a number above 0$/],
  ['measured', 'agent\n0\n', '', /line 1: must name compute, uplink or downlink, or several of these$/],
  ['devices', 'computation,communication\n0,1\n', '', /line 2: computation: must be above 0$/],
  ['devices', 'computation\n1\n', '', /columns among computation, communication, each once/],
  ['devices', 'computation,communication\n1,1\n', ',batch=0', /^batch must be a whole number from 1$/],
  ['measured', 'compute\n1\n', ',order=random', /^order must be in-order or resampled$/],
])('%s %j %s', (flag, text, more, pattern) => {
  expect(read(flag, text, more)).toMatch(pattern);
});

// A run, a sweep and two replays by the program: over a second, most of it starts.
test('--timing gives what a scenario gives; options win over it; a replay and a sweep need no more', async () => {
  const at = emptyFolder();
  writeTwoAgents(at);
  const timing = {
    compute: { kind: 'exponential', mean: 0.25 },
    speed: { kind: 'markov', factors: [1, 3, 10], sojourns: [20, 10, 5] },
    outages: { on: 9, off: 2, group: 1 },
    agents: [{ agents: [1, 1], uplinkLatency: { kind: 'empirical', values: [0.5, 1] } }],
  } as const;
  const settings = {
    ...{ algorithms: ['local-sa'], stepSize: 0.1, rounds: 20, placement: 'inline' as const },
    policy: { kind: 'buffered', count: 1 },
  } as const;
  const [custom] = timing.agents;
  const named = { ...custom, uplinkLatency: { kind: 'empirical', file: 'seconds.csv' } };
  writeFileSync(join(at, 'times.json'), JSON.stringify({ ...timing, agents: [named] }));
  writeFileSync(join(at, 'seconds.csv'), '0.5\n1\n');
  const problem = join(at, 'problem.json');
  const options = { out: join(at, 'scenario'), report: false };
  await run(problem, { ...settings, timing: { ...timing, compute: 0.5 } }, options);
  const words = [
    ...['problem.json', '--algorithm', 'local-sa', '--step-size', '0.1', '--rounds', '20'],
    ...['--policy', 'buffered:1', '--compute', '0.5', '--quiet', '--no-report'],
  ];
  // Wherever it stands: the option of a field wins.
  const asked = ['run', ...words, '--placement', 'inline', '--timing', 'times.json', '--out', 'file'];
  expect(await fedsa(at, ...asked)).toMatchObject({ status: 0, stderr: '' });
  for (const name of ['rounds.csv', 'iterates.csv', 'agents.csv'])
    expect(text(at, 'file', name)).toBe(text(at, 'scenario', name));
  const swept = ['sweep', ...words, '--grid', 'timing=times.json', '--threads', '1', '--out', 'swept'];
  expect(await fedsa(at, ...swept)).toMatchObject({ status: 0, stderr: '' });
  rmSync(join(at, 'times.json'));
  rmSync(join(at, 'seconds.csv'));
  expect(await replay(join(at, 'file'))).toMatchObject({ state: 'same' });
  const [{ key }] = rows(at, 'swept', 'results.csv') as [Record<string, string>];
  expect(await replay(join(at, 'swept', 'runs', key!))).toMatchObject({ state: 'same' });
  // What is swept wins over options.
  const manifest = JSON.parse(text(at, 'swept', 'runs', key!, 'manifest.json')) as Manifest;
  expect(manifest.configuration.timing).toEqual(timing);
  expect(await fedsa(at, ...asked.with(-1, 'bad'))).toMatchObject({
    status: 2,
    stderr: expect.stringMatching(/^fedsa: times\.json: cannot be read: [^\n]*\n$/) as string,
  });
  expect(existsSync(join(at, 'bad'))).toBe(false);
});
