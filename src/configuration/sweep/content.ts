/** What decides the numbers of one algorithm at one point, and nothing else: what its key is a hash of. */
import type { PolicyConfiguration } from '../../policies/index.ts';
import type { RunTrigger } from '../../triggers/index.ts';
import type { RunConfiguration, ScheduledAlgorithm } from '../configuration.ts';
import { decidingOf } from '../settings/runSettings.ts';
import { isTimed } from '../../timing/isTimed.ts';
import { TICK } from '../../values/ticks.ts';
import { canonical } from './canonical.ts';

/**
 * The version of the program's numbers. It changes when a random stream, an order of summation or a formula does, so that the same
 * configuration gives other bytes; change it whenever `test/bytes/bytes.json` is written anew.
 */
export const NUMERICS = 1;

/**
 * The canonical text of what decides the rows of one algorithm. Left out are seeds, since each has rows of its own; where
 * actors live and what takes their steps; names for readers; what is only checked or drawn on the way.
 *
 * @param problem - hash of what the problem is, a user's module and its data in full
 */
export function contentOf(
  configuration: RunConfiguration,
  scheduled: ScheduledAlgorithm,
  problem: string,
): string {
  const {
    algorithms: _algorithms,
    seeds: _seeds,
    allowDivergence: _allowDivergence,
    metrics,
    policy,
    trigger,
    ...decides
  } = decidingOf(configuration);
  const { key: _key, label: _label, own: ownAlgorithm, ...algorithm } = scheduled;
  return canonical({
    numerics: NUMERICS,
    ...(isTimed(configuration) && { tick: TICK }),
    problem,
    algorithm: { ...algorithm, file: ownAlgorithm?.bundle },
    policy: byContent(policy),
    trigger: byContent(trigger),
    ...decides,
    metrics: metrics?.map(({ name, module, sha256 }) => ({ name, content: sha256 ?? module })),
  });
}

/** What is a user's own, by what its file holds and not by where it lies. */
const byContent = (value: PolicyConfiguration | RunTrigger): object =>
  value.kind === 'own' ? { ...value, bundle: undefined, file: value.bundle } : value;
