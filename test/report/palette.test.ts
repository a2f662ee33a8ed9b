import { expect, test } from 'vitest';
import { ALGORITHMS } from '../../src/algorithms/catalogue.ts';
import { COLOURS, HUES, hueOf, INK, MUTED, PAPER, WARNING } from '../../src/report/palette.ts';

/** Relative luminance of WCAG 2. */
function luminance(hex: string): number {
  const [r, g, b] = [1, 3, 5].map((at) => {
    const channel = parseInt(hex.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(a: string, b: string): number {
  const [low, high] = [luminance(a), luminance(b)].sort((x, y) => x - y) as [number, number];
  return (high + 0.05) / (low + 0.05);
}

test('words have a contrast of at least 4.5 to the paper, lines of at least 2.2, light and dark', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 12);
  for (const theme of ['light', 'dark'] as const) {
    for (const words of [INK, MUTED, WARNING, ...HUES.map((hue) => hue.words)]) {
      expect(contrast(words[theme], PAPER[theme]), `${words.name}, ${theme}`).toBeGreaterThanOrEqual(4.5);
    }
    for (const { line } of HUES)
      expect(contrast(line[theme], PAPER[theme]), line.name).toBeGreaterThanOrEqual(2.2);
  }
});

test('no two colours are the same in light form, by which the page finds them again', () => {
  expect(new Set(COLOURS.map((colour) => colour.light)).size).toBe(COLOURS.length);
});

test('an algorithm’s hue does not hang on its company, and unknown ones take the hues that are left', () => {
  const names = ALGORITHMS.map((entry) => entry.name);
  for (const name of names) expect(hueOf(name, [name])).toBe(hueOf(name, [...names].reverse()));
  const all = ['x', names[0]!, 'y'];
  expect(new Set(all.map((name) => hueOf(name, all))).size).toBe(3);
});
