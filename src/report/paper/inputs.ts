/** What a figure is made of: run directories and folders of panels, as panels of one grid; or a sweep. */
import { existsSync, readdirSync, statSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { keyOf } from '../../algorithms/parts.ts';
import { InputError } from '../../values/failure.ts';
import { MANIFEST_NAME } from '../../recording/manifestFile.ts';
import { holdsPanels, readPanels } from '../../recording/panelsFile.ts';
import { readManifest } from '../../recording/readManifest.ts';
import { holdsSweep } from '../../recording/sweepFile.ts';
import { groupByAlgorithm } from '../curve.ts';
import { type PanelData, readPanelData } from '../panelData.ts';
import type { LeadingFigure } from '../../configuration/paperField.ts';
import { readRounds } from '../readRounds.ts';

export interface RunInputs {
  readonly panels: readonly PanelData[];
  /** what panels differ in, where that is one number */
  readonly across: string | null;
  /** of all of them */
  readonly title: string;
  /** part of the names of files */
  readonly name: string;
  /** the paper's figure, where all are panels of one scenario that says how it is laid out */
  readonly leading?: LeadingFigure | undefined;
  /** and what the paper calls it */
  readonly reproduces?: string | null;
}

/**
 * The runs in some directories, in their order, and of those that hold panels the named ones.
 *
 * @param chosen - names of panels; all of them where it is missing
 * @throws InputError for a directory that is none of these, and for a panel that there is not
 */
export async function readRuns(
  directories: readonly string[],
  chosen: readonly string[] | undefined,
): Promise<RunInputs> {
  const found: PanelData[] = [];
  const files = [];
  const known = new Set<string>();
  for (const directory of directories) {
    if (holdsPanels(directory)) {
      const file = readPanels(directory);
      const panels = await readPanelData(directory, file);
      for (const { name } of panels) known.add(name);
      found.push(...panels.filter(({ name }) => chosen?.includes(name) ?? true));
      files.push(file);
    } else found.push(await readRun(directory));
  }
  const missing = chosen?.find((name) => !known.has(name));
  if (missing !== undefined) {
    const choices = known.size === 0 ? 'these runs have no panels' : `there are ${[...known].join(', ')}`;
    throw new InputError(`\`panels\`: no panel ${JSON.stringify(missing)} has begun; ${choices}`);
  }
  const [first] = found;
  if (first === undefined) {
    throw new InputError(`${directories[0]}: none of its panels has begun; run the scenario first`);
  }
  const [file] = files;
  const { scenario } = file ?? first.manifest;
  const figure = file?.scenario.figure;
  return {
    panels: distinct(found),
    ...(files.length === 1 && directories.length === 1
      ? {
          across: file!.across,
          leading: figure?.axes === 'agents' ? undefined : figure,
          reproduces: file!.scenario.reproduces,
        }
      : { across: null }),
    ...{ title: scenario.title, name: scenario.name },
  };
}

async function readRun(directory: string): Promise<PanelData> {
  if (!existsSync(join(directory, MANIFEST_NAME))) {
    const why = existsSync(directory)
      ? `is not a run directory, a folder of panels or a sweep${nearby(directory)}`
      : 'there is no such folder';
    throw new InputError(`${directory}: ${why}`);
  }
  const manifest = readManifest(directory);
  const rounds = await readRounds(directory, manifest);
  const { configuration, runs } = manifest;
  const data = groupByAlgorithm(configuration.algorithms.map(keyOf), rounds, runs, configuration);
  return { name: basename(resolve(directory)), title: manifest.scenario.title, at: null, manifest, data };
}

/** What was perhaps meant. */
function nearby(directory: string): string {
  if (!statSync(directory).isDirectory()) return '';
  const runs = readdirSync(directory).filter(
    (name) => existsSync(join(directory, name, MANIFEST_NAME)) || holdsSweep(join(directory, name)),
  );
  return runs.length === 0 ? '' : `; it has ${runs.slice(0, 3).join(', ')}${runs.length > 3 ? ' …' : ''}`;
}

/** Runs of the same title go by their folders, and those of the same folder by their number. */
function distinct(panels: readonly PanelData[]): PanelData[] {
  const isOnce = (property: (panel: PanelData) => string, panel: PanelData): boolean =>
    panels.filter((other) => property(other) === property(panel)).length === 1;
  return panels.map((panel, index) => {
    const name = isOnce((panelData) => panelData.name, panel) ? panel.name : `${panel.name}-${index + 1}`;
    return { ...panel, name, title: isOnce((panelData) => panelData.title, panel) ? panel.title : name };
  });
}
