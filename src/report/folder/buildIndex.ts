/** index.html of a folder of runs, and a link to it from each of their reports. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { InputError } from '../../values/failure.ts';
import { lockWithLinks, whileLocked } from '../../recording/directoryLock.ts';
import { programVersion } from '../../recording/environment.ts';
import { MANIFEST_NAME } from '../../recording/manifestFile.ts';
import type { BuiltReport } from '../writePage.ts';
import { writeWhole } from '../wholeFile.ts';
import { type IndexEntry, readEntry } from './entry.ts';
import { INDEX_NAME, isIndex, linkReport } from './indexLink.ts';
import { indexPage } from './indexPage.ts';
import { resultsIn } from './results.ts';

/**
 * Writes `index.html` into a folder of runs, from their small files, and links their reports to it. The same files give
 * the same bytes. The page names what is broken.
 *
 * @throws InputError in one line, with nothing written, if the folder has no run or a foreign index.html
 */
export async function buildIndex(directory: string): Promise<BuiltReport> {
  const { results, faults } = resultsIn(directory);
  // Messages name files by their paths; those on the page begin at its folder.
  const before = join(directory, 'x').slice(0, -1);
  const broken = [...faults];
  const entries = results.flatMap((result): IndexEntry[] => {
    try {
      return [readEntry(directory, result)];
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      broken.push(error.message.replaceAll(before, ''));
      return [];
    }
  });
  if (results.length === 0) {
    const [fault = `${MANIFEST_NAME}, or folders that have one, are expected there`] = faults;
    throw new InputError(`${directory}: holds no run: ${fault}`);
  }
  const file = join(directory, INDEX_NAME);
  if (existsSync(file) && !isIndex(file))
    throw new InputError(`${file}: is not an index that fedsa made; rename or remove it`);
  const page = indexPage(entries, broken, programVersion());
  await whileLocked(directory, () => writeWhole(file, page.html), lockWithLinks);
  for (const { path, hasReport } of entries) if (hasReport) await linkReport(join(directory, path));
  return { report: file, figures: [] };
}
