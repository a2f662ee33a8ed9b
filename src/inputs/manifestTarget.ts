/** A run directory as a target: its manifest as a scenario, over which settings win. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { InputError } from '../values/failure.ts';
import { ownValues } from '../configuration/ownValues.ts';
import type { Manifest } from '../recording/manifest.ts';
import { MANIFEST_NAME } from '../recording/manifestFile.ts';
import { isFolder } from '../recording/ordinaryFile.ts';
import { holdsPanels } from '../recording/panelsFile.ts';
import { readManifest } from '../recording/readManifest.ts';
import { holdsSweep } from '../recording/sweepFile.ts';
import { recordedSettings } from '../report/asScenario.ts';
import type { ScenarioProblem } from '../problems/specification.ts';
import { paperOf } from '../configuration/paperField.ts';
import type { ScenarioDefinition } from '../configuration/scenario.ts';
import { unchangedProblemOf } from './problemOfManifest.ts';
import { findTarget, shippedNames, type Target } from './target.ts';

/**
 * Finds what `fedsa run` and `fedsa theory` are asked for.
 *
 * @param name - name of a shipped scenario, path of a .ts, .js or .json file, or a run directory
 * @throws InputError in one line
 */
export async function scenarioOrRun(name: string): Promise<Target> {
  // A folder may have the name of a shipped scenario: its path, such as ./quickstart, names the folder.
  if (!isFolder(name) || shippedNames().includes(name)) return findTarget(name);
  if (!existsSync(join(name, MANIFEST_NAME)) && !holdsPanels(name) && !holdsSweep(name))
    throw new InputError(
      `${name}: this is a folder without a ${MANIFEST_NAME}; expected a scenario, a .ts, .js or .json file, or a run directory`,
    );
  return manifestTarget(name);
}

/**
 * The target of a run directory: the problem and all settings of its run. What a user's own file defines is not in the
 * manifest, and is refused.
 *
 * @throws InputError in one line
 */
async function manifestTarget(directory: string): Promise<Target> {
  if (holdsPanels(directory))
    throw new InputError(`${directory}: holds several panels; name the folder of one of them`);
  const manifest = readManifest(directory);
  const [userDefined] = ownValues(manifest.configuration);
  const [metric] = manifest.configuration.metrics ?? [];
  const file = userDefined?.file ?? manifest.scenario.file;
  const instead = file === null ? '' : `; take ${file} with the same options`;
  if (userDefined !== undefined)
    throw new InputError(
      `${directory}: its ${userDefined.kind} ${userDefined.name} is defined in a file${instead}`,
    );
  if (metric !== undefined)
    throw new InputError(`${directory}: its metric ${metric.name} is defined in a file${instead}`);
  if (manifest.configuration.stopWhen !== undefined)
    throw new InputError(`${directory}: a rule of the program that ran it ended it; run that program again`);
  const asked = await unchangedProblemOf(directory, manifest);
  const { scenario } = manifest;
  // The hash is of the scenario's file alone: a problem's file has its own.
  const isProblemFile = scenario.file?.endsWith('.json') ?? false;
  return {
    definition: definitionOf(manifest, asked),
    file: isProblemFile ? scenario.file! : undefined,
    sha256: undefined,
  };
}

/** What a manifest says of its scenario, with the settings of the run. */
export function definitionOf(manifest: Manifest, problem: ScenarioProblem): ScenarioDefinition {
  const { name, title, question, reproduces, measure } = manifest.scenario;
  return {
    ...{ name, title, question, problem },
    ...(reproduces !== null && { reproduces }),
    ...(measure !== undefined && { measure }),
    ...paperOf(manifest.scenario),
    ...recordedSettings(manifest),
  };
}
