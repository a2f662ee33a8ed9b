/** What lies in a folder, some levels down: runs, panels, sweeps, tested claims, and pages of plans, atlases and comparisons. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { InputError } from '../../values/failure.ts';
import { CLAIMS_NAME } from '../../recording/claimsFile.ts';
import { fileCause } from '../../recording/fileCause.ts';
import { MANIFEST_NAME } from '../../recording/manifestFile.ts';
import { PANELS_NAME } from '../../recording/panelsFile.ts';
import { SWEEP_NAME } from '../../recording/sweepFile.ts';

/** How far below a folder its results are looked for. */
export const MOST_LEVELS = 3;

const FILES = {
  run: MANIFEST_NAME,
  panels: PANELS_NAME,
  sweep: SWEEP_NAME,
  claims: CLAIMS_NAME,
} as const;

/** What has a page, and no runs of its own. */
const PAGES = { plan: 'plan.json', atlas: 'atlas.json', comparison: 'figures/curves.csv' } as const;

export type RunKind = keyof typeof FILES;
export type Kind = RunKind | keyof typeof PAGES;

const kindAmong = <Some extends Kind>(files: Readonly<Record<Some, string>>, directory: string) =>
  (Object.keys(files) as Some[]).find((kind) => existsSync(join(directory, files[kind])));

export interface Result {
  readonly kind: Kind;
  /** from the folder on, with `/` between names; empty for the folder itself */
  readonly path: string;
}

export interface Results {
  readonly results: readonly Result[];
  /** what is no result, a line each */
  readonly faults: readonly string[];
}

/** What of runs a folder is, by the file that it holds; `undefined` where it is none. */
export const kindOf = (directory: string): RunKind | undefined => kindAmong(FILES, directory);

const { compare } = new Intl.Collator('en', { numeric: true });

/** The results in a folder, in the order of their names. What belongs to a result is none of its own, but for the runs of claims that are the folder itself. */
export function resultsIn(root: string): Results {
  const results: Result[] = [];
  const faults: string[] = [];
  const visit = (path: string, level: number): void => {
    const kind = kindOf(join(root, path)) ?? kindAmong(PAGES, join(root, path));
    if (kind !== undefined) results.push({ kind, path });
    if (level === MOST_LEVELS || (kind !== undefined && !(kind === 'claims' && path === ''))) return;
    let entries;
    try {
      entries = readdirSync(join(root, path), { withFileTypes: true });
    } catch (error) {
      if (path === '')
        throw new InputError(`${root}: cannot be read (${fileCause(error)})`, { cause: error });
      faults.push(`${path}: cannot be read (${fileCause(error)})`);
      return;
    }
    if (entries.some(({ name }) => name === 'rounds.csv')) {
      faults.push(`${path || '.'}: has rounds.csv, but no ${MANIFEST_NAME}`);
      return;
    }
    for (const entry of entries.toSorted((a, b) => compare(a.name, b.name))) {
      const { name } = entry;
      const below = path === '' ? name : `${path}/${name}`;
      // Links are followed to results alone: others may lead anywhere, and in circles.
      const isFolder = entry.isDirectory() || (entry.isSymbolicLink() && kindOf(join(root, below)));
      if (isFolder && !name.startsWith('.') && name !== 'node_modules') visit(below, level + 1);
    }
  };
  visit('', 0);
  return { results, faults };
}
