/** Sentences about results: each verb of a ranking is checked against an interval that is computed anew. */
import { describe, expect, test } from 'vitest';
import { generatorFor } from '../../src/maths/generator.ts';
import type { Ending, Named, SeedNumbers } from '../../src/configuration/found.ts';
import { changesOf, compare, costText, intervalText, placed } from '../../src/report/comparisons.ts';
import { against, bias, ends, lowest, unsettled } from '../../src/report/conclusions.ts';
import { reaches } from '../../src/report/reaching.ts';

/** A result of so many rounds; of a passage, Infinity is not reached within 600 s. */
/** @param floor - the final error of each seed, where that is not the quantity of `values` itself */
function resultOf(
  title: string,
  values: readonly number[],
  ending: Ending = 'converged',
  rounds = 400,
  floor?: number,
): Named {
  const numbers: SeedNumbers = new Map(
    values.map((value, k) => [
      k + 1,
      value === Infinity ? { low: 600, high: Infinity } : { low: value, high: value },
    ]),
  );
  return {
    ...{ algorithm: title, title, ending, floor: values[0] ?? NaN },
    length: {
      rounds,
      seconds: 600,
      bytes: 1000,
      seeds: values.length,
      diverged: ending === 'diverged' ? 1 : 0,
    },
    seeds: (quantity) =>
      quantity === 'floor' && floor !== undefined
        ? new Map([...numbers.keys()].map((seed) => [seed, { low: floor, high: floor }]))
        : numbers,
  };
}

test('means have an interval in their unit; one that is beyond all doubles has its end at ∞', () => {
  const seeds = (...values: number[]): SeedNumbers => resultOf('A', values).seeds('floor');
  expect(intervalText(seeds(1.4, 1.45, 1.42, 1.42), 's')).toBe('1.42 s [1.39, 1.46]');
  expect(intervalText(seeds(1.4, 1.45, 1.42), 's')).toBe('1.42 s (seeds 1.40, 1.45, 1.42)');
  expect(intervalText(seeds(0.42, 0.4, 0.44, 0.42), '%')).toBe('42.0 [39.4, 44.6] %');
  expect(intervalText(seeds(0, 0, 0.1, 0.1), '%')).toBe('5.00 [0.00, 14.19] %');
  expect(intervalText(seeds(0.5, 0.5), '%')).toBe('50.0 %');
  expect(intervalText(seeds(1, 1, 1, 1e305))).toMatch(/^2\.50 × 10³⁰⁴ \[.*, ∞\]$/);
});

describe('final errors', () => {
  test('a subject in the plural has no verb of its own', () => {
    const all = [resultOf('All agents', [0.1, 0.11, 0.09, 0.1]), resultOf('B', [5, 5.5, 4.5, 5])];
    expect(lowest(all)).toMatch(
      /^All agents’ final error, .*, is the lowest; B’s is higher by a factor of 50\.0\.$/,
    );
  });

  const local = resultOf('Local SA', [1, 1.1, 0.9, 1]);

  test('are lower, higher or not separated', () => {
    const text = against(local, [
      resultOf('A', [0.1, 0.11, 0.09, 0.1]),
      resultOf('B', [1, 0.9, 1.1, 1]),
      resultOf('C', [5, 5.5, 4.5, 5]),
    ]);
    expect(text).toMatch(
      /^A’s final error is lower than Local SA’s, 1\.0\d* \[[\d., ]+\], by a factor of 10.*; C’s is higher by a factor of 5\.00\. B’s is not separated\.$/,
    );
    expect(against(local, [resultOf('A', [0.1, 0.11, 0.09, 0.1])])).toMatch(
      /^A’s final error, 0\.10\d* \[[\d., ]+\], is lower than Local SA’s, 1\.0\d* \[[\d., ]+\], by a factor of 10.*\.$/,
    );
  });

  test('are said not to be separated by one seed where there is no other', () => {
    const [single, other] = [resultOf('A', [0.1]), resultOf('B', [1])];
    expect(against(other, [single])).toBe(
      'One seed does not separate A’s final error, 0.100, from B’s, 1.00.',
    );
    expect(against(other, [single, resultOf('C', [2])])).toMatch(
      /^One seed does not separate the final errors of A .* and C .* from B’s, 1\.00\.$/,
    );
  });

  test('within 0.95 and 1.05 are alike, though separated; a cost is said of each', () => {
    const times = (factor: number): number[] =>
      [1.004, 1.0051, 1.0029, 1.004].map((x, k) => x * factor * [1, 1.1, 0.9, 1][k]!);
    const cheap: Named = { ...resultOf('k = 16', times(1)), length: { ...local.length, bytes: 250 } };
    expect(compare([[cheap, local]])).toEqual([{ side: 'alike', words: 'alike' }]);
    expect(compare([[resultOf('A', times(1.06)), local]])[0]!.words).toMatch(/^higher by a factor of 1\.06/);
    expect(against(local, [cheap])).toMatch(
      /^k = 16’s final error, .*, and Local SA’s, .*, are alike at 25 % of the uplink bytes\.$/,
    );
    expect(against(local, [resultOf('A', times(1)), resultOf('B', times(1.01))])).toMatch(
      /^The final errors of A \(.*\), B \(.*\) and Local SA \(.*\) are alike\.$/,
    );
    expect(
      against(local, [{ ...resultOf('A', times(0.1)), length: { ...local.length, bytes: 2000 } }, cheap]),
    ).toMatch(
      /^A’s final error is lower than Local SA’s, .*, by a factor of 9\.96 .* at twice the uplink bytes; k = 16’s is alike at 25 %\.$/u,
    );
    expect(lowest([local, resultOf('A', times(1)), resultOf('B', times(3))])).toMatch(
      /^Local SA’s final error, .*, and A’s are alike; B’s is higher by a factor of 3\.01.*\.$/,
    );
    expect(changesOf([[local, cheap]], 'floor')).toEqual([{ verb: 'hardly changes', factor: '' }]);
    expect(costText(cheap, { ...local, length: { ...local.length, bytes: 260 } })).toBe('');
    expect(costText(local, { ...local, length: { ...local.length, bytes: 300 } })).toBe(
      ' at 3.3 times the uplink bytes',
    );
  });

  test('are compared place by place, the names of which are said', () => {
    const [half, whole] = [resultOf('A', [0.5, 0.51, 0.49, 0.5]), resultOf('B', [1, 1, 1, 1])];
    const never = resultOf('C', [Infinity, Infinity, Infinity, Infinity]);
    expect(
      placed(
        [
          ['B = 1', half, whole],
          ['B = 2', whole, whole],
          ['B = 3', half, whole],
          ['B = 4', never, whole],
        ],
        { seconds: 1 },
      ),
    ).toEqual([
      expect.stringMatching(
        /^lower by a factor of 2\.00 \[.*\] at B = 1 and 2\.00 \[.*\] at B = 3, alike at B = 2, unknown at B = 4, where ε is not reached$/,
      ),
      'lower at B = 1 and B = 3, alike at B = 2, unknown at B = 4, where ε is not reached',
    ]);
    // What still rises has no ratio to give.
    expect(placed([['H = 1', half, { ...whole, ending: 'rising' }]])).toEqual([
      'lower at H = 1',
      'lower at H = 1',
    ]);
  });

  test.each([0, 1, 5])('of runs of %i rounds there are none', (rounds) => {
    const word = rounds === 1 ? 'round' : 'rounds';
    const all = ['A', 'B'].map((title) => resultOf(title, [1, 1], 'brief', rounds));
    const sentence = `No algorithm is known to have converged after ${rounds} ${word}.`;
    expect(against(all[0]!, all.slice(1))).toBe(sentence);
    expect(bias(all[0]!, all.slice(1))).toBe(sentence);
    expect(lowest(all)).toBe(sentence);
  });

  test('of a run that still falls or diverges are not compared', () => {
    const text = against(local, [
      resultOf('A', [0.1, 0.11, 0.09, 0.1], 'falling'),
      resultOf('B', [0.1, 0.11, 0.09, 0.1], 'diverged'),
    ]);
    expect(text).toMatch(/^Local SA’s final error is 1\.0\S* \[.*\]; A and B have not converged\.$/);
    expect(unsettled([resultOf('A', [1], 'rising', 1), local])).toBe(
      'The error of A still rises after 1 round.',
    );
    const brief = resultOf('B', [1], 'brief', 30);
    expect(unsettled([brief, local])).toBe('B may not have converged after 30 rounds.');
    expect(unsettled([brief, resultOf('C', [1], 'falling', 30), local])).toBe(
      'B and C may not have converged.',
    );
    expect(unsettled([brief, resultOf('C', [1], 'diverged', 30)])).toBe(
      'No algorithm is known to have converged after 30 rounds.',
    );
    expect(unsettled([resultOf('A', [1], 'falling', 30), resultOf('C', [1], 'falling', 30)])).toBe(
      'No algorithm has converged after 30 rounds.',
    );
  });

  test('remove the bias below a tenth, do not above it, and are otherwise not separated from it', () => {
    const [removes, keeps, unclear] = [
      resultOf('A', [0.01, 0.011, 0.009]),
      resultOf('B', [0.5, 0.55, 0.45]),
      resultOf('C', [0.01, 1, 0.1]),
    ];
    expect(bias(local, [removes, keeps])).toMatch(
      /^A removes the bias of Local SA to below a tenth; B does not\.$/,
    );
    expect(bias(local, [keeps])).toMatch(/^B does not remove the bias of Local SA to below a tenth\.$/);
    expect(bias(local, [unclear])).toMatch(
      /^Whether C removes the bias of Local SA to below a tenth is not clear\.$/,
    );
  });

  test('a factor is printed with its interval, never of 1', () => {
    const [lower, same] = compare([
      [resultOf('A', [0.1, 0.11, 0.09, 0.1]), resultOf('B', [1, 1.1, 0.9, 1])],
      [resultOf('A', [1, 1.1, 0.9, 1]), resultOf('B', [1, 1.1, 0.9, 1])],
    ]);
    expect(lower!.side).toBe('lower');
    expect(lower!.words).toMatch(/^lower by a factor of 10/);
    expect(same).toEqual({ side: 'alike', words: 'alike' });
    expect(compare([[resultOf('A', [3, 3.1, 2.9]), 2]])[0]!.side).toBe('higher');
  });

  test('hardly change only where the interval says so', () => {
    const pair = (...values: readonly number[]) => [resultOf('A', [1, 1, 1]), resultOf('A', values)] as const;
    expect(changesOf([pair(1, 1.01, 0.99)], 'floor')).toEqual([{ verb: 'hardly changes', factor: '' }]);
    expect(changesOf([pair(1, 3, 0.3)], 'floor')).toEqual([{ verb: 'shows no clear change', factor: '' }]);
    expect(changesOf([pair(0.5, 0.51, 0.49)], 'floor')[0]!.verb).toBe('falls');
    expect(changesOf([pair(1.1, 1.11, 1.09)], 'floor')[0]!.verb).toBe('grows');
    expect(changesOf([pair(2, 2.1, 1.9)], 'floor')[0]!.verb).toBe('grows');
  });
});

/** A result of which the final errors are below every level. */
const arriving = (title: string, passages: readonly number[]): Named =>
  resultOf(title, passages, 'converged', 400, 0);

describe('first passages', () => {
  test('one is first where it is separated from all others', () => {
    const text = reaches(0.2, [
      arriving('B', [40, 42, 41, 41]),
      arriving('A', [10, 11, 10.5, 10.5]),
      arriving('C', [Infinity, Infinity, Infinity, Infinity]),
    ]);
    expect(text).toMatch(
      /^A reaches 0\.2 first, after 10\.5 s \[.*\]; C does not reach it; B reaches it later, after 41 s \[.*\]\.$/,
    );
  });

  test('two seeds that overlap are not separated; a seed that does not arrive is said, not left out', () => {
    expect(reaches(3, [arriving('A', [9, 70]), arriving('B', [60, 480])])).toMatch(
      /^A reaches 3 after 39\.5 s \(seeds 9, 70\), not separated from B, 270 s \(seeds 60, 480\)\.$/,
    );
    expect(reaches(3, [arriving('A', [50, 51, 52]), arriving('B', [1, 1, Infinity])])).toMatch(
      /^A reaches 3 after 51 s \(seeds 50, 51, 52\), not separated from B; B reaches it in some seeds only\.$/,
    );
    expect(reaches(3, [arriving('A', [Infinity, 4])])).toBe('A reaches 3 in 1 of 2 seeds.');
    expect(reaches(3, [])).toBe('');
    const never = ['B', 'C'].map((title) => arriving(title, [Infinity, Infinity]));
    expect(reaches(3, never)).toBe('No run reaches 3 within 600 s.');
    expect(reaches(3, [arriving('A', [50, 50]), ...never])).toBe(
      'Only A reaches 3 within 600 s, after 50 s.',
    );
  });

  test('a result whose final error is above the level comes to it and is not ranked', () => {
    const [stays, above, never] = [
      arriving('A', [50, 51, 52]),
      resultOf('B', [10, 11, 12], 'converged', 400, 0.3),
      arriving('C', [Infinity, Infinity, Infinity]),
    ];
    expect(reaches(0.2, [stays, above, never])).toBe(
      'A reaches 0.2 after 51 s (seeds 50, 51, 52); C does not reach it; B ends above it.',
    );
    expect(reaches(0.2, [above, never], 'H = 5')).toBe(
      'H = 5: B comes to 0.2 and ends above it; C does not reach it.',
    );
    expect(reaches(1, [stays, above])).toMatch(/^B reaches 1 first, after 11 s .*; A reaches it later/);
  });

  test('nothing is first before a run that ended sooner', () => {
    const short: Named = {
      ...arriving('B', [1, 1, 1]),
      seeds: () => new Map([1, 2, 3].map((seed) => [seed, { low: 5, high: Infinity }])),
    };
    expect(reaches(3, [arriving('A', [50, 51, 52]), arriving('C', [90, 91, 92]), short])).not.toContain(
      'first',
    );
  });
});

/** t_{0.975} with 1, 2, … degrees of freedom, from a printed table. */
const T = [12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365];

/**
 * Whether the paired interval of b/a lies above 1; of results that some seed lacks, whether six seeds or more all but agree. Of fewer
 * seeds a passage of b that is missing is one of 600 at least.
 */
function isAbove(a: readonly number[], b: readonly number[]): boolean {
  const n = b.length;
  const logs = b.map((value, k) => Math.log((n < 6 ? Math.min(value, 600) : value) / a[k]!));
  if (n < 2) return false;
  if (!logs.every(Number.isFinite)) return n >= 6 && logs.filter((x) => !(x > 0)).length <= (n < 9 ? 0 : 1);
  const centre = logs.reduce((sum, x) => sum + x, 0) / n;
  const deviation = Math.sqrt(logs.reduce((sum, x) => sum + (x - centre) ** 2, 0) / (n - 1));
  return centre - (T[n - 2]! * deviation) / Math.sqrt(n) > 0;
}

test('where results end is the final error of those that have converged, and the last round of the others', () => {
  const [settled, open] = [resultOf('A', [0.5, 0.5, 0.5]), resultOf('B', [2, 2, 2], 'falling')];
  expect(ends([settled, open], 'Without noise')).toBe(
    'Without noise A’s final error is 0.500 and B’s error in the last round 2.00.',
  );
  expect(ends([settled, resultOf('C', [Infinity], 'diverged')])).toBe('');
});

test('in sentences about made-up measurements every ranking has an interval that excludes 1', () => {
  const random = generatorFor(7, 'measurements');
  const pick = <V>(values: readonly V[]): V => values[Math.floor(random.uniform() * values.length)]!;
  let [rankings, open] = [0, 0];
  for (let table = 0; table < 1500; table++) {
    const n = pick([1, 2, 3, 5, 8]);
    const spread = pick([0.02, 0.3, 2]);
    const values = Array.from({ length: pick([1, 2, 4]) }, () => {
      const level = 10 ** (2 * random.uniform());
      return Array.from({ length: n }, () =>
        random.uniform() < pick([0, 0, 0.2]) ? Infinity : level * Math.exp(spread * (random.uniform() - 0.5)),
      );
    });
    const all = values.map((each, k) =>
      resultOf(`R${k}`, each, each.includes(Infinity) ? 'diverged' : 'converged'),
    );
    const valuesOf = (name: string): readonly number[] => values[Number(name.slice(1))]!;
    const arrived = all.map((result, k) => ({
      ...result,
      seeds: resultOf('', values[k]!, 'converged', 400, 0).seeds,
    }));
    const texts = [
      reaches(1, arrived),
      lowest(all),
      against(all[0]!, all.slice(1)),
      bias(all[0]!, all.slice(1)),
    ];
    const text = texts.join(' ');
    expect(text).not.toMatch(/NaN|undefined|Infinity|\b1 times|factor of 1 | {2}/);
    const names = (list: string): string[] => list.match(/R\d/g) ?? [];
    for (const { sentence, base } of texts.flatMap((each, kind) => {
      // Clauses after the first compare with the least, or with R0.
      const least = names(each)[0];
      return each
        .split(/(?<=\.) (?=[A-Z])|; /)
        .filter((clause) => clause !== '')
        .map((sentence) => ({ sentence, base: kind === 1 ? least : 'R0' }));
    })) {
      const check = (lower: readonly string[], higher: readonly string[]): void => {
        for (const a of lower)
          for (const b of higher) {
            rankings++;
            expect(isAbove(valuesOf(a), valuesOf(b)), `${sentence} ${JSON.stringify(values)}`).toBe(true);
          }
      };
      const others = (single: string): string[] =>
        all.map(({ title }) => title).filter((title) => title !== single);
      const [first] = names(sentence);
      const passed = (name: string): boolean => valuesOf(name).some(Number.isFinite);
      const settled = (name: string): boolean => !valuesOf(name).includes(Infinity);
      if (sentence.includes(' first, after')) check([first!], others(first!).filter(passed));
      else if (/ reach(?:es)? it later/.test(sentence))
        check(names(text.slice(0, text.indexOf(' after'))).slice(-1), [...new Set(names(sentence))]);
      else if (/’s is (?:higher|lower)(?: by|\.?$)|, is (?:higher|lower)\.?$/.test(sentence))
        check(
          ...((sentence.includes('higher') ? [[base!], [first!]] : [[first!], [base!]]) as [
            string[],
            string[],
          ]),
        );
      else if (sentence.includes('is the lowest')) check([first!], others(first!).filter(settled));
      else if (sentence.includes(' lower than '))
        check(names(sentence.split(' lower than ')[0]!), [names(sentence).at(-1)!]);
      else if (sentence.includes(' higher than '))
        check([names(sentence).at(-1)!], names(sentence.split(' higher than ')[0]!));
      else if (
        /^\S.* removes? the bias/.test(sentence) &&
        !sentence.includes('not remove the') &&
        !sentence.startsWith('Whether')
      )
        for (const name of names(sentence.split(' remove')[0]!))
          expect(
            isAbove(
              valuesOf(name),
              valuesOf('R0').map((value) => value / 10),
            ),
          ).toBe(true);
      else if (
        /not separated|alike|about as long|reaches|not reach|final error|not clear|does not$|does not\.$|do not\.?$|diverge|converge|bias|final errors of|those of|others|runs/.test(
          sentence,
        )
      )
        open++;
      else expect.unreachable(sentence);
    }
  }
  // The tables hold both kinds.
  expect(rankings).toBeGreaterThan(500);
  expect(open).toBeGreaterThan(500);
});
