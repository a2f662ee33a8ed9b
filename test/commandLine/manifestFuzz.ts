/** Manifests of which one field is missing or another thing, read by every command that reads manifests. */
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fedsa } from './builtProgram.ts';
import { writeTwoAgents } from './twoAgents.ts';

type Path = readonly (string | number)[];

/** In place of a field; `undefined` removes it. */
const VALUES: readonly unknown[] = [undefined, null, [], {}, -1, 1e308, 'x', 'x'.repeat(5000)];

/** The commands that read a run directory, here `received`; what they make goes to `out`. */
const READERS: readonly (readonly string[])[] = [
  ['theory', 'received'],
  ['run', 'received', '--rounds', '2', '--seeds', '1', '--out', 'out/run'],
  ['report', 'received'],
  ['figure', 'received', '--out', 'out/figure.svg', '--format', 'svg'],
  ['compare', 'received', 'other', '--out', 'out/compared.html'],
  ['replay', 'received'],
  ['export', 'received'],
];

/** Settings of the runs whose manifests are changed. */
const RUNS: Readonly<Record<string, readonly string[]>> = {
  untimed: ['--average', '0.5', '--reach', '0.5'],
  timed: ['--policy', 'first:1', '--compute', 'exponential:1', '--uplink-latency', '0.5'],
};

/** A changed manifest and a command that reads it. */
export interface Case {
  readonly run: string;
  readonly path: Path;
  readonly value: unknown;
  readonly reader: readonly string[];
}

/** What must not be: the program's own fault, another status than 0, 1 or 2, or something written elsewhere. */
export interface Fault extends Case {
  readonly fault: string;
}

/** Makes the runs. @returns all cases, in an order that does not depend on the machine */
export async function fuzzCases(folder: string): Promise<Case[]> {
  writeTwoAgents(folder);
  const cases: Case[] = [];
  for (const [run, settings] of Object.entries(RUNS)) {
    const common = ['--algorithm', 'local-sa,scafflsa', '--step-size', '0.1', '--local-steps', '2'];
    const length = ['--rounds', '4', '--seeds', '2', '--placement', 'inline', '--no-report', '--quiet'];
    const algorithms = run === 'timed' ? ['--algorithm', 'local-sa'] : [];
    const { stderr } = await fedsa(
      folder,
      ...['run', 'problem.json', ...common, ...length, ...settings, ...algorithms, '--out', run],
    );
    if (stderr !== '') throw new Error(stderr);
    const manifest: unknown = JSON.parse(readFileSync(join(folder, run, 'manifest.json'), 'utf8'));
    for (const path of pathsOf(manifest))
      for (const value of VALUES) for (const reader of READERS) cases.push({ run, path, value, reader });
  }
  cpSync(join(folder, 'untimed'), join(folder, 'other'), { recursive: true });
  return cases;
}

/** The paths of all fields; of long arrays the first element's. */
function pathsOf(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [path];
  const entries: [string | number, unknown][] = Array.isArray(value)
    ? value.slice(0, 1).map((each: unknown): [number, unknown] => [0, each])
    : Object.entries(value);
  const below = entries.flatMap(([key, each]) => pathsOf(each, [...path, key]));
  return path.length === 0 ? below : [path, ...below];
}

function otherwise(manifest: unknown, path: Path, value: unknown): unknown {
  const copy = structuredClone(manifest);
  let at = copy as Record<string | number, unknown>;
  for (const key of path.slice(0, -1)) at = at[key] as Record<string | number, unknown>;
  const key = path.at(-1)!;
  if (Array.isArray(at) && value === undefined) at.splice(Number(key), 1);
  // JSON leaves out what is undefined.
  else at[key] = value;
  return copy;
}

/** Runs a case. @returns its fault, if there is one */
export async function faultOf(folder: string, sample: Case): Promise<Fault | undefined> {
  for (const name of ['received', 'out']) rmSync(join(folder, name), { recursive: true, force: true });
  const source = join(folder, sample.run);
  cpSync(source, join(folder, 'received'), { recursive: true });
  mkdirSync(join(folder, 'out'));
  const manifest: unknown = JSON.parse(readFileSync(join(source, 'manifest.json'), 'utf8'));
  const text = JSON.stringify(otherwise(manifest, sample.path, sample.value));
  writeFileSync(join(folder, 'received', 'manifest.json'), text);
  const before = listing(folder);
  const { status, stderr } = await fedsa(folder, ...sample.reader);
  const faults = [
    ...(/internal error|code that is not awaited|a user’s code threw/.test(stderr)
      ? [stderr.slice(0, 600)]
      : []),
    ...(status === null || ![0, 1, 2].includes(status) ? [`status ${String(status)}`] : []),
    ...(status === 2 && !/^(fedsa: [^\n]+\n)+$/.test(stderr) ? [`no line: ${stderr.slice(0, 300)}`] : []),
    ...(listing(folder) === before ? [] : ['something is written elsewhere']),
  ];
  return faults.length === 0 ? undefined : { ...sample, fault: faults.join('; ') };
}

/** What lies beside the folders that a command may write to. */
function listing(folder: string): string {
  const lines: string[] = [];
  const visit = (path: string): void => {
    for (const name of readdirSync(join(folder, path)).sort()) {
      const below = join(path, name);
      if (below === 'received' || below === 'out') continue;
      const stats = statSync(join(folder, below));
      lines.push(`${below} ${stats.isDirectory() ? '' : `${stats.size} ${stats.mtimeMs}`}`);
      if (stats.isDirectory()) visit(below);
    }
  };
  visit('');
  return lines.join('\n');
}
