/** A round as stages in order: mixes, and the acts of a stretch of observations with their moments. */
import type { AgentAct, Mix, RoundProgram } from '../../algorithms/roundProgram.ts';
import type { Matrix } from '../../maths/matrix.ts';
import { actInMean, actPlaces, applyMix, type Places, takeActBack, takeMixBack } from '../round/registers.ts';
import type { WeightedGap } from './gaps.ts';
import { compose, type LocalMoments, meanMap, repeated } from './localMoments.ts';

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

/** All the stages in mean, of states z that are the columns of Z. */
export function runStages(Z: Matrix, stages: readonly RoundStage[], places: Places): Matrix {
  for (const stage of stages) {
    if (stage.kind === 'mix') applyMix(Z, stage.mix, places);
    else
      stage.moments.forEach((moments, i) => {
        actInMean(Z, actPlaces(places, stage.act, i), meanMap(moments));
      });
  }
  return Z;
}

/** Hears how the rows of W respond to what the act of a stage has just made of one agent `[rows, moving]`. */
export type ResponseVisitor = (agent: number, moments: LocalMoments, response: Matrix) => void;

/** The stages backwards, of functions of z that are the rows of W: from the last to the first. */
export function takeBack(
  W: Matrix,
  stages: readonly RoundStage[],
  places: Places,
  visit: ResponseVisitor,
): Matrix {
  for (const stage of stages.toReversed()) {
    if (stage.kind === 'mix') takeMixBack(W, stage.mix, places);
    else
      stage.moments.forEach((moments, i) => {
        visit(i, moments, takeActBack(W, actPlaces(places, stage.act, i), meanMap(moments)));
      });
  }
  return W;
}
