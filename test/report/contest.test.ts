/** Which result is first, at levels that are chosen where curves lie: against hand-made seeds and simulated laws. */
import { expect, test } from 'vitest';
import type { SeedNumbers } from '../../src/configuration/found.ts';
import { widthOf } from '../../src/report/chart/plot.ts';
import type { ContenderGroup } from '../../src/report/contest/contender.ts';
import { contestOf } from '../../src/report/contest/contest.ts';
import { levelsAmong } from '../../src/report/contest/levels.ts';
import { rankingOf } from '../../src/report/contest/ranking.ts';
import { ratioSection } from '../../src/report/contest/contestSection.ts';
import { ratioFigure } from '../../src/report/contest/ratioFigure.ts';
import { verdictsByLevel, verdictText } from '../../src/report/contest/verdictText.ts';
import { falselyLater, passages } from './equalResults.ts';

const ranked = (results: Readonly<Record<string, SeedNumbers>>): object => {
  const { first, alike, tied, behind, missing, short } = rankingOf(
    Object.keys(results),
    (name) => results[name]!,
  );
  return { first, alike, tied, behind: behind.map(({ result }) => result), missing, short };
};

test('the least is first; what is not separated, later, or never there is told apart, and who ended sooner', () => {
  expect(
    ranked({
      later: passages(100, 120, 110),
      near: passages(10, 12.5, 11),
      least: passages(10.2, 11.9, 11),
      never: passages([600], [600], [600]),
      brief: passages([5], [5], [5]),
    }),
  ).toEqual({
    ...{ first: 'least', alike: [], tied: ['near'], behind: ['later'] },
    ...{ missing: ['never', 'brief'], short: ['brief'] },
  });
  expect(ranked({ a: passages([9]), b: passages([9]) })).toEqual({
    ...{ first: undefined, alike: [], tied: [], behind: [], missing: ['a', 'b'], short: [] },
  });
  // Where the first misses ε, too, nobody ended sooner.
  expect(ranked({ some: passages(10, [600]), never: passages([600], [600]) })).toMatchObject({
    ...{ first: 'some', missing: ['never'], short: [] },
  });
  // A seed that misses ε does not make the others' mean the least.
  expect(ranked({ part: passages(1, 1, [600]), full: passages(50, 51, 52) })).toMatchObject({
    first: 'full',
  });
});

test('results that differ by 5 % at most are alike, and not merely not separated', () => {
  const results = {
    least: passages(10, 11, 12),
    same: passages(10.1, 11.1, 12.1),
    near: passages(10, 13, 11.5),
  };
  expect(ranked(results)).toMatchObject({ first: 'least', alike: ['same'], tied: ['near'], behind: [] });
  const [{ texts }] = verdictsByLevel(contestOf(group(results))) as [ReturnType<typeof verdictsByLevel>[0]];
  expect(texts[0]!.text).toMatch(
    /^reached by least after 11 s .*, and alike by same after 11\.1 s, not separated from near after 11\.5 s \(.*\)$/,
  );
});

test('of equal results one is called later than the first in 5 % of studies at most, however many there are', () => {
  // Binomial of 150 and 0.05: 7.5 ± 2.7. Corrected for the five tested pairs alone there are 17; of 500: contest.long.test.ts.
  expect(falselyLater(150)).toBeLessThanOrEqual(14);
});

test('levels lie between the start and what two results reach, with few digits', () => {
  const spans = [
    { start: 10, depth: 1e-6 },
    { start: 12, depth: 0.01 },
    { start: 11, depth: 0.5 },
    { start: 11, depth: Infinity },
  ];
  // From 10 to 0.01: 10^(1 − 3 · 0.3), 10^(1 − 3 · 0.6), 10^(1 − 3 · 0.9)
  expect(levelsAmong(spans, 0)).toEqual([1, 0.2, 0.02]);
  expect(levelsAmong(spans.slice(1), 0)).toEqual([4, 2, 0.7]);
  expect(
    levelsAmong(
      [
        { start: 1, depth: 0.98 },
        { start: 1, depth: 0.97 },
      ],
      0,
    ),
  ).toHaveLength(3);
  expect(levelsAmong(spans.slice(0, 1), 0)).toEqual([]);
  expect(
    levelsAmong(
      [
        { start: 1, depth: 0 },
        { start: 1, depth: 0 },
      ],
      1e-9,
    ).at(-1),
  ).toBeGreaterThan(1e-9);
});

const group = (seconds: Readonly<Record<string, SeedNumbers>>): ContenderGroup => ({
  title: undefined,
  contenders: Object.entries(seconds).map(([title, numbers]) => ({
    ...{ key: title, title, start: 1, depth: 0.01 },
    numbers: (quantity) => (quantity === 'floor' ? passages(1, 1, 1) : numbers),
  })),
  asked: [0.1],
  ...{ smallest: 0, isTimed: true },
});

test('a result without a common seed is compared with nothing, which is said', () => {
  const other = new Map([...passages(90, 91, 92)].map(([seed, number]) => [seed + 10, number]));
  const [{ texts }] = verdictsByLevel(contestOf(group({ soon: passages(10, 11, 12), other }))) as [
    ReturnType<typeof verdictsByLevel>[0],
  ];
  expect(texts[0]!.text).toBe(
    'reached by soon after 11 s (seeds 10, 11, 12), not separated from other after 91 s (without a common seed)',
  );
});

test('a verdict in words, and axes with the same one together', () => {
  const contest = contestOf(
    group({
      slow: passages(100, 110, 105),
      fast: passages(10, 12, 11),
      'fast, too': passages(10.1, 13.4, 10.9),
      never: passages([600], [600], [600]),
    }),
  );
  // Near its end an error that goes up and down may be below ε to the last row, and in the mean above it.
  const { contenders, ...rest } = group({ fast: passages(10, 12, 11), brief: passages(50, 51, 52) });
  const unsettled = contenders.map((each) => ({ ...each, settles: () => each.key !== 'brief' }));
  expect(verdictText(contestOf({ ...rest, contenders: unsettled }).verdicts[0]!)).toMatch(
    /; not reached by brief \(its final error is above it\)$/,
  );
  const [level, ...others] = verdictsByLevel(contest);
  expect(others).toEqual([]);
  expect(level).toMatchObject({ level: 0.1, texts: [{ axes: 'seconds, uplink bytes, all bytes' }] });
  expect(verdictText(contest.verdicts[0]!)).toBe(
    'reached by fast after 11 s (seeds 10, 12, 11), not separated from “fast, too” after 11.5 s (35 seeds would separate them); later by slow after 105 s; not reached by never',
  );
});

test('a list longer than a lead has room for is counted', () => {
  const names = ['a', 'b', 'c', 'd', 'e'];
  const contest = contestOf(
    group(
      Object.fromEntries(names.map((name, k) => [name, passages(10 + 100 * k, 12 + 100 * k, 11 + 100 * k)])),
    ),
  );
  const [verdict] = contest.verdicts;
  expect(verdictText(verdict!)).toMatch(/later by b after .*, e after 411 s$/);
  expect(verdictText(verdict!, 2)).toMatch(/later by b after 111 s, c after 211 s and 2 more$/);
});

test('a level above all starts says nothing of who is first, and one seed separates nothing', () => {
  const atOnce = contestOf(group({ a: passages(0, 0, 0), b: passages(0, 0, 0) }));
  expect(verdictText(atOnce.verdicts[0]!)).toBe('all results start below it');
  const ofOneSeed = contestOf(group({ a: passages(10), b: passages(20) }));
  expect(verdictText(ofOneSeed.verdicts[0]!)).toBe(
    'reached by a after 10 s, which one seed does not separate from b after 20 s',
  );
});

test('the figure has a bar for each known ratio, an arrow where it continues, and 1 marked', () => {
  const contest = contestOf(
    group({ a: passages(10, 12, 11), b: passages(20, 24, 22), c: passages([600], [600], [600]) }),
  );
  const { svg, csv } = ratioFigure('ratios', contest)!;
  // floor and seconds of b and c
  expect(svg.match(/stroke-width="1.8"\/>/g)!.length).toBeGreaterThanOrEqual(4);
  expect(svg).toContain('>ratio, logarithmic<');
  const rows = csv
    .trimEnd()
    .split('\n')
    .map((row) => row.split(','));
  expect(
    rows
      .find((row) => row.slice(0, 4).join() === 'a,b,seconds,0.1')!
      .slice(4, 6)
      .map(Number),
  ).toEqual([expect.closeTo(2, 12), expect.closeTo(2, 12)]);
  expect(rows.find((row) => row.slice(0, 4).join() === 'a,c,seconds,0.1')!.slice(8, 10)).toEqual(['3', '3']);
});

test('long names stay within the figure, in lines', () => {
  const name = 'Richardson–Romberg, common noise, a very heterogeneous panel, H = 100';
  const contest = contestOf(group({ a: passages(10, 12, 11, 10), [name]: passages(20, 24, 22, 21) }));
  const { svg } = ratioFigure('ratios', contest)!;
  const lines = [...svg.matchAll(/<text [^>]*text-anchor="end"[^>]*>([^<]*)<\/text>/g)];
  expect(lines.map(([, text]) => text).join(' ')).toBe(name);
  expect(lines.length).toBeGreaterThan(1);
  for (const [mark, text] of lines) {
    const x = Number(/ x="([\d.]+)"/.exec(mark)![1]);
    const size = Number(/font-size="([\d.]+)"/.exec(svg)![1]);
    expect(x - widthOf(text!) * size).toBeGreaterThanOrEqual(0);
  }
});

test('results of which none has a ratio have no heading of ratios', () => {
  expect(ratioSection([{ title: undefined, ratios: [{ pairs: [] }] } as never])).toBeUndefined();
});
