/** What the runs of several panels recorded. */
import { describedAlgorithm, keyOf } from '../algorithms/parts.ts';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Manifest } from '../recording/manifest.ts';
import { MANIFEST_NAME } from '../recording/manifestFile.ts';
import { panelsBeside, type PanelsFile, readPanels } from '../recording/panelsFile.ts';
import { refuseMissingSideRows } from '../recording/missingSideRows.ts';
import { readManifest } from '../recording/readManifest.ts';
import { type AlgorithmData, groupByAlgorithm } from './curve.ts';
import { mainColumn } from './figureList.ts';
import { type Styles, stylesOf } from './palette.ts';
import { readRounds } from './readRounds.ts';
import { type AlgorithmSummary, summarise } from './summary.ts';
import type { Measure } from '../configuration/scenario.ts';

/** A panel with the run in its folder. */
export interface PanelData {
  /** also that of its folder */
  readonly name: string;
  readonly title: string;
  readonly at: number | null;
  readonly manifest: Manifest;
  readonly data: readonly AlgorithmData[];
  /** how many panels it is one of, begun or not; 1 where it is none */
  readonly panels?: number;
}

/**
 * A run directory as a panel.
 *
 * @throws InputError, one line, for a run that cannot be read
 */
export async function readPanel(
  folder: string,
  { name, title, at }: Pick<PanelData, 'name' | 'title' | 'at'>,
): Promise<PanelData> {
  const manifest = readManifest(folder);
  refuseMissingSideRows(folder, manifest);
  const { configuration, runs } = manifest;
  const rows = await readRounds(folder, manifest);
  const data = groupByAlgorithm(configuration.algorithms.map(keyOf), rows, runs, configuration);
  return { name, title, at, manifest, data, panels: panelsBeside(folder) };
}

/**
 * The panels that have been begun, in the order of panels.json.
 *
 * @throws InputError, one line, for a run that cannot be read
 */
export async function readPanelData(directory: string, { panels }: PanelsFile): Promise<PanelData[]> {
  const begun: PanelData[] = [];
  for (const panel of panels) {
    const folder = join(directory, panel.name);
    if (existsSync(join(folder, MANIFEST_NAME))) begun.push(await readPanel(folder, panel));
  }
  return begun;
}

/** The folders of the panels that have been begun, in the order of panels.json. */
export const begunPanels = (directory: string): string[] =>
  readPanels(directory)
    .panels.map(({ name }) => join(directory, name))
    .filter((folder) => existsSync(join(folder, MANIFEST_NAME)));

/** The quantity that all panels can be compared in: what they are about; of several not the error. */
export function commonColumn(panels: readonly PanelData[]): Measure {
  const columns = panels.map(({ data, manifest }) => mainColumn(data, manifest));
  return columns.every((column) => column === columns[0]) ? (columns[0] ?? 'error') : 'operatorNorm';
}

/** Every algorithm of the panels, once. */
export function algorithmsOf(panels: readonly PanelData[]): string[] {
  return [...new Set(panels.flatMap(({ data }) => data.map(({ algorithm }) => algorithm)))];
}

/**
 * What the algorithms are called and coloured where all panels are shown together: one whose parameters
 * stand in its name, and differ from panel to panel, goes by its title and its place among its like.
 */
export function jointStyles(panels: readonly PanelData[]): Styles {
  const all = algorithmsOf(panels);
  const runs = panels.map(({ manifest: { configuration } }) => configuration.algorithms);
  const styles = runs.map((algorithms) => stylesOf(algorithms, all));
  return (key) => {
    const found = styles.filter((_, panel) => runs[panel]!.some((algorithm) => keyOf(algorithm) === key));
    const [first, ...others] = found.map((style) => style(key));
    if (first === undefined || others.every(({ title }) => title === first.title))
      return first ?? styles[0]!(key);
    const { title } = describedAlgorithm(runs.flat().find((algorithm) => keyOf(algorithm) === key)!);
    return { ...first, title: `${title} (no. ${key.split('@')[1] ?? 1})` };
  };
}

/** A row of results for each panel and algorithm. */
export interface PanelSummary {
  readonly panel: PanelData;
  readonly algorithms: readonly AlgorithmSummary[];
}

/** The numbers that lead of every panel, in one column. */
export function summarisePanels(panels: readonly PanelData[], column: Measure): PanelSummary[] {
  return panels.map((panel) => ({
    panel,
    algorithms: panel.data.map((algorithm) => summarise(algorithm, column, panel.manifest, panel.panels)),
  }));
}
