/** Marks at crashes and returns, the survivors' roots as lines, and pairs of panels that a coin tells apart. */
import { describe, expect, test } from 'vitest';
import { absencesIn, eventsTogether } from '../../src/report/absences.ts';
import { drawChart, SMALL } from '../../src/report/chart/draw.ts';
import { linearScale, logScale } from '../../src/report/chart/scale.ts';
import type { AlgorithmData } from '../../src/report/curve.ts';
import { coinFigures } from '../../src/report/jointFigures.ts';
import { type Styles, stylesOf } from '../../src/report/palette.ts';
import type { PanelData } from '../../src/report/panelData.ts';
import type { Series } from '../../src/report/readRounds.ts';
import { smallManifest } from '../recording/smallRun.ts';

/** Rows at every multiple of a round's seconds; the error falls tenfold each. */
const series = (algorithm: string, seed: number, roundSeconds: number): Series => {
  const round = Array.from({ length: 11 }, (_, k) => k);
  const columns = {
    round,
    time: round.map((k) => k * roundSeconds),
    step: round,
    uplinkBytes: round,
    error: round.map((k) => 10 ** -k),
  };
  return { algorithm, seed, columns } as unknown as Series;
};
const dataOf = (algorithm: string, ...roundSeconds: number[]): AlgorithmData => ({
  algorithm,
  series: roundSeconds.map((seconds, k) => series(algorithm, k + 1, seconds)),
  runs: roundSeconds.map((_, k) => ({ algorithm, seed: k + 1, state: 'completed', rounds: 10, steps: 10 })),
});
const styles: Styles = (key) => ({ ...stylesOf([])(key), title: key });

const TIMING = { agents: [{ agents: [2, 4] as const, crash: { at: 7, returnsAfter: 8 } }] };
const PROBLEM = {
  ...smallManifest().problem,
  agents: 5,
  survivors: [{ agents: [[0, 1] as const], from: 7, until: 15, squaredDistance: 0.04 }],
};

describe('crashes and returns', () => {
  test('are marked at their seconds, and the root of those who are left from the one to the other', () => {
    const { events, levels } = absencesIn([dataOf('a', 1, 2)], PROBLEM, TIMING, 'time', true, styles);
    expect(events).toEqual([
      { x: 7, label: 'agents 2–4 crash' },
      { x: 15, label: 'agents 2–4 return' },
    ]);
    expect(levels).toEqual([{ y: 0.04, from: 7, to: 15, label: 'root of agents 0, 1' }]);
  });

  test('against rounds stand at the first round by then, mean over the seeds, of each algorithm', () => {
    // rounds of 2 s: ⌈7/2⌉ = 4; of 1 and 3 s: the mean of 7 and ⌈7/3⌉ = 3
    const { events } = absencesIn(
      [dataOf('a', 2), dataOf('b', 1, 3)],
      PROBLEM,
      TIMING,
      'round',
      true,
      styles,
    );
    expect(events!.slice(0, 2)).toEqual([
      { x: 4, label: 'agents 2–4 crash (a)' },
      { x: 5, label: 'agents 2–4 crash (b)' },
    ]);
  });

  test('have no root in figures of other quantities, and no marks where nobody crashes or on other axes', () => {
    expect(absencesIn([dataOf('a', 1)], PROBLEM, TIMING, 'time', false, styles)).not.toHaveProperty('levels');
    expect(absencesIn([dataOf('a', 1)], PROBLEM, undefined, 'time', true, styles)).toEqual({});
    expect(absencesIn([dataOf('a', 1)], PROBLEM, TIMING, 'uplinkBytes', true, styles)).toEqual({});
  });

  test('are drawn where their numbers say', () => {
    const [hue] = [styles('local-sa').hue];
    const x = { title: 's', scale: linearScale(20, 8) };
    const y = { title: 'error', scale: logScale([1e-4, 1]) };
    const points = [0, 7, 20].map((at) => ({ x: at, y: at === 7 ? 0.04 : 1 }));
    const svg = drawChart(
      {
        ...{ name: 'n', title: 't', x, y, references: [] },
        series: [{ name: 'curve', hue, line: 'solid', points }],
        events: [{ x: 7, label: 'crash' }],
        levels: [{ y: 0.04, from: 7, to: 20, label: 'root' }],
      },
      SMALL,
    );
    // The curve goes through (7, 0.04): the upright line and the level meet it there.
    const [, first, second, last] =
      /d="M([\d. ]+)L([\d. ]+)L([\d. ]+)" stroke="#[0-9a-f]+" stroke-width="2.2"/.exec(svg)!;
    expect(svg).toMatch(
      new RegExp(
        `d="M${second!.split(' ')[0]} [\\d.]+L${second!.split(' ')[0]} [\\d.]+" [^>]*stroke-dasharray="2,3"`,
      ),
    );
    expect(svg).toContain(`d="M${second!}L${last!.split(' ')[0]} ${second!.split(' ')[1]}"`);
    expect(first).not.toBe(second);
  });
});

test('panels that differ in the trigger alone, H against p = 1/H, share a figure: dashes for the coin, and the algorithms’ hues', () => {
  const manifest = smallManifest();
  const panel = (name: string, trigger: object, stepSize?: number): PanelData => ({
    ...{ name, title: name, at: null, data: [dataOf('local-sa', 1)] },
    manifest: {
      ...manifest,
      configuration: { ...manifest.configuration, trigger, ...(stepSize && { stride: stepSize }) },
    } as PanelData['manifest'],
  });
  const gaps = panel('H = 10', { kind: 'deterministic', localSteps: 10 });
  const coin = panel('p = 0.1', { kind: 'bernoulli', probability: 0.1 });
  const others = [
    panel('p = 0.2', { kind: 'bernoulli', probability: 0.2 }),
    panel('another stride', { kind: 'bernoulli', probability: 0.1 }, 7),
  ];
  expect(coinFigures([gaps, ...others], 'error', styles)).toEqual([]);
  const [figure, ...more] = coinFigures([...others, coin, gaps], 'error', styles);
  expect(more).toEqual([]);
  const [solid, dashed] = figure!.curves.map(({ algorithm }) => figure!.styles(algorithm));
  expect([solid!.line, dashed!.line]).toEqual([undefined, 'variant']);
  expect(dashed!.hue).toBe(solid!.hue);
  expect(figure!.curves.map(({ points }) => points.map(({ mean }) => mean))).toEqual(
    Array.from({ length: 2 }, () => series('', 1, 1).columns.error),
  );
});

test('of several runs in the same axes each mark stands once; too many are none', () => {
  const crash = { x: 7, label: 'agent 2 crashes' };
  const back = { x: 15, label: 'agent 2 returns' };
  expect(eventsTogether([[crash, back], [{ ...crash }], undefined])).toEqual([crash, back]);
  const many = Array.from({ length: 7 }, (_, x) => ({ x, label: 'crash' }));
  expect(eventsTogether([many])).toEqual([]);
});
