/** From a page to its files: `report.html`, and what lies in the folder `figures` for it. */
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createFolder } from '../recording/createFolder.ts';
import { isFolder } from '../recording/ordinaryFile.ts';
import { pathSegment } from '../recording/pathSegment.ts';
import { TIDY } from './drawnFigure.ts';
import { writeReport } from './folder/indexLink.ts';
import { unfolded } from './folded.ts';
import type { Html } from './html.ts';
import { writeWhole } from './wholeFile.ts';

/** Paths of what was written. */
export interface BuiltReport {
  readonly report: string;
  /** the SVG files, the main figure first; beside each a CSV of the same name */
  readonly figures: readonly string[];
}

/**
 * Writes a page, each file whole or not at all and the page last, and removes files of an earlier report that no longer have data.
 *
 * @param directory - exists
 * @param isOurs - whether this program gives a figure's file that name: others in the folder stay
 * @param isFull - whether parts are open that are closed otherwise
 */
export async function writePage(
  directory: string,
  page: Html,
  isOurs: (file: string) => boolean,
  isFull = false,
): Promise<BuiltReport> {
  const { html, files = [] } = isFull ? unfolded(page) : page;
  // What it is about would be gone, too.
  if (!isFolder(directory))
    throw new Error(`${directory}: has been removed meanwhile; its page is not written`);
  const folder = join(directory, 'figures');
  createFolder(folder);
  const contents = new Map(files);
  for (const [name, content] of contents) await writeWhole(join(folder, pathSegment(name)), content);
  for (const name of await readdir(folder)) {
    if (isOurs(name.replace(TIDY, '.csv')) && !contents.has(name))
      await rm(join(folder, name), { force: true });
  }
  const figures = [...contents.keys()].filter((name) => name.endsWith('.svg'));
  return {
    report: await writeReport(directory, html),
    figures: figures.map((name) => join(folder, name)),
  };
}
