/** The server of algorithms whose agents send their models: it averages them, or goes from there. */
import { mean, type Vector } from '../maths/vector.ts';
import type { Fold, Move, RoundEnd } from './algorithm.ts';
import type { MessageOf, TypedMessage } from './message.ts';

/** Something with a model in it `[d]`. */
interface WithModel {
  readonly theta: Vector;
}

/** Server of such an algorithm, with rounds and without. */
export interface AveragingServer<Down> {
  model(): Vector;
  kept(): readonly Vector[];
  open(): Down;
  receive(answers: { readonly all: readonly WithModel[] }): RoundEnd;
  readonly free: {
    step(
      updates: readonly {
        readonly message: WithModel;
        readonly answer: WithModel;
        readonly weight: number;
      }[],
      fold: Fold,
    ): readonly Move[];
  };
}

/**
 * The server's part of an algorithm whose messages and answers carry a model as `theta`: of Local SA, for
 * instance. One that does more spreads this and adds to it.
 *
 * @param initial - θ̄ at the start `[d]`
 * @param started - the message that sends agents off from θ̄
 * @param next - what becomes of θ̄, given the average that the policy makes of the agents' models, `[d]`: a new
 *   vector; where it is left out, the average itself
 */
export function averaging<Kind extends string>(
  initial: Vector,
  started: TypedMessage<Kind, 'theta'>,
  next: (theta: Vector, average: Vector) => Vector = (_, average) => average,
): AveragingServer<MessageOf<Kind, 'theta'>> {
  let theta = initial;
  return {
    model: () => theta,
    kept: () => [theta],
    open: () => started({ theta }),
    receive: ({ all }) => {
      const models = all.map((answer) => answer.theta);
      theta = next(theta, models.length === 0 ? theta : mean(models, theta.length));
      return { localModels: () => models };
    },
    free: {
      step: (updates, fold) => {
        const moves = updates.map(({ message, answer, weight }) => ({
          weight,
          origin: message.theta,
          model: answer.theta,
        }));
        theta = next(theta, fold(theta, moves));
        return moves;
      },
    },
  };
}
