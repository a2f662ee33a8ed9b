/** The moments of what agents compute on their observations between two messages, each once. */
import type { AgentAct } from '../algorithms/roundProgram.ts';
import type { KnownProblem } from './moments/knownProblem.ts';
import { type LocalMoments, repeated } from './moments/localMoments.ts';
import { observationMoments } from './moments/observationMoments.ts';

/** Of so many observations of an agent; `hasFixed` says whether a second vector takes part. */
export type WorkMoments = (agent: number, act: AgentAct, count: number, hasFixed: boolean) => LocalMoments;

/** Those of a problem. */
export const workMoments = (problem: Observed): WorkMoments => keptOfWork(problem, (moments) => moments);

type Observed = Pick<KnownProblem, 'agents' | 'root' | 'sampling'>;

/**
 * What is made of the moments of work, each once.
 *
 * @param most - doubles of the moments that are kept: of random gaps and changing step sizes there are ever new ones
 * @param computed - hears of the doubles of those that are computed
 */
export function keptOfWork<Value>(
  problem: Observed,
  make: (moments: LocalMoments, act: AgentAct) => Value,
  most = Infinity,
  computed: (doubles: number, count: number) => void = () => undefined,
): (...work: Parameters<WorkMoments>) => Value {
  const { agents, root, sampling } = problem;
  const known = new Map<string, { readonly moments: LocalMoments; readonly value: Value }>();
  let kept = 0;
  const momentsOf: WorkMoments = (agent, act, count, hasFixed) => {
    const { mean, law } = agents[agent]!;
    const shape = { act, dimension: root.length, fixed: hasFixed ? 1 + root.length : 1, root };
    return count === 1
      ? observationMoments(shape, mean, law, sampling)
      : repeated(found(agent, act, 1, hasFixed).moments, count);
  };
  const found = (
    agent: number,
    act: AgentAct,
    count: number,
    hasFixed: boolean,
  ): { readonly moments: LocalMoments; readonly value: Value } => {
    const key = `${agent}/${act.kind === 'step' ? act.stepSize : act.kind}/${count}/${hasFixed}`;
    let entry = known.get(key);
    if (entry) return entry;
    const moments = momentsOf(agent, act, count, hasFixed);
    const { mean, noise } = moments;
    const doubles = 2 * mean.length + (noise.kind === 'additive' ? noise.covariance : noise.second).length;
    computed(doubles, count);
    kept += doubles;
    if (kept > most) {
      known.clear();
      kept = doubles;
    }
    known.set(key, (entry = { moments, value: make(moments, act) }));
    return entry;
  };
  return (agent, act, count, hasFixed) => found(agent, act, count, hasFixed).value;
}
