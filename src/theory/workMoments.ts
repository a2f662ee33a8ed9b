/** The moments of what agents compute on their observations between two messages, each once. */
import type { AgentAct } from '../algorithms/roundProgram.ts';
import type { KnownProblem } from './moments/knownProblem.ts';
import { type LocalMoments, repeated } from './moments/localMoments.ts';
import { observationMoments } from './moments/observationMoments.ts';

/** Of so many observations of an agent; `hasFixed` says whether a second vector takes part. */
export type WorkMoments = (agent: number, act: AgentAct, count: number, hasFixed: boolean) => LocalMoments;

/** Those of a problem. */
export function workMoments({
  agents,
  root,
  sampling,
}: Pick<KnownProblem, 'agents' | 'root' | 'sampling'>): WorkMoments {
  const known = new Map<string, LocalMoments>();
  return (agent, act, count, hasFixed) => {
    const key = [agent, act.kind, act.kind === 'step' ? act.stepSize : '', count, hasFixed].join();
    const found = known.get(key);
    if (found) return found;
    const { mean, law } = agents[agent]!;
    const shape = { act, dimension: root.length, fixed: hasFixed ? 1 + root.length : 1, root };
    const moments = repeated(observationMoments(shape, mean, law, sampling), count);
    known.set(key, moments);
    return moments;
  };
}
