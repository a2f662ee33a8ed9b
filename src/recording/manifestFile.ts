/** Writes a folder's JSON such that a reader finds the old file or the new one, whole, at any moment. */
import {
  closeSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { finitePrediction } from './finitePrediction.ts';
import type { SyncFile } from './csvWriter.ts';
import { fileCause } from './fileCause.ts';
import type { Manifest } from './manifest.ts';
import { jsonText } from './jsonText.ts';
import { seedRangesOf } from './seedRanges.ts';
import { temporaryBeside } from './temporaryName.ts';

export const MANIFEST_NAME = 'manifest.json';

/**
 * Replaces the manifest of a run directory.
 *
 * @throws Error in one line if that cannot be done; the manifest that was there stays
 */
export function writeManifest(directory: string, manifest: Manifest, sync: SyncFile = fsyncSync): void {
  writeJson(join(directory, MANIFEST_NAME), writtenManifest(manifest), sync);
}

/** A manifest as its file has it: many seeds in ranges, and no number that JSON has not. */
export function writtenManifest(manifest: Manifest): object {
  const { configuration, predictions } = manifest;
  return {
    ...manifest,
    configuration: { ...configuration, seeds: seedRangesOf(configuration.seeds) },
    predictions: predictions.map(finitePrediction),
  };
}

/** Replaces a file of JSON, as {@link replaceFile} does. */
export function writeJson(file: string, value: unknown, sync: SyncFile = fsyncSync): void {
  replaceFile(file, `${jsonText(value, 2)}\n`, sync);
}

/**
 * Replaces a file: a temporary file beside it, synced, then renamed.
 *
 * @throws Error in one line if that cannot be done; the file that was there stays
 */
export function replaceFile(file: string, content: string, sync: SyncFile = fsyncSync): void {
  const temporary = temporaryBeside(file);
  try {
    const descriptor = openSync(temporary, 'wx');
    try {
      writeFileSync(descriptor, content);
      sync(descriptor);
    } finally {
      closeSync(descriptor);
    }
    renameSync(temporary, file);
  } catch (error) {
    try {
      rmSync(temporary, { force: true });
    } catch {
      // The first error is the one to report; who takes the folder's lock next removes what is left.
    }
    throw new Error(`${file}: could not be written (${fileCause(error)})`, { cause: error });
  }
}

const RUNNING = '\n  "state": "running",';
const FAILED = '\n  "state": "failed", ';

/** JSON with blanks behind it, up to a number of bytes. */
const padded = (json: Buffer, bytes: number): Buffer =>
  Buffer.concat([json, Buffer.alloc(bytes - json.length - 1, ' '), Buffer.from('\n')]);

/**
 * Writes the manifest of a failed run over that of the running one, in its bytes, which takes no room on a full disk: without the
 * line breaks of JSON it is shorter. Where it still is too long, the state alone is changed.
 */
export function overwriteManifest(directory: string, manifest: Manifest): void {
  try {
    const file = openSync(join(directory, MANIFEST_NAME), 'r+');
    try {
      const before = readFileSync(file);
      const at = before.indexOf(RUNNING);
      const whole = Buffer.from(jsonText(writtenManifest(manifest)));
      if (at < 0) return;
      if (whole.length < before.length) writeSync(file, padded(whole, before.length), 0, undefined, 0);
      else writeSync(file, FAILED, at);
    } finally {
      closeSync(file);
    }
  } catch {
    // A folder that is gone, or a disk that takes nothing at all.
  }
}
