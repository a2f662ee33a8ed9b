/** Benches as text: the machine at the head, then aligned tables, targets at the end. */
import { availableParallelism, cpus, loadavg, totalmem } from 'node:os';
import type { CoreTimes, Spread, Table, Verdict } from './benchmark.ts';

/** CPU, cores, memory, Node, date and load: what every figure depends on, a line each. */
export function machine(): string[] {
  const [cpu] = cpus();
  const gigabytes = Math.round(totalmem() / 2 ** 30);
  return [
    `${cpu?.model.trim() ?? 'unknown CPU'}, ${availableParallelism()} cores, ${gigabytes} GB`,
    `Node ${process.versions.node} (V8 ${process.versions.v8}), ${process.platform} ${process.arch}`,
    `${new Date().toISOString().slice(0, 10)}, load ${loadavg()[0]!.toFixed(1)} at the start`,
  ];
}

/** Three significant digits, never in exponent form. */
export function figure(x: number): string {
  const digits = Math.max(0, 2 - Math.floor(Math.log10(Math.abs(x) || 1)));
  return x.toFixed(Math.min(digits, 3));
}

/** Median, quartiles and ratio as cells; dashes where there is no figure. */
export const cells = ({ median, lower, upper }: Spread, ratio: number): [string, string, string] =>
  Number.isNaN(median)
    ? ['-', '-', '-']
    : [figure(median), `${figure(lower)} to ${figure(upper)}`, figure(ratio)];

/** Rows of cells with their columns aligned, the first to the left, and a rule under the head. */
function aligned(head: readonly string[], lines: readonly (readonly string[])[]): string[] {
  const widths = head.map((_, column) => Math.max(...[head, ...lines].map((line) => line[column]!.length)));
  const row = (line: readonly string[]): string =>
    `  ${line.map((cell, k) => (k === 0 ? cell.padEnd(widths[k]!) : cell.padStart(widths[k]!))).join('  ')}`;
  return [row(head), `  ${widths.map((width) => '-'.repeat(width)).join('  ')}`, ...lines.map(row)];
}

/** A table with its columns aligned. */
export function printed(table: Table): string {
  const head = [table.title, table.unit, 'quartiles', 'ratio', 'of CPU', 'quartiles', 'ratio'];
  const lines = table.rows.map(({ name, wall, wallRatio, cpu, cpuRatio }) => [
    name,
    ...cells(wall, wallRatio),
    ...cells(cpu, cpuRatio),
  ]);
  return [
    ...aligned(head, lines),
    `  checked: ${table.checked}`,
    ...table.notes.map((note) => `  note: ${note}`),
  ].join('\n');
}

/** What was reached, in words. */
export const verdictWord = ({ met }: Verdict): string =>
  met === undefined ? 'not measured' : met ? 'met' : 'missed';

/** A limit with the word that says which way it binds. */
export const limitText = ({ target: { bound, limit } }: Verdict): string => `${bound} ${grouped(limit)}`;

/** What was measured, or a dash. */
export const measuredText = ({ measured }: Verdict): string =>
  measured === undefined || Number.isNaN(measured)
    ? '-'
    : measured >= 10_000
      ? grouped(Math.round(measured))
      : figure(measured);

const grouped = (x: number): string => x.toLocaleString('en-GB');

/** The targets as a table; those that nothing was measured of are counted only. */
export function printedVerdicts(verdicts: readonly Verdict[]): string {
  const judged = verdicts.filter(({ met }) => met !== undefined);
  const lines = judged.map((verdict) => [
    verdict.target.description,
    limitText(verdict),
    measuredText(verdict),
    verdict.target.unit,
    verdictWord(verdict),
  ]);
  const met = judged.filter(({ met }) => met).length;
  const unmeasured = verdicts.length - judged.length;
  return [
    ...(judged.length === 0 ? [] : aligned(['targets of the project', 'target', 'measured', '', ''], lines)),
    `  ${met} of ${judged.length} met${unmeasured === 0 ? '' : `; ${unmeasured} not measured in this run`}`,
  ].join('\n');
}

/** Both loops before and after a bench, in words. */
export function aroundBench(times: readonly CoreTimes[]): string {
  const both = (loop: keyof CoreTimes): string =>
    times.map((coreTimes) => figure(coreTimes[loop])).join(' and ');
  return `a core before and after: chained operations ${both('chained')} ns, side by side ${both('sideBySide')} ns`;
}

/** How much both loops changed during a run of the benches, and what that means, a line each. */
export function quietness(times: readonly CoreTimes[]): string[] {
  const change = (loop: keyof CoreTimes): string => {
    const values = times.map((coreTimes) => coreTimes[loop]);
    return figure(Math.max(...values) / Math.min(...values));
  };
  return [
    `a core between benches: chained operations up to ${change('chained')} times their least, side by side ${change('sideBySide')}`,
    'the latter alone above 1.1: a neighbour on the host had a part of it',
  ];
}
