/** One fault on trial: planted in a copy of the project, built, and looked for by the suite. */
import { readFileSync, rmSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { type Fault, plant } from './fault.ts';
import type { ProjectCopy } from './projectCopy.ts';

/** How long the tests nearest to a fault, and all of the suite, may take, in seconds. */
const PATIENCE_NEAR = 600;
const PATIENCE_ALL = 2400;
const PATIENCE_BUILD = 300;
/** Holds the table of faults against the sources: it would notice each. */
const TABLE_TEST = 'test/faults/table.test.ts';

export interface Killer {
  /** file of the tests, from the root of the project; none where the tests came to no end */
  readonly file?: string;
  readonly test: string;
}

export interface Outcome {
  readonly fault: Fault;
  /** the first test that failed; none where the fault survived */
  readonly killer: Killer | undefined;
  readonly seconds: number;
}

export interface Extent {
  /** a survivor of the nearest tests has not seen the rest of the suite */
  readonly nearOnly: boolean;
  /** processes of the suite */
  readonly workers: number;
}

/** @throws Error if the faulty program cannot be built */
export async function tryFault(copy: ProjectCopy, fault: Fault, extent: Extent): Promise<Outcome> {
  const start = performance.now();
  const takeOut = plant(fault, copy.folder);
  try {
    await build(copy, fault.name);
    const { first, folder } = nearestTests(copy, fault);
    const near = folder === undefined ? first : [...first, folder];
    const others = extent.nearOnly ? [] : [{ without: near, patience: PATIENCE_ALL }];
    const stages: readonly Stage[] = [
      ...(first.length > 0 ? [{ of: first, patience: PATIENCE_NEAR }] : []),
      ...(folder === undefined ? [] : [{ of: [folder], without: first, patience: PATIENCE_NEAR }]),
      ...others,
    ];
    let killer: Killer | undefined;
    for (const stage of stages) killer ??= await failing(copy, stage, extent.workers);
    return { fault, killer, seconds: (performance.now() - start) / 1000 };
  } finally {
    takeOut();
  }
}

/** Of the tests that have killed faults, those that fail without any. */
export async function failingWithout(
  copy: ProjectCopy,
  outcomes: readonly Outcome[],
  extent: Extent,
): Promise<Killer | undefined> {
  const files = new Set(outcomes.flatMap(({ killer }) => killer?.file ?? []));
  if (files.size === 0) return undefined;
  await build(copy, 'without a fault');
  return failing(copy, { of: [...files], patience: PATIENCE_ALL }, extent.workers);
}

/** What the compiler says of all faults planted at once: a mistake that does not compile is none that is made. */
export async function typeErrors(copy: ProjectCopy, faults: readonly Fault[]): Promise<string> {
  const takeOut = faults.map((fault) => plant(fault, copy.folder));
  try {
    const printed: string[] = [];
    for (const project of ['tsconfig.json', 'src/runs/live/page', 'src/browser']) {
      const ended = await copy.node(['node_modules/typescript/bin/tsc', '-p', project], PATIENCE_BUILD);
      printed.push(ended.printed);
    }
    return printed.join('');
  } finally {
    for (const takeOne of takeOut.reverse()) takeOne();
  }
}

async function build(copy: ProjectCopy, name: string): Promise<void> {
  const { status, printed } = await copy.node(['setup.mjs'], PATIENCE_BUILD);
  if (status !== 0) throw new Error(`${name}: the build failed:\n${printed}`);
}

/** Tests that are run together. */
interface Stage {
  /** files and folders; all of the suite where it is left out */
  readonly of?: readonly string[];
  readonly without?: readonly string[];
  /** in seconds */
  readonly patience: number;
}

/** What the fault names and the test file of the source's name; then the folder that lies as the source does, or the nearest above it. */
function nearestTests(
  copy: ProjectCopy,
  { file, near = [] }: Fault,
): { readonly first: readonly string[]; readonly folder: string | undefined } {
  const beside = join('test', file.replace(/^src\//, ''));
  const ofName = beside.replace(/(\.assembly)?\.ts$/, '.test.ts');
  let folder = dirname(beside);
  while (!copy.has(folder)) folder = dirname(folder);
  const missing = near.filter((path) => !copy.has(path));
  if (missing.length > 0) throw new Error(`${file}: no tests in ${missing.join(', ')}`);
  return {
    first: [...near, ...(copy.has(ofName) ? [ofName] : [])],
    folder: folder === 'test' ? undefined : folder,
  };
}

interface Report {
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly message: string;
    readonly assertionResults: readonly { readonly fullName: string; readonly status: string }[];
  }[];
}

/** The first test of the suite that fails. */
async function failing(
  copy: ProjectCopy,
  { of = [], without = [], patience }: Stage,
  workers: number,
): Promise<Killer | undefined> {
  const file = join(copy.folder, 'dist', 'suite.json');
  rmSync(file, { force: true });
  const { status, printed } = await copy.node(
    [
      'node_modules/vitest/vitest.mjs',
      ...['run', '--project', 'suite', '--bail', '1', '--maxWorkers', String(workers)],
      ...['--reporter', 'json', '--outputFile', file],
      ...[TABLE_TEST, ...without].flatMap((path) => [
        '--exclude',
        path.endsWith('.ts') ? path : `${path}/**`,
      ]),
      ...of,
    ],
    patience,
  );
  if (status === 0) return undefined;
  if (status === undefined) return { test: `no end within ${patience / 60} minutes` };
  let report: Report;
  try {
    report = JSON.parse(readFileSync(file, 'utf8')) as Report;
  } catch {
    throw new Error(`the suite could not be run:\n${printed}`);
  }
  for (const { name, assertionResults, status: ended, message } of report.testResults) {
    const failed = assertionResults.find((test) => test.status === 'failed');
    if (failed === undefined && ended !== 'failed') continue;
    return {
      file: relative(copy.folder, name),
      test: failed?.fullName ?? `as a file: ${message.split('\n')[0]}`,
    };
  }
  return { test: 'an error outside of tests' };
}
