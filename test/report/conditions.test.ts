/** Who is compared with whom: results of one condition, and one method under several. */
import { expect, test } from 'vitest';
import type { Manifest } from '../../src/recording/manifest.ts';
import { isCondition } from '../../src/report/contest/conditions.ts';
import { contestOf } from '../../src/report/contest/contest.ts';
import { contenderGroups } from '../../src/report/contest/contender.ts';
import { jointStyles, type PanelData } from '../../src/report/panelData.ts';
import { smallManifest } from '../recording/smallRun.ts';

const columns = { round: [0, 1], error: [9, 1], time: [0, 1], uplinkBytes: [0, 1], downlinkBytes: [0, 1] };

/** A panel of Local SA and SCAFFLSA. */
function panel(
  name: string,
  configuration: Partial<Manifest['configuration']>,
  specification: unknown = { states: 2 },
): PanelData {
  const manifest = smallManifest(configuration);
  const data = ['local-sa', 'scafflsa'].map((algorithm) => ({
    ...{ algorithm, runs: [] },
    series: [{ algorithm, seed: 1, columns }],
  }));
  const problem = { ...manifest.problem, specification };
  return { name, title: name, at: null, manifest: { ...manifest, problem }, data } as unknown as PanelData;
}

const groupsOf = (...panels: readonly PanelData[]): unknown =>
  contenderGroups(panels, 'error', jointStyles(panels)).map(({ title, contenders }) => [
    title,
    contenders.map(({ key }) => key),
  ]);

const every = (localSteps: number): Partial<Manifest['configuration']> => ({
  trigger: { kind: 'deterministic', localSteps },
});

test('panels that differ in choices of the method, in length and in what is recorded are one contest', () => {
  const other = panel('b', {
    ...every(5),
    budget: { kind: 'rounds', rounds: 7 },
    ...{ seeds: [1], recording: 'all', iterates: false, reach: [0.1], placement: 'inline' },
  });
  expect(groupsOf(panel('a', {}), other)).toEqual([
    [undefined, ['a/local-sa', 'a/scafflsa', 'b/local-sa', 'b/scafflsa']],
  ]);
});

test.each<[string, PanelData]>([
  ['noise', panel('b', { sampling: 'exact' })],
  ['bandwidth', panel('b', { timing: { uplinkBandwidth: 100 } })],
  ['start', panel('b', { initial: [1, 1] })],
  ['clock', panel('b', { clock: 'wall' })],
  ['problem', panel('b', {}, { states: 3 })],
])('panels of another %s are two contests, and each algorithm is compared across them', (_, other) => {
  expect(groupsOf(panel('a', {}), other)).toEqual([
    ['a', ['a/local-sa', 'a/scafflsa']],
    ['b', ['b/local-sa', 'b/scafflsa']],
    ['Local SA: each panel', ['a/local-sa', 'b/local-sa']],
    ['SCAFFLSA: each panel', ['a/scafflsa', 'b/scafflsa']],
  ]);
});

test('across conditions an algorithm with other local steps is another', () => {
  const panels = [
    panel('a', {}),
    panel('a5', every(5)),
    panel('b', { sampling: 'exact' }),
    panel('b5', { sampling: 'exact', ...every(5) }),
  ];
  expect(groupsOf(...panels)).toEqual([
    ['a, a5', ['a/local-sa', 'a/scafflsa', 'a5/local-sa', 'a5/scafflsa']],
    ['b, b5', ['b/local-sa', 'b/scafflsa', 'b5/local-sa', 'b5/scafflsa']],
    ['Local SA: a, b', ['a/local-sa', 'b/local-sa']],
    ['SCAFFLSA: a, b', ['a/scafflsa', 'b/scafflsa']],
    ['Local SA: a5, b5', ['a5/local-sa', 'b5/local-sa']],
    ['SCAFFLSA: a5, b5', ['a5/scafflsa', 'b5/scafflsa']],
  ]);
});

test('names of a sweep that stand for conditions are the problem’s, the start, the sampling and those of times', () => {
  const names = ['problem.agents', 'sampling', 'initial', 'compute', 'bandwidth', 'dropout', 'tie-seed'];
  expect(names.filter((name) => !isCondition(name))).toEqual([]);
  const chosen = [
    'step-size',
    'local-steps',
    'algorithm',
    'policy',
    'policy.count',
    'fedhsa.server-step-size',
  ];
  expect([...chosen, 'rounds', 'stride', 'record'].filter(isCondition)).toEqual([]);
});

test('a curve that is below ε at its very end, and not in the mean of its final error, does not reach it', () => {
  const round = Array.from({ length: 11 }, (_, t) => t);
  const curve = (...end: readonly number[]) => ({
    ...{ round, time: round, uplinkBytes: round, downlinkBytes: round },
    error: round.map((t) => (t < 8 ? 9 : end[t - 8]!)),
  });
  const { manifest, ...about } = panel('', {
    reach: [1],
    budget: { kind: 'rounds', rounds: 10 },
  });
  const data = [
    { algorithm: 'local-sa', columns: curve(5, 5, 0.5) },
    { algorithm: 'scafflsa', columns: curve(0.5, 0.5, 0.5) },
  ].map(({ algorithm, columns }) => ({
    ...{ algorithm, runs: [{ first: 1, count: 1, seed: 1, state: 'completed' }] },
    series: [{ algorithm, seed: 1, columns }],
  }));
  const panels = [{ ...about, manifest, data }] as unknown as readonly PanelData[];
  const [group] = contenderGroups(panels, 'error', jointStyles(panels));
  const [{ ranking }] = contestOf(group!).verdicts as [ReturnType<typeof contestOf>['verdicts'][0]];
  expect(ranking.first?.key).toBe('scafflsa');
  expect(ranking.missing.map(({ key }) => key)).toEqual(['local-sa']);
});
