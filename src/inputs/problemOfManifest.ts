/**
 * The problem of a run that was made before: from its manifest and the files that it names. A manifest
 * may come from anyone. What it says is data to be checked, and nothing is run but the user's own files
 * that it names, those unchanged since the run and outside the run directory.
 */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fieldsWhere, hasArrays } from '../problems/families.ts';
import type { ProblemSpecification, ScenarioProblem } from '../problems/specification.ts';
import { InputError } from '../values/failure.ts';
import { quoted } from '../values/quoted.ts';
import { ownValues } from '../configuration/ownValues.ts';
import type { Manifest } from '../recording/manifest.ts';
import { MANIFEST_NAME } from '../recording/manifestFile.ts';
import { readOrdinaryFile } from '../recording/ordinaryFile.ts';
import { difference } from '../recording/sameRun.ts';
import { problemSchema } from '../configuration/problemSchema.ts';
import { compiledRecord, importRecorded, hashCheck } from './codeFile.ts';
import { describeSpecification } from './describeSpecification.ts';
import { sha256Of } from '../../actors/agent/sha256.ts';
import {
  buildRead,
  importShipped,
  inFolder,
  type LoadedProblem,
  MOST_SCENARIO_MEGABYTES,
  readProblem,
  scenarioOf,
  shippedNames,
  togetherSha256,
} from './target.ts';

/**
 * Builds the problem of a run again.
 *
 * @param directory - of the run
 * @param dataDirectory - folder of recorded data, if the problem needs it
 * @throws InputError in one line, where a file is gone or is another by now, or the manifest is not as
 *   fedsa writes it
 */
export async function problemOfManifest(
  directory: string,
  manifest: Manifest,
  dataDirectory: string | undefined,
): Promise<LoadedProblem & { readonly asked: ScenarioProblem }> {
  const { scenario, problem } = manifest;
  const { asked, fileHash } = await askedProblem(directory, manifest);
  const read = await readProblem(asked, dataDirectory);
  // Before anything of the user's is run: what has changed since may not even be theirs any more.
  if (asked.kind !== 'module')
    unchangedProblem(directory, manifest, asked)([togetherSha256(fileHash, read.sha256)]);
  await loadOwnValues(directory, manifest);
  const loaded = await buildRead(read);
  const other = difference(problem.specification, describeSpecification(asked, loaded.specification));
  if (other !== undefined) {
    throw new InputError(`${directory}: the problem of ${scenario.name} has changed since the run: ${other}`);
  }
  return { ...loaded, specification: withRecordedRoot(loaded.specification, problem), asked };
}

/** A module with the root that was estimated for its run, which errors of the run are measured from. */
const withRecordedRoot = (
  specification: ProblemSpecification,
  { root, rootError }: Manifest['problem'],
): ProblemSpecification =>
  specification.kind === 'module' && root !== null && rootError !== undefined
    ? { ...specification, root, rootError }
    : specification;

/**
 * The problem of a run as a scenario would give it, unchanged since; a user's module is compiled, and not run yet.
 *
 * @throws InputError in one line, where a file is gone or is another by now
 */
export async function unchangedProblemOf(directory: string, manifest: Manifest): Promise<ScenarioProblem> {
  const { asked, fileHash } = await askedProblem(directory, manifest);
  if (asked.kind === 'module') return asked;
  // Recorded data has no hash, and the command may name its folder.
  const { sha256 } =
    asked.kind === 'beijing-air-quality' ? { sha256: undefined } : await readProblem(asked, undefined);
  unchangedProblem(directory, manifest, asked)([togetherSha256(fileHash, sha256)]);
  return asked;
}

const unchangedProblem = (directory: string, { scenario }: Manifest, asked: ScenarioProblem) =>
  hashCheck(
    directory,
    scenario.file ?? (asked.kind === 'module' ? fileURLToPath(asked.module) : scenario.name),
    scenario.sha256,
  );

/** Nothing of the problem is run but a scenario's file that has not changed since; a module is found unchanged. */
async function askedProblem(
  directory: string,
  manifest: Manifest,
): Promise<{ readonly asked: ScenarioProblem; readonly fileHash: string | undefined }> {
  const { file } = manifest.scenario;
  if (file !== null && !existsSync(file)) {
    throw new InputError(
      `${directory}: the run needs ${file}, which is missing; restore it to replay the run`,
    );
  }
  const fileHash =
    file === null || file.endsWith('.json')
      ? undefined
      : sha256Of(readOrdinaryFile(file, 'scenario file', MOST_SCENARIO_MEGABYTES));
  const asked = specificationOf(directory, manifest) ?? (await problemOfFile(directory, manifest, fileHash));
  if (asked.kind !== 'module') return { asked, fileHash };
  const recorded = { directory, field: 'problem.specification.module', written: asked.module };
  const check = (hashes: readonly string[]): void => {
    unchangedProblem(directory, manifest, asked)(hashes.map((hash) => togetherSha256(fileHash, hash)));
  };
  return { asked: { ...asked, compiled: await compiledRecord(recorded, check) }, fileHash };
}

/** Imports the files that have made the user's algorithms, policy and trigger, those unchanged since the run. */
async function loadOwnValues(directory: string, { configuration }: Manifest): Promise<void> {
  for (const { kind, name, file, bundle } of ownValues(configuration)) {
    if (file === null) {
      throw new InputError(
        `${directory}: its ${kind} ${name} was made in a program, not in a file; it cannot be replayed`,
      );
    }
    const check = hashCheck(directory, `${file}, which defines its ${kind} ${name}`, bundle);
    const shipped = file.startsWith('fedsa:') ? file.slice('fedsa:'.length) : undefined;
    if (shipped === undefined) {
      await importRecorded({ directory, field: `the file of its ${kind} ${name}`, written: file }, check);
    } else if (shippedNames().includes(shipped)) {
      await importShipped(shipped, check);
    } else {
      throw new InputError(
        `${directory}: its ${kind} ${name} comes from ${file}, which this version of fedsa does not have`,
      );
    }
  }
}

/** What the manifest holds of the problem. */
function writtenOf({ specification }: Manifest['problem']): Readonly<Record<string, unknown>> {
  const { built: _built, ...written } = (specification ?? {}) as Record<string, unknown>;
  return written;
}

/** The same, where that is all of it. */
function specificationOf(directory: string, { scenario, problem }: Manifest): ScenarioProblem | undefined {
  const specification = writtenOf(problem);
  if (specification.kind === 'problem-file' && scenario.file?.endsWith('.json')) {
    return { kind: 'problem-file', path: scenario.file };
  }
  // a manifest does not keep arrays as they are
  if (specification.kind === problem.kind && fieldsWhere(problem.kind, hasArrays).length > 0)
    return undefined;
  return checked(directory, specification);
}

/** @throws InputError in one line for what is no problem: a manifest may come from anyone */
function checked(directory: string, specification: object): ScenarioProblem {
  const { data, error } = problemSchema.safeParse(specification);
  if (data !== undefined) return data;
  const { path, message } = error.issues[0]!;
  const where = ['problem.specification', ...path.map(String)].join('.');
  throw new InputError(
    `${join(directory, MANIFEST_NAME)}: ${quoted(where)}: ${quoted(message.replace(/\s+/g, ' '))}`,
  );
}

/** The problem with its arrays from the scenario's file, which is run for that; its other fields may be a sweep's or a panel's. */
async function problemOfFile(
  directory: string,
  manifest: Manifest,
  fileHash: string | undefined,
): Promise<ScenarioProblem> {
  const { file } = manifest.scenario;
  if (file === null) {
    throw new InputError(
      `${directory}: its problem was made in a program, and the manifest does not hold its arrays; it cannot be replayed`,
    );
  }
  hashCheck(directory, file, manifest.scenario.sha256)([fileHash]);
  const recorded = { directory, field: 'scenario.file', written: file };
  const { exported } = await importRecorded(recorded, (hashes) => {
    // A run of an earlier version has the hash of the file alone.
    const { bundle = hashes[0]! } = manifest.scenario;
    return hashCheck(directory, file, bundle)(hashes);
  });
  const definition = await scenarioOf(exported, file);
  const problem = inFolder(definition.problem, dirname(file));
  if (problem.kind !== manifest.problem.kind) return problem;
  const fields: Readonly<Record<string, unknown>> = problem;
  const arrays = fieldsWhere(problem.kind, hasArrays).map((name) => [name, fields[name]] as const);
  return checked(directory, { ...writtenOf(manifest.problem), ...Object.fromEntries(arrays) });
}
