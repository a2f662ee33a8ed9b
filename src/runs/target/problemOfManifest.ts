/**
 * The problem of a run that was made before: from its manifest and the files that it names. A manifest
 * may come from anyone. What it says is data to be checked, and nothing is run but the user's own files
 * that it names, those unchanged since the run and outside the run directory.
 */
import { existsSync, realpathSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { importUserFile } from '../../../actors/agent/userModules.ts';
import { fieldsWhere, hasArrays } from '../../problems/families.ts';
import type { ScenarioProblem } from '../../problems/specification.ts';
import { firstLine, InputError } from '../../protocol/failure.ts';
import { ownValues } from '../../protocol/ownValues.ts';
import type { Manifest } from '../../recording/manifest.ts';
import { MANIFEST_NAME } from '../../recording/manifestFile.ts';
import { isOrdinaryFile, readOrdinaryFile } from '../../recording/ordinaryFile.ts';
import { difference } from '../../recording/sameRun.ts';
import { problemSchema } from '../../scenario/problemSchema.ts';
import { describeSpecification } from './describeSpecification.ts';
import {
  buildRead,
  findTarget,
  importShipped,
  inFolder,
  type LoadedProblem,
  MOST_SCENARIO_MEGABYTES,
  readProblem,
  sha256Of,
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
  // Before anything of the user's is run: what has changed since may not even be his any more.
  refuseChanged(directory, manifest, togetherSha256(fileHash, read.sha256));
  await loadOwnValues(directory, manifest);
  const loaded = await buildRead(read);
  const other = difference(problem.specification, describeSpecification(asked, loaded.specification));
  if (other !== undefined) {
    throw new InputError(`${directory}: the problem of ${scenario.name} has changed since the run: ${other}`);
  }
  return { ...loaded, asked };
}

/**
 * The problem of a run as a scenario would give it; nothing of it is run but a scenario's file that has not changed since.
 *
 * @throws InputError in one line
 */
export async function askedProblem(
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
  if (asked.kind === 'module') {
    const module = moduleFile(directory, asked.module, 'problem.specification.module');
    refuseInside(directory, module);
    isOrdinaryFile(module);
  }
  return { asked, fileHash };
}

/** Imports the files that have made the user's algorithms, policy and trigger, those unchanged since the run. */
async function loadOwnValues(directory: string, { configuration }: Manifest): Promise<void> {
  for (const { kind, name, file, bundle } of ownValues(configuration)) {
    if (file === null) {
      throw new InputError(
        `${directory}: its ${kind} ${name} was made in a program, not in a file; it cannot be replayed`,
      );
    }
    const shipped = file.startsWith('fedsa:') ? file.slice('fedsa:'.length) : undefined;
    if (shipped === undefined ? !existsSync(file) : !shippedNames().includes(shipped)) {
      throw new InputError(
        `${directory}: its ${kind} ${name} comes from ${file}, which is missing; restore it to replay the run`,
      );
    }
    const unchanged = (now: string): void => {
      if (now === bundle) return;
      throw new InputError(
        `${directory}: ${file}, which defines its ${kind} ${name}, or a file that it imports, has changed since the run (SHA-256 ${short(bundle)} then, ${short(now)} now); restore the old one to replay it`,
      );
    };
    if (shipped !== undefined) {
      await importShipped(shipped, unchanged);
      continue;
    }
    refuseInside(directory, file);
    isOrdinaryFile(file);
    await importUserFile(file, unchanged);
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
  throw new InputError(`${join(directory, MANIFEST_NAME)}: ${where}: ${message.replace(/\s+/g, ' ')}`);
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
  refuseInside(directory, file);
  refuseChanged(directory, manifest, fileHash);
  const { definition, folder } = await findTarget(file);
  const problem = inFolder(definition.problem, folder);
  if (problem.kind !== manifest.problem.kind) return problem;
  const fields: Readonly<Record<string, unknown>> = problem;
  const arrays = fieldsWhere(problem.kind, hasArrays).map((name) => [name, fields[name]] as const);
  return checked(directory, { ...writtenOf(manifest.problem), ...Object.fromEntries(arrays) });
}

function refuseChanged(directory: string, { scenario }: Manifest, now: string | undefined): void {
  const hash = now ?? null;
  if (hash === scenario.sha256) return;
  const file = scenario.file ?? scenario.name;
  throw new InputError(
    `${directory}: ${file}, or a file that it reads, has changed since the run (SHA-256 ${short(scenario.sha256)} then, ${short(hash)} now); restore the old one to replay it`,
  );
}

/** Refuses to run what lies in a run directory. */
export function refuseInside(directory: string, file: string): void {
  const way = relative(realpathSync(directory), existsSync(file) ? realpathSync(file) : file);
  if (way === '..' || way.startsWith(`..${sep}`)) return;
  throw new InputError(
    `${directory}: it runs ${file}, which lies in the run directory, and nothing there is ever run; keep scenarios and results in different folders`,
  );
}

/**
 * Path of a module that a manifest names by its URL.
 *
 * @param field - of the manifest, for messages
 * @throws InputError where the URL is none of a file
 */
export function moduleFile(directory: string, url: string, field: string): string {
  try {
    return fileURLToPath(url);
  } catch (error) {
    throw new InputError(
      `${join(directory, MANIFEST_NAME)}: ${field}: is not the URL of a file (${firstLine(error)})`,
    );
  }
}

const short = (hash: string | null): string => (hash === null ? 'none' : `${hash.slice(0, 12)}…`);
