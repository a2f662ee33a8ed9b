/** The keys of a run's algorithms: hashes of what decides their numbers, user's files by what they hold. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { modulesOf, type ImportedModule } from '../../../actors/agent/userModules.ts';
import type { ProblemSpecification } from '../../problems/specification.ts';
import type { RunConfiguration, ScheduledAlgorithm } from '../../configuration/configuration.ts';
import { canonical } from '../../configuration/sweep/canonical.ts';
import { contentOf } from '../../configuration/sweep/content.ts';
import { userTrigger } from '../../triggers/index.ts';
import type { Origin } from '../../values/made.ts';
import { sha256Of } from '../../inputs/sha256.ts';

/**
 * The key of one algorithm of a run.
 *
 * @param problem - see {@link problemHash}
 * @param fileOf - the hash of the file that makes what is a user's own
 */
export const contentKey = (
  configuration: RunConfiguration,
  algorithm: ScheduledAlgorithm,
  problem: string,
  fileOf: (origin: Origin) => string | undefined = fileHash,
): string => {
  const { policy } = configuration;
  const trigger = userTrigger(configuration.trigger);
  return sha256Of(
    contentOf(configuration, algorithm, {
      problem,
      algorithm: algorithm.own && fileOf(algorithm.own),
      policy: policy.kind === 'own' ? fileOf(policy) : undefined,
      trigger: trigger && fileOf(trigger),
    }),
  );
};

/** What a problem is, a user's module and its data in full. */
export function problemHash(specification: ProblemSpecification): string {
  if (specification.kind !== 'module') return sha256Of(canonical(specification));
  const { module: _module, compiled, ...rest } = specification;
  return sha256Of(canonical({ ...rest, code: codeHash(compiled!) }));
}

/** By bundle. */
const files = new Map<string, string>();

/** The hash of the file that makes what is a user's own, once for each. */
function fileHash(origin: Origin): string {
  const known = files.get(origin.bundle);
  if (known !== undefined) return known;
  const { module } = modulesOf([origin])[0]!;
  const hash = module.startsWith('data:') ? codeHash(module) : origin.bundle;
  files.set(origin.bundle, hash);
  return hash;
}

/** A compiled file without what depends on where it lay: comments, its map of sources, the folders in file URLs. */
function codeHash(module: string): string {
  const code = Buffer.from(module.slice(module.indexOf(',') + 1), 'base64').toString('utf8');
  return sha256Of(code.replace(/^\/\/.*$/gm, '').replace(/file:\/\/[^"'`\s]*\//g, 'file:'));
}

/** The hash of a module's code, wherever it lies. */
export const codeOf = (module: string): string =>
  module.startsWith('data:') ? codeHash(module) : sha256Of(readFileSync(fileURLToPath(module)));

/** The user's files as other machines look for them: by name, with the hash of what they must hold. */
export const filesByCode = (
  modules: readonly ImportedModule[],
): { readonly file: string; readonly bundle: string; readonly code: string }[] =>
  modules.map(({ file, bundle, module }) => ({ file, bundle, code: codeOf(module) }));
