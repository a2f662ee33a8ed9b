/** What the mean staleness is of runs in which all agents are always at work: latency does not change it. */
import type { Manifest } from '../recording/manifest.ts';
import { policyOf } from '../policies/index.ts';
import { scientific } from './numbers.ts';
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
 * A sentence on the mean staleness; `undefined` where agents are not always at work, or the measured mean is another.
 *
 * In each step of K answers all but one of the M dispatches under way grow older by a step, so that the mean is (M − 1)/K.
 */
export function stalenessNote(runs: readonly StaleRun[]): string | undefined {
  const found = runs.flatMap(({ title, manifest: { configuration, problem }, agents }) => {
    const pace = policyOf(configuration.policy).pace(problem.agents);
    if (pace?.kind !== 'own' || problem.agents < 2) return [];
    const mean = inAll(agents, 'totalStaleness') / inAll(agents, 'taken');
    const expected = (problem.agents - 1) / pace.answers;
    return [{ title, mean, expected, answers: pace.answers }];
  });
  if (found.length === 0 || found.some(({ mean, expected }) => !(Math.abs(mean / expected - 1) < NEAR)))
    return undefined;
  const [{ answers }] = found as [(typeof found)[number]];
  const formula = found.every((run) => run.answers === answers) && answers === 1 ? 'M − 1' : '(M − 1)/K';
  const values = found.map(({ title, mean, expected }) =>
    found.length === 1
      ? `${scientific(mean)} (expected ${scientific(expected)})`
      : `${scientific(mean)} (${title}; expected ${scientific(expected)})`,
  );
  return `Mean staleness of an update, in server steps: ${values.join(', ')}. All M agents are always at work, and then it is ${formula} whatever the latency and the compute times; fewer agents at work, by the policy’s concurrency, lower it.`;
}
