/** What a study of delays asks for beside its runs: another number of agents, staleness in words, tidy figures, bytes of both directions. */
import { beforeAll, expect, test } from 'vitest';
import { emptyFolder, fedsa, rows, text } from './builtProgram.ts';
import { writeAgents } from './twoAgents.ts';

const folder = emptyFolder();
const M = 5;
const ASYNCHRONOUS = [
  '--algorithm',
  'local-sa',
  '--sampling',
  'iid',
  '--local-steps',
  '2',
  '--step-size',
  '0.05',
  '--seeds',
  '2',
];
const run = async (...words: string[]): Promise<void> => {
  const ended = await fedsa(folder, 'run', ...words, '--quiet');
  expect(ended).toMatchObject({ status: 0, stderr: '' });
};

beforeAll(() => {
  writeAgents(folder, M, 'five.json');
});

test('the page says that latency leaves the mean staleness at M − 1, where the measured one is there', async () => {
  const timing = ['--compute', 'exponential:1', '--uplink-latency', 'exponential:20', '--rounds', '800'];
  await run('five.json', ...ASYNCHRONOUS, '--policy', 'asynchronous:0.2', ...timing, '--out', 'late');
  const page = text(folder, 'late', 'report.html');
  const agents = rows(folder, 'late', 'agents.csv');
  const sum = (column: string): number => agents.reduce((total, row) => total + Number(row[column]), 0);
  expect(sum('totalStaleness') / sum('taken')).toBeCloseTo(M - 1, 0);
  expect(page).toMatch(
    /Mean staleness of an update, in server steps: [\d.]+ \(expected 4\.00\)\..* M − 1 whatever the latency/,
  );
  await run('five.json', ...ASYNCHRONOUS, '--policy', 'buffered:2', ...timing, '--out', 'buffered');
  expect(text(folder, 'buffered', 'report.html')).toMatch(/\(expected 2\.00\)\..* \(M − 1\)\/K whatever/);
  await run(
    'five.json',
    ...ASYNCHRONOUS,
    '--policy',
    'asynchronous:0.2,concurrency=2',
    ...timing,
    '--out',
    'few',
  );
  expect(text(folder, 'few', 'report.html')).toMatch(
    /\(expected 1\.00\)\. With C agents always at work it is C − 1 whatever the latency/,
  );
  const coming = ['--policy', 'asynchronous:0.2,arrivals=1', ...timing, '--out', 'coming'];
  await run('five.json', ...ASYNCHRONOUS, ...coming);
  expect(text(folder, 'coming', 'report.html')).not.toContain('whatever the latency');
});

test('each chart has its points as a tidy table', async () => {
  await run('five.json', ...ASYNCHRONOUS, '--rounds', '30', '--out', 'tidy');
  const [header, ...lines] = text(folder, 'tidy', 'figures', 'error-tidy.csv').trimEnd().split('\n');
  expect(header).toBe('series,x,mean,low,high');
  // Names of series may have commas, and are quoted.
  const points = lines.map((line) => line.split(',').slice(-4));
  expect(lines[0]).toMatch(/^"Local SA, mean",0,/);
  const last = rows(folder, 'tidy', 'rounds.csv').filter(({ round }) => round === '30');
  const mean = last.reduce((total, { error }) => total + Number(error), 0) / last.length;
  expect(points.some(([x, value]) => x === '30' && Math.abs(Number(value) / mean - 1) < 1e-9)).toBe(true);
  expect(text(folder, 'tidy', 'report.html')).toContain('figures/error-tidy.csv');
});

test('--agents sets the number of agents of problems that are generated, and of no other', async () => {
  await run('quickstart', '--agents', '3', '--rounds', '5', '--seeds', '1', '--out', 'three', '--no-report');
  const manifest = JSON.parse(text(folder, 'three', 'manifest.json')) as { problem: { agents: number } };
  expect(manifest.problem.agents).toBe(3);
  for (const [words, line] of [
    [['five.json', '--agents', '3'], '--agents: the problem (problem-file) has no number of agents to set'],
    [['quickstart', '--agents', '0'], '--agents: '],
    [['quickstart', '--agents', 'x'], 'It must be a whole number.'],
    [['fedhsa-figure-3', '--agents', '3'], '--agents'],
  ] as const) {
    const { status, stderr } = await fedsa(folder, 'run', ...words);
    expect([status, stderr.includes(line)]).toEqual([2, true]);
  }
});

test('levels are reached in uplink bytes, downlink bytes and both', async () => {
  await run('five.json', ...ASYNCHRONOUS, '--rounds', '60', '--reach', '0.5', '--out', 'bytes');
  const { stdout } = await fedsa(
    folder,
    'run',
    'five.json',
    ...ASYNCHRONOUS,
    '--rounds',
    '60',
    '--reach',
    '0.5',
    '--out',
    'bytes',
    '--json',
  );
  const { algorithms } = JSON.parse(stdout.trimEnd().split('\n').at(-1)!) as {
    algorithms: { reach: Record<'uplinkBytes' | 'downlinkBytes' | 'bytes', { mean: { value: number } }>[] }[];
  };
  const first = [1, 2].map((seed) =>
    rows(folder, 'bytes', 'rounds.csv').find((row) => row.seed === String(seed) && Number(row.error) <= 0.5)!,
  );
  const mean = (column: string): number => first.reduce((total, row) => total + Number(row[column]), 0) / 2;
  const [reach] = algorithms[0]!.reach;
  expect(reach!.uplinkBytes.mean.value).toBe(mean('uplinkBytes'));
  expect(reach!.downlinkBytes.mean.value).toBe(mean('downlinkBytes'));
  expect(reach!.bytes.mean.value).toBe(mean('uplinkBytes') + mean('downlinkBytes'));
});
