/** What the mean staleness is of runs in which all agents are always at work: latency does not change it. */
import type { Manifest } from '../recording/manifest.ts';
import { policyOf } from '../policies/index.ts';
import { meanStaleness } from '../policies/pace.ts';
import { workingOf } from '../policies/pace.ts';
import { scientific } from '../values/numbers.ts';
import { type AgentsOfAlgorithm, inAll } from './readAgents.ts';

/** A run's agents, and what the run is called among others. */
export interface StaleRun {
  readonly title: string;
  readonly manifest: Pick<Manifest, 'configuration' | 'problem'>;
  readonly agents: AgentsOfAlgorithm;
}

/** So far a measured mean may be from what follows of the number of agents: the first steps have fewer stale updates. */
const NEAR = 0.1;

/**
 * A sentence on the mean staleness, by {@link meanStaleness}; `undefined` where not as many agents are always at work, or the
 * measured mean is another.
 */
export function stalenessNote(runs: readonly StaleRun[]): string | undefined {
  const found = runs.flatMap(({ title, manifest: { configuration, problem }, agents }) => {
    const pace = policyOf(configuration.policy).pace(problem.agents);
    if (pace?.kind !== 'own') return [];
    const working = workingOf(pace, problem.agents);
    if (working < 2) return [];
    const mean = inAll(agents, 'totalStaleness') / inAll(agents, 'taken');
    const expected = meanStaleness(pace, problem.agents);
    return [{ title, mean, expected, answers: pace.answers, isAll: working === problem.agents }];
  });
  if (found.length === 0 || found.some(({ mean, expected }) => !(Math.abs(mean / expected - 1) < NEAR)))
    return undefined;
  const isAll = found.every((run) => run.isAll);
  const working = isAll ? 'M' : 'C';
  const formula = found.every(({ answers }) => answers === 1) ? `${working} − 1` : `(${working} − 1)/K`;
  const words = isAll
    ? `All M agents are always at work, and then it is ${formula} whatever the latency and the compute times; fewer agents at work, by the policy’s concurrency, lower it.`
    : `With C agents always at work it is ${formula} whatever the latency and the compute times.`;
  const values = found.map(({ title, mean, expected }) =>
    found.length === 1
      ? `${scientific(mean)} (expected ${scientific(expected)})`
      : `${scientific(mean)} (${title}; expected ${scientific(expected)})`,
  );
  return `Mean staleness of an update, in server steps: ${values.join(', ')}. ${words}`;
}
