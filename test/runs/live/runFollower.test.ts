/** What the live page knows of a run directory that grows. */
import { appendFileSync, copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { run, scenario } from '../../../src/index.ts';
import { Pace } from '../../../src/runs/live/pace.ts';
import { RunFollower } from '../../../src/runs/live/runFollower.ts';
import { MeanCurve, type Point, ThinCurve } from '../../../src/runs/live/thinCurve.ts';
import { emptyFolder, text } from '../../commandLine/builtProgram.ts';
import { writeTwoAgents } from '../../commandLine/twoAgents.ts';

const folder = emptyFolder();
const finished = join(folder, 'finished');
const growing = join(folder, 'growing');

beforeAll(async () => {
  writeTwoAgents(folder);
  const definition = scenario({
    name: 'followed',
    title: 'Followed',
    question: 'Is it?',
    problem: { kind: 'problem-file', path: join(folder, 'problem.json') },
    algorithms: ['local-sa', 'scaffold'],
    stepSize: 0.05,
    serverStepSize: 1,
    localSteps: 2,
    rounds: 40,
    seeds: 3,
    placement: 'inline',
  });
  await run(definition, {}, { out: finished, report: false });
});

test('rows are taken in as they come, whole ones only', () => {
  const all = text(finished, 'rounds.csv');
  const lines = all.split('\n');
  mkdirSync(growing);
  const follower = new RunFollower(growing);
  expect(follower.poll()).toBe(false);
  expect(follower.curves()).toBeUndefined();
  const manifest = JSON.parse(text(finished, 'manifest.json')) as Record<string, unknown>;
  writeFileSync(join(growing, 'manifest.json'), JSON.stringify({ ...manifest, state: 'running' }));
  const path = join(growing, 'rounds.csv');
  // The header, the first seed's 41 rows, ten of the second, and half a row.
  const first = `${lines.slice(0, 52).join('\n')}\n`;
  writeFileSync(path, first + lines[52]!.slice(0, 9));
  expect(follower.poll()).toBe(true);
  expect(follower.poll()).toBe(false);
  const before = follower.curves()!.algorithms[0]!;
  expect(before).toMatchObject({ title: 'Local SA', ended: 1, seeds: 3, latest: { seed: 2 } });
  expect(before.latest!.round).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  expect(before.mean!.round.round).toHaveLength(41);
  expect(follower.progress).toEqual({ rounds: 49, totalRounds: 240, share: 49 / 240 });
  // Local SA: an answer and a broadcast of one vector for each of the two agents.
  expect(follower.messagesPerRound).toBe(4);
  appendFileSync(path, all.slice(first.length + 9));
  copyFileSync(join(finished, 'manifest.json'), join(growing, 'manifest.json'));
  while (follower.poll());
  const { algorithms, axis } = follower.curves()!;
  expect(axis).toBe('squared error ‖θ̄ₜ − θ*‖²');
  expect(algorithms.map(({ ended, latest }) => [ended, latest])).toEqual([
    [3, null],
    [3, null],
  ]);
  // SCAFFOLD sends two vectors each way, and as many messages.
  expect(follower.messagesPerRound).toBe(4);
  expect(follower.progress).toEqual({ rounds: 240, totalRounds: 240, share: 1 });
  const errors = lines
    .filter((line) => line.startsWith('scaffold,'))
    .map((line) => Number(line.split(',')[5]));
  const mean = errors.slice(0, 41).map((error, at) => (errors[at + 82]! + (error + errors[at + 41]!)) / 3);
  algorithms[1]!.mean!.round.value.forEach((value, at) => {
    expect(Math.abs(value! / mean[at]! - 1)).toBeLessThan(1e-14);
  });
});

test('a replication that was interrupted is none that has ended: it is no part of the mean', () => {
  const cut = join(folder, 'cut');
  mkdirSync(cut);
  const { runs, ...manifest } = JSON.parse(text(finished, 'manifest.json')) as { readonly runs: object[] };
  const ended = runs.map((run) => ({ ...run, algorithm: 'local-sa', seed: 1, lastSeed: 1 })).slice(0, 1);
  writeFileSync(
    join(cut, 'manifest.json'),
    JSON.stringify({ ...manifest, runs: ended, state: 'interrupted' }),
  );
  // The header, the first seed's 41 rows, and ten of the second.
  const lines = text(finished, 'rounds.csv').split('\n').slice(0, 52);
  writeFileSync(join(cut, 'rounds.csv'), `${lines.join('\n')}\n`);
  const follower = new RunFollower(cut);
  while (follower.poll());
  expect(follower.curves()!.algorithms[0]).toMatchObject({ ended: 1, latest: { seed: 2 } });
});

test.each(['operatorNorm', 'gradientNorm'] as const)('a run about the %s shows that', (measure) => {
  const about = join(folder, measure);
  mkdirSync(about);
  const manifest = JSON.parse(text(finished, 'manifest.json')) as { readonly scenario: object };
  writeFileSync(
    join(about, 'manifest.json'),
    JSON.stringify({ ...manifest, scenario: { ...manifest.scenario, measure } }),
  );
  copyFileSync(join(finished, 'rounds.csv'), join(about, 'rounds.csv'));
  const follower = new RunFollower(about);
  while (follower.poll());
  const curves = follower.curves()!;
  expect(curves.axis).toContain(measure === 'gradientNorm' ? '‖∇F(θ̄ₜ)‖' : '‖Ḡ(θ̄ₜ)‖²');
  const [header, first] = text(finished, 'rounds.csv').split('\n');
  const recorded = Number(first!.split(',')[header!.split(',').indexOf('operatorNorm')]);
  expect(curves.algorithms[0]!.mean!.round.value[0]).toBeCloseTo(
    measure === 'gradientNorm' ? Math.sqrt(recorded) : recorded,
    12,
  );
});

test('a folder that holds anything is shown as far as it can be', () => {
  const odd = join(folder, 'odd');
  mkdirSync(join(odd, 'rounds.csv'), { recursive: true });
  writeFileSync(join(odd, 'manifest.json'), '{');
  const follower = new RunFollower(odd);
  expect(follower.poll()).toBe(false);
  copyFileSync(join(finished, 'manifest.json'), join(odd, 'manifest.json'));
  expect(follower.poll()).toBe(true);
  expect(follower.curves()!.algorithms[0]!.mean).toBeNull();
});

const point = (round: number, value = round): Point => ({ round, step: 2 * round, time: 3 * round, value });

test('a curve of a hundred thousand points keeps hundreds, evenly, with the first and the last', () => {
  const curve = new ThinCurve();
  for (let round = 0; round <= 1e5; round++) curve.add(point(round));
  const rounds = curve.points.map(({ round }) => round);
  expect(rounds.length).toBeGreaterThan(300);
  expect(rounds.length).toBeLessThanOrEqual(601);
  expect([rounds[0], rounds[1]! - rounds[0]!, rounds.at(-1)]).toEqual([0, 256, 1e5]);
  expect(new Set(rounds.slice(1, -1).map((round, at) => round - rounds[at]!))).toEqual(new Set([256]));
});

test('a mean has the places of its first curve; each is held at its last point, up to where the shortest ends', () => {
  const mean = new MeanCurve();
  expect(mean.points('round', [point(0), point(1)])).toEqual([point(0), point(1)]);
  mean.add([point(0, 1), point(1, 2), point(2, 3)]);
  expect(mean.points('round', [point(1, 4), point(3, 4)]).map(({ round, value }) => [round, value])).toEqual([
    [1, 3],
    [2, 3.5],
  ]);
  mean.add([point(0, 3), point(2, 5), point(4, 9)]);
  expect(mean.points('round').map(({ round, value }) => [round, value])).toEqual([
    [0, 2],
    [1, 2.5],
    [2, 4],
  ]);
});

test('against seconds a mean is of seeds at one time, whatever their rounds', () => {
  // Of 8 · 2^−t after round t, over at 0, 1, 2, 3 s and at 0, 0.5, 2.5, 5 s: at 1 s that is 4 and 4.
  const [first, second] = [
    [0, 1, 2, 3],
    [0, 0.5, 2.5, 5],
  ].map((times) => times.map((time, round) => ({ round, step: round, time, value: 8 / 2 ** round })));
  const mean = new MeanCurve();
  mean.add(first!);
  mean.add(second!);
  const points = mean.points('time').map(({ time, value }) => [time, value]);
  expect(points).toEqual([
    [0, 8],
    [1, 4],
    [2, 3],
    [3, 1.5],
  ]);
});

test('the pace is that of the latest five seconds', () => {
  const pace = new Pace();
  expect([0, 0.5].map((seconds) => pace.at(seconds, 100 * seconds))).toEqual([undefined, undefined]);
  expect(pace.at(1, 100)).toBe(100);
  for (let seconds = 2; seconds <= 20; seconds++) pace.at(seconds, 100 + 10 * seconds);
  expect(pace.at(21, 310)).toBe(10);
  expect(pace.at(22, 5)).toBeUndefined();
  expect(pace.at(23, 9)).toBe(4);
  pace.rest();
  expect(pace.at(30, 9)).toBeUndefined();
  expect(pace.at(31, 10)).toBe(1);
});
