/** Where the theorems' bounds are loose, and by which power: what `fedsa plan --atlas` and the library's `atlas` do. */
import { titlesOf, type Titles } from '../../algorithms/titles.ts';
import type { RunSettings } from '../../configuration/settings/runSettings.ts';
import type { Grid } from '../../configuration/sweep/grid.ts';
import type { Target } from '../../inputs/target.ts';
import type { AtlasReport } from '../../search/atlas/atlasReport.ts';
import { refuseTaken, writeNewFolder } from '../../recording/newFolder.ts';
import { pathSegment } from '../../recording/pathSegment.ts';
import { programVersion } from '../../recording/environment.ts';
import { atlasPage } from '../../report/atlas/atlasPage.ts';
import { atlasTheorems } from '../../search/atlas/atlasTheorems.ts';
import { InputError } from '../../values/failure.ts';
import { cellsInThread } from './atlasInThread.ts';
import { atlasPlan } from './atlasPlan.ts';

/** How an atlas is made. */
export interface AtlasWatch {
  /** folder of recorded data, for problems that need it */
  readonly dataDirectory?: string | undefined;
  /** ends it */
  readonly signal: AbortSignal;
  /** hears how far it is */
  readonly begins: (work: string) => void;
}

/** An atlas, with the algorithms' names for readers. */
export interface FoundAtlas {
  readonly report: AtlasReport;
  readonly titleOf: Titles;
}

/**
 * The atlas of a target, written into a folder where one is given.
 *
 * @param target - scenario, or panel of one
 * @param asked - settings and grid of the command line, over those of the scenario and its sweep
 * @param watch - hears how far it is, and ends it
 * @param out - a new folder, or an empty one
 * @returns `undefined` where it was ended: nothing is written then
 * @throws InputError in one line
 */
export async function atlasInto(
  target: Target,
  asked: { readonly settings: RunSettings; readonly grid: Grid },
  watch: AtlasWatch,
  out: string | undefined,
): Promise<FoundAtlas | undefined> {
  const { signal } = watch;
  if (out === '') throw new InputError('`out`: "" is no name; name a folder');
  if (out !== undefined) refuseTaken(out);
  const plan = await atlasPlan(target, asked, watch);
  if (plan === undefined) return undefined;
  const { axes, problems } = plan;
  const cells = await cellsInThread({ cells: plan.cells, problems }, signal, (done) => {
    watch.begins(`${done} of ${plan.cells.length} cells`);
  });
  if (signal.aborted) return undefined;
  const report: AtlasReport = {
    ...{ format: 'fedsa-atlas/1', axes, cells },
    theorems: atlasTheorems(axes, cells),
  };
  const found = { report, titleOf: titlesOf(plan.cells[0]!.configuration.algorithms) };
  if (out !== undefined) writeNewFolder(out, atlasFiles(target, found));
  return found;
}

/** What `atlas.json` and `--json` have. */
export const atlasJson = ({ report }: FoundAtlas): string => `${JSON.stringify(report)}\n`;

/** The folder's files by name. */
function atlasFiles({ definition }: Target, found: FoundAtlas): Readonly<Record<string, string>> {
  const { html, files = [] } = atlasPage({ ...found, title: definition.title, version: programVersion() });
  return {
    'atlas.json': atlasJson(found),
    'report.html': html,
    ...Object.fromEntries(files.map(([name, text]) => [`figures/${pathSegment(name)}`, text])),
  };
}
