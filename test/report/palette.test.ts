import { expect, test } from 'vitest';
import { ALGORITHMS } from '../../src/algorithms/catalogue.ts';
import { COLOURS, HUES, hueOf, INK, MUTED, PAPER, shades, WARNING } from '../../src/report/palette.ts';

type Triple = readonly [number, number, number];

/** Linear red, green and blue of an sRGB colour. */
const linear = (hex: string): Triple =>
  [1, 3, 5].map((at) => {
    const channel = parseInt(hex.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  }) as unknown as Triple;

/** Relative luminance of WCAG 2. */
function luminance(hex: string): number {
  const [r, g, b] = linear(hex);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

const times = (matrix: readonly Triple[], [x, y, z]: Triple): Triple =>
  matrix.map(([a, b, c]) => a * x + b * y + c * z) as unknown as Triple;

/** What eyes see of linear light: Machado, Oliveira and Fernandes 2009, severity 1. */
const EYES: Readonly<Record<string, readonly Triple[]>> = {
  usual: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanope: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranope: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanope: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};

/** Coordinates in OKLab (Ottosson 2020), in which equal distances look about equally large. */
function okLab(light: Triple): Triple {
  const cones = times(
    [
      [0.4122214708, 0.5363325363, 0.0514459929],
      [0.2119034982, 0.6806995451, 0.1073969566],
      [0.0883024619, 0.2817188376, 0.6299787005],
    ],
    light.map((channel) => Math.min(1, Math.max(0, channel))) as unknown as Triple,
  );
  return times(
    [
      [0.2104542553, 0.793617785, -0.0040720468],
      [1.9779984951, -2.428592205, 0.4505937099],
      [0.0259040371, 0.7827717662, -0.808675766],
    ],
    cones.map(Math.cbrt) as unknown as Triple,
  );
}

/** The distance between two colours to those eyes that see the least of it. */
const apart = (a: string, b: string): number =>
  Math.min(
    ...Object.values(EYES).map((eye) => {
      const [p, q] = [a, b].map((hex) => okLab(times(eye, linear(hex)))) as [Triple, Triple];
      return Math.hypot(...p.map((x, k) => x - q[k]!));
    }),
  );

function contrast(a: string, b: string): number {
  const [low, high] = [luminance(a), luminance(b)].sort((x, y) => x - y) as [number, number];
  return (high + 0.05) / (low + 0.05);
}

test('words have a contrast of at least 4.5 to the paper, lines of at least 2.2, light and dark', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 12);
  for (const theme of ['light', 'dark'] as const) {
    const hues = [...HUES, ...shades(8)];
    for (const words of [INK, MUTED, WARNING, ...hues.map((hue) => hue.words)]) {
      expect(contrast(words[theme], PAPER[theme]), `${words.name}, ${theme}`).toBeGreaterThanOrEqual(4.5);
    }
    for (const { line } of hues)
      expect(contrast(line[theme], PAPER[theme]), line.name).toBeGreaterThanOrEqual(2.2);
  }
});

test('lines stay apart to all eyes: the searched hues by 0.09 of OKLab from every other, the first seven by 0.04', () => {
  expect(apart('#000000', '#ffffff')).toBeCloseTo(1, 3);
  for (const theme of ['light', 'dark'] as const) {
    HUES.forEach(({ line }, i) => {
      HUES.slice(0, i).forEach(({ line: other }) => {
        expect(apart(line[theme], other[theme]), `${line.name}, ${other.name}, ${theme}`).toBeGreaterThan(
          i < 7 ? 0.04 : 0.09,
        );
      });
    });
  }
});

test('there is a hue for every algorithm of the catalogue and for one more', () => {
  expect(HUES.length).toBeGreaterThanOrEqual(ALGORITHMS.length + 1);
});

test('no two colours are the same in light form, by which the page finds them again', () => {
  expect(new Set(COLOURS.map((colour) => colour.light)).size).toBe(COLOURS.length);
});

test('an algorithm’s hue does not depend on its company, and unknown ones take the hues that are left', () => {
  const names = ALGORITHMS.map((entry) => entry.name);
  for (const name of names) expect(hueOf(name, [name])).toBe(hueOf(name, [...names].reverse()));
  const all = ['x', names[0]!, 'y'];
  expect(new Set(all.map((name) => hueOf(name, all))).size).toBe(3);
});

test('variants of one algorithm have hues of their own, also where the catalogue’s are used up', () => {
  const all = [
    'fedhsa',
    'fedhsa@2',
    'local-sa',
    'fedhsa@3',
    'fedhsa@4',
    'fedhsa@5',
    'x',
    'fedhsa@6',
    'fedhsa@7',
    'y',
    'z',
    'fedhsa@8',
  ];
  expect(all).toHaveLength(HUES.length);
  expect(new Set(all.map((key) => hueOf(key, all))).size).toBe(HUES.length);
  expect(hueOf('fedhsa', all)).toBe(hueOf('fedhsa', []));
});
