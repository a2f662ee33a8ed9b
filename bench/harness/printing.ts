/** Benches as text: the machine at the head, then aligned tables. */
import { availableParallelism, cpus, loadavg, totalmem } from 'node:os';
import type { Spread, Table } from './benchmark.ts';

/** CPU, cores, memory, Node, date and load: what every figure hangs on. */
export function machine(): string {
  const [cpu] = cpus();
  const gigabytes = Math.round(totalmem() / 2 ** 30);
  return [
    `${cpu?.model.trim() ?? 'unknown CPU'}, ${availableParallelism()} cores, ${gigabytes} GB`,
    `Node ${process.versions.node} (V8 ${process.versions.v8}), ${process.platform} ${process.arch}`,
    `${new Date().toISOString().slice(0, 10)}, load ${loadavg()[0]!.toFixed(1)} at the start`,
  ].join('\n');
}

/** Three significant digits, never in exponent form. */
function figure(x: number): string {
  const digits = Math.max(0, 2 - Math.floor(Math.log10(Math.abs(x) || 1)));
  return x.toFixed(Math.min(digits, 3));
}

/** A table with its columns aligned. */
export function printed(table: Table): string {
  const head = [table.title, table.unit, 'quartiles', 'ratio', 'of CPU', 'quartiles', 'ratio'];
  const columns = ({ median, lower, upper }: Spread, ratio: number): string[] =>
    Number.isNaN(median)
      ? ['-', '-', '-']
      : [figure(median), `${figure(lower)} to ${figure(upper)}`, figure(ratio)];
  const lines = table.rows.map(({ name, wall, wallRatio, cpu, cpuRatio }) => [
    name,
    ...columns(wall, wallRatio),
    ...columns(cpu, cpuRatio),
  ]);
  const widths = head.map((title, column) =>
    Math.max(...[head, ...lines].map((cells) => cells[column]!.length), title.length),
  );
  const row = (cells: readonly string[]): string =>
    `  ${cells.map((cell, k) => (k === 0 ? cell.padEnd(widths[k]!) : cell.padStart(widths[k]!))).join('  ')}`;
  return [
    row(head),
    `  ${widths.map((width) => '-'.repeat(width)).join('  ')}`,
    ...lines.map(row),
    `  checked: ${table.checked}`,
    ...table.notes.map((note) => `  note: ${note}`),
  ].join('\n');
}
