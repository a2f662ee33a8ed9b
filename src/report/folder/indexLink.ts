/** From a report to the page that lists it: the index of a folder that it lies in, or the claims that it was run for. */
import { closeSync, existsSync, readSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CLAIMS_MARK } from '../../recording/claimsFile.ts';
import { whileLocked } from '../../recording/directoryLock.ts';
import { isOrdinaryFile, openToRead } from '../../recording/ordinaryFile.ts';
import { html, trusted } from '../html.ts';
import { writeWhole } from '../wholeFile.ts';
import { kindOf, MOST_LEVELS } from './results.ts';

export const INDEX_NAME = 'index.html';
export const REPORT_NAME = 'report.html';

/** In the head of every index: a file of that name without it is somebody else's. */
export const INDEX_MARK = trusted('<meta name="generator" content="fedsa index" />');

/** So many bytes hold the head of a page, and what leads it. */
const HEAD = 65_536;

/** The first bytes of a page; empty where there is none. */
export function headOf(file: string): string {
  if (!isOrdinaryFile(file)) return '';
  const descriptor = openToRead(file);
  try {
    const bytes = Buffer.alloc(HEAD);
    return bytes.toString('utf8', 0, readSync(descriptor, bytes, 0, HEAD, 0));
  } finally {
    closeSync(descriptor);
  }
}

/** Whether a file is an index of this program. */
export const isIndex = (file: string): boolean => headOf(file).includes(INDEX_MARK.html);

interface Link {
  readonly href: string;
  readonly words: string;
}

/** From a folder to the page that lists it: the nearest index, or that of the claims that it was run for. */
function linkAbove(directory: string): Link | undefined {
  for (let up = 0; up <= MOST_LEVELS; up++) {
    const path = '../'.repeat(up);
    const folder = join(directory, path);
    if (isIndex(join(folder, INDEX_NAME))) return { href: path + INDEX_NAME, words: 'all runs' };
    if (up === 0) continue;
    if (existsSync(join(folder, CLAIMS_MARK))) return { href: path + REPORT_NAME, words: 'all claims' };
    if (kindOf(folder) !== undefined) return undefined;
  }
  return undefined;
}

/** A page with the link, first of its facts; without one where nothing lists it. */
function linked(page: string, link: Link | undefined): string {
  const item = link && html`<li class="index"><a href="${link.href}">${link.words}</a></li>`;
  return page.replace(
    /(<ul class="facts">)(<li class="index">.*?<\/li>)?/,
    (_, list: string) => list + (item?.html ?? ''),
  );
}

/**
 * Writes the report of a folder.
 *
 * @returns its path
 */
export async function writeReport(directory: string, page: string): Promise<string> {
  const file = join(directory, REPORT_NAME);
  await writeWhole(file, linked(page, linkAbove(directory)));
  return file;
}

/** Links an existing report to its index: the bytes are those of a report that is built now. */
export async function linkReport(directory: string): Promise<void> {
  const file = join(directory, REPORT_NAME);
  const head = headOf(file);
  if (linked(head, linkAbove(directory)) === head) return;
  try {
    await whileLocked(directory, async () => writeReport(directory, await readFile(file, 'utf8')));
  } catch {
    // Another program writes there, and will link its report, or nobody may: the page can do without.
  }
}
