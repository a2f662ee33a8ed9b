/** The keys of a run's algorithms: hashes of what decides their numbers, user's files by what they hold. */
import { codeHash } from '../../../actors/agent/codeHash.ts';
import type { ProblemSpecification } from '../../problems/specification.ts';
import type { RunConfiguration, ScheduledAlgorithm } from '../../configuration/configuration.ts';
import { canonical } from '../../configuration/sweep/canonical.ts';
import { contentOf } from '../../configuration/sweep/content.ts';
import { sha256Of } from '../../../actors/agent/sha256.ts';

/**
 * The key of one algorithm of a run.
 *
 * @param problem - see {@link problemHash}
 */
export const contentKey = (
  configuration: RunConfiguration,
  algorithm: ScheduledAlgorithm,
  problem: string,
): string => sha256Of(contentOf(configuration, algorithm, problem));

/** The hash of a problem, a user's module and its data in full; what an estimated root is worth decides no row. */
export function problemHash(specification: ProblemSpecification): string {
  if (specification.kind !== 'module') return sha256Of(canonical(specification));
  const { module: _module, compiled, rootError: _rootError, ...rest } = specification;
  return sha256Of(canonical({ ...rest, code: codeHash(compiled!) }));
}
