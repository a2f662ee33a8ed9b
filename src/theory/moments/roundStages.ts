/** A round as stages in order: mixes, and the acts of a stretch of observations with their moments. */
import type { WeightedGap } from './gaps.ts';
import { compose, type LocalMoments, repeated } from './localMoments.ts';
import type { AgentAct, Mix, RoundProgram } from '../../algorithms/roundProgram.ts';

/** What happens in a round, in order. */
export type RoundStage =
  | { readonly kind: 'mix'; readonly mix: Mix }
  | {
      readonly kind: 'observed';
      readonly act: AgentAct['kind'];
      /** in agent order */
      readonly moments: readonly LocalMoments[];
    };

/** A round's stages for each gap, the moments of K acts from those of K − 1 where gaps follow one another. */
export function* stagesOf(
  program: RoundProgram,
  gaps: Iterable<WeightedGap>,
  single: readonly LocalMoments[],
  evaluation: readonly LocalMoments[] | undefined,
): Generator<{ readonly weight: number; readonly stages: RoundStage[] }> {
  let acts: readonly LocalMoments[] = [];
  let done = 0;
  for (const { gap, weight } of gaps) {
    const count = evaluation === undefined ? gap : gap - 1;
    if (count === done + 1 && done > 0) acts = acts.map((moments, i) => compose(single[i]!, moments));
    else if (count > 0) acts = single.map((moments) => repeated(moments, count));
    done = count;
    const stages: RoundStage[] = [{ kind: 'mix', mix: program.opening }];
    if (evaluation !== undefined) {
      stages.push({ kind: 'observed', act: 'gather', moments: evaluation });
      stages.push({ kind: 'mix', mix: program.evaluation! });
    }
    if (count > 0) stages.push({ kind: 'observed', act: program.act.kind, moments: acts });
    stages.push({ kind: 'mix', mix: program.closing(gap) });
    yield { weight, stages };
  }
}
