/** Other levels for a run that has been made: no number depends on them. */
import type { Level } from '../values/level.ts';
import { writeManifest } from '../recording/manifestFile.ts';
import { readManifest } from '../recording/readManifest.ts';
import type { Manifest } from '../recording/manifest.ts';

/** Writes levels into the manifest of a run, of which the report says when they are reached. */
export function withLevels(directory: string, reach: readonly Level[]): Manifest {
  const recorded = readManifest(directory);
  const manifest = { ...recorded, configuration: { ...recorded.configuration, reach } };
  writeManifest(directory, manifest);
  return manifest;
}
