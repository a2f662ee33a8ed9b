/** The moments of what agents compute on their observations between two messages, each once. */
import type { AgentAct } from '../algorithms/roundProgram.ts';
import type { KnownProblem } from './moments/knownProblem.ts';
import { type LocalMoments, repeated } from './moments/localMoments.ts';
import { observationMoments } from './moments/observationMoments.ts';

/** Of so many observations of an agent; `hasFixed` says whether a second vector takes part. */
export type WorkMoments = (agent: number, act: AgentAct, count: number, hasFixed: boolean) => LocalMoments;

/**
 * Those of a problem.
 *
 * @param most - doubles of those that are kept: of random gaps and changing step sizes there are ever new ones
 * @param computed - hears of the doubles of those that are computed
 */
export function workMoments(
  problem: Pick<KnownProblem, 'agents' | 'root' | 'sampling'>,
  most = Infinity,
  computed: (doubles: number, count: number) => void = () => undefined,
): WorkMoments {
  const { agents, root, sampling } = problem;
  const known = new Map<string, LocalMoments>();
  let kept = 0;
  const momentsOf: WorkMoments = (agent, act, count, hasFixed) => {
    const key = [agent, act.kind, act.kind === 'step' ? act.stepSize : '', count, hasFixed].join();
    const found = known.get(key);
    if (found) return found;
    const { mean, law } = agents[agent]!;
    const shape = { act, dimension: root.length, fixed: hasFixed ? 1 + root.length : 1, root };
    const moments =
      count === 1
        ? observationMoments(shape, mean, law, sampling)
        : repeated(momentsOf(agent, act, 1, hasFixed), count);
    const { noise } = moments;
    const doubles =
      2 * moments.mean.length + (noise.kind === 'additive' ? noise.covariance : noise.second).length;
    computed(doubles, count);
    kept += doubles;
    if (kept > most) {
      known.clear();
      kept = doubles;
    }
    known.set(key, moments);
    return moments;
  };
  return momentsOf;
}
