/**
 * The pages and figures of reports, as hashes: of every recorded run, of a scenario with panels, of a sweep, and of the
 * folder of them all. Dates, seconds that a run took, the version and the folder are left out.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, relative } from 'node:path';
import { recordedCases } from './cases.ts';
import { hash } from './print.ts';
import { recorded } from './runCase.ts';
import { SMALL_PROBLEMS } from './smallProblems.ts';

const { report, runPanels, scenario, sweep } = (await import(
  new URL('../../dist/program/index.js', import.meta.url).href
)) as typeof import('../../src/index.ts');

const DIGITS = 12;
/** What pages have of the time and the place where they were made. */
const MASKED: readonly (readonly [RegExp, string])[] = [
  // the manifest as it is, with how often each agent was asked on the wall clock
  [/<pre[^>]*>[^]*?<\/pre>/g, 'PRE'],
  [/\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?( ?(Z|UTC))?/g, 'DATE'],
  [/\d{4}-\d\d-\d\d/g, 'DATE'],
  [/[\d.,]+ ?(ms|s|min)\b/g, 'SPAN'],
];

/** Hashes of pages and figures, by their paths in the folder. */
export async function pagePrints(): Promise<ReadonlyMap<string, string>> {
  const folder = mkdtempSync(join(tmpdir(), 'fedsa-pages-'));
  try {
    // Of deadlines on the wall clock the manifest has more than a report can leave out.
    const kept = recordedCases().filter(({ key }) => key !== 'replay deadline');
    for (const { definition, recording } of kept) {
      const out = join(folder, basename(recording!));
      await recorded(definition, recording!, out);
      withoutPredictions(out);
      await report(out);
    }
    const short = { rounds: 60, seeds: 2, report: true, placement: 'inline' } as const;
    const { report: _, ...settings } = short;
    await runPanels('fedhsa-proposition-1', settings, { out: join(folder, 'panels'), quick: true });
    const small = scenario({
      name: 'sweep',
      title: 'Sweep',
      question: '',
      problem: SMALL_PROBLEMS.linear!,
      algorithms: ['local-sa', 'scafflsa'],
      localSteps: 3,
      ...settings,
    });
    await sweep(small, { grid: { 'step-size': [0.05, 0.1] } }, {}, { out: join(folder, 'sweep') });
    await report(folder);
    return new Map(pagesIn(folder).map((path) => [relative(folder, path), pageHash(path, folder)]));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Those of a run that came at other times than the recorded one: the report makes its own. */
function withoutPredictions(directory: string): void {
  const path = join(directory, 'manifest.json');
  const manifest = JSON.parse(readFileSync(path, 'utf8')) as object;
  writeFileSync(path, JSON.stringify({ ...manifest, predictions: [] }));
  rmSync(join(directory, 'theory.csv'), { force: true });
}

const PAGE = /\.(html|svg)$/;

function pagesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && PAGE.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

function pageHash(path: string, folder: string): string {
  const text = readFileSync(path, 'utf8').replaceAll(folder, 'FOLDER');
  return hash(
    MASKED.reduce((masked, [pattern, mask]) => masked.replaceAll(pattern, mask), text),
    DIGITS,
  );
}
