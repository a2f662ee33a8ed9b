import { describe, expect, it } from 'vitest';
import type { Benchmark, Outcome, Target } from '../../bench/harness/benchmark.ts';
import { cost, judge } from '../../bench/harness/targets.ts';
import { benchPage, headText, headTextOf } from '../../bench/report/page.ts';
import { tableCsv } from '../../bench/report/tables.ts';
import { CORE, tableOf } from './madeUp.ts';

const place = (series: string, x: number) => ({ series, x });
const SIDES = await tableOf(
  'sides',
  [
    { key: 'own', walls: [10, 30, 20] },
    { key: 'rival', name: 'a <rival>', walls: [40, 60, 100] },
  ],
  { notes: ['skipped: the other'] },
);
const GROWTH = await tableOf(
  'growth',
  [
    { key: 'a', name: 'slow, 1', place: place('slow', 1), walls: [1000] },
    { key: 'b', name: 'slow, 10', place: place('slow', 10), walls: [100] },
    { key: 'c', name: 'fast, 1', place: place('fast', 1), walls: [10] },
    { key: 'd', name: 'fast, 10', place: place('fast', 10), walls: [1] },
  ],
  { against: 'agents M' },
);
const TARGETS: readonly Target[] = [
  {
    description: 'a step of ours',
    source: 'target of somebody',
    table: 'sides',
    figure: cost('own'),
    unit: 'ns',
    bound: 'at most',
    limit: 20,
  },
];
const BENCH: Benchmark = {
  name: 'simulation/madeUp',
  question: 'What is <this>?',
  run: () => [],
  targets: TARGETS,
};

function outcomeOf(failure?: string): Outcome {
  const tables = failure === undefined ? [SIDES, GROWTH] : [];
  return { bench: BENCH, tables, verdicts: judge(BENCH, tables), core: CORE, failure };
}

const page = (failure?: string): string =>
  benchPage({ facts: ['A machine', '2 cores'], quick: true, outcomes: [outcomeOf(failure)] });

/** What a reader sees of a piece of HTML. */
const seen = (html: string): string =>
  html
    .replace(/<style>[\s\S]*?<\/style>|<script>[\s\S]*?<\/script>/g, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ');

describe('the page of a run of the benches', () => {
  it('has the machine, the targets, every figure of the tables, and says that it was quick', () => {
    const text = seen(page());
    for (const part of [
      'A machine',
      'Quick measurements',
      '1 of 1 met.',
      'a step of ours at most 20 20.0 ns met somebody simulation/madeUp',
      'What is &lt;this&gt;?',
      'own 20.0 15.0 to 25.0 1.00 40.0 30.0 to 50.0 1.00',
      'a &lt;rival&gt; 60.0 50.0 to 80.0 4.00',
      'Checked: made up. skipped: the other.',
      'A core before and after: chained operations 2.00 and 2.02 ns, side by side 1.50 and 1.98 ns.',
    ]) {
      expect(text).toContain(part);
    }
  });

  it('draws the table that has places, in colours of the theme, with a line for each series', () => {
    const html = page();
    const svgs = html.match(/<svg[\s\S]*?<\/svg>/g)!;
    expect(svgs).toHaveLength(1);
    const [svg] = svgs as [string];
    expect(svg).toContain('slow: 1,000 at 1, 100 at 10. fast: 10.0 at 1, 1.00 at 10.');
    for (const text of ['slow', 'fast', 'agents M', 'ns', '1000'])
      expect(svg).toMatch(new RegExp(`>${text}</(text|tspan)>`));
    expect(svg).toContain('var(--line-1');
    expect(svg).toContain('var(--line-2');
    expect(svg.replace(/var\(--[^)]*\)/g, '')).not.toMatch(/(fill|stroke)="#(?!fff)[0-9a-f]{6}"/i);
  });

  it('needs nothing beside itself', () => {
    const html = page();
    expect(html).not.toMatch(/(src|href)="(?!#|data:)/);
    expect(html).toMatch(/^<!doctype html>/);
  });

  it('tells of a bench that failed, and of a target that was not measured', () => {
    const text = seen(page('the placements differ'));
    expect(text).toContain('It failed: the placements differ');
    expect(text).toContain('0 of 0 met; 1 more were not measured in this run.');
  });
});

describe('a table as CSV', () => {
  it('has a line a turn, with empty cells for what is unknown', () => {
    expect(tableCsv(GROWTH).split('\n').slice(0, 2)).toEqual([
      'name,series,x,turn,wall,processor,unit',
      '"slow, 1","slow",1,1,1000,2000,"ns"',
    ]);
    expect(tableCsv(SIDES).split('\n')[4]).toBe('"a <rival>","",,1,40,80,"ns"');
  });
});

describe('the head of a bench', () => {
  it('is its first comment in paragraphs, the ceiling by itself, without what was measured once', () => {
    const source =
      '/**\n * One thing:\n * and more.\n *\n * Second.\n * Ceiling: 3 ns,\n * or 4.\n * Measured: 7.\n * Old.\n */\nx();';
    expect(headText(source)).toEqual(['One thing: and more.', 'Second.', 'Ceiling: 3 ns, or 4.']);
    expect(headText('x();')).toEqual([]);
  });

  it('is there for a bench that is a file, and empty for one that is not', () => {
    expect(headTextOf('targeted/exchange').join(' ')).toContain('Ceiling: ');
    expect(headTextOf('simulation/madeUp')).toEqual([]);
  });
});
