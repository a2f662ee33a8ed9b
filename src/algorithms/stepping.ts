/** The server of algorithms whose agents send how far θ̄ is to go: it steps along the mean of what they send. */
import { addScaled, mean, type Vector } from '../maths/vector.ts';
import type { Fold, Move, RoundEnd } from './algorithm.ts';
import type { MessageOf, TypedMessage } from './message.ts';

/** A server that steps along a mean, with rounds and without. */
interface SteppingServer<Down, Answer> {
  model(): Vector;
  kept(): readonly Vector[];
  open(): Down;
  receive(answers: { readonly all: readonly Answer[] }, round: number): RoundEnd;
  readonly free: {
    step(
      updates: readonly {
        readonly message: { readonly theta: Vector; readonly round: number };
        readonly answer: Answer;
        readonly weight: number;
      }[],
      fold: Fold,
    ): readonly Move[];
  };
}

/** Steps of such a server. */
interface Step {
  /** γ of a round */
  readonly stepSize: (round: number) => number;
  /** where an agent that has sent u_i has got from θ̄; nowhere where left out */
  readonly localModel?: (theta: Vector, sent: Vector) => Vector;
  /** what becomes of θ̄ after each step */
  readonly project?: (theta: Vector) => Vector;
}

/**
 * The server's part of an algorithm with `θ̄ ← θ̄ + γ mean u_i`: of Minibatch SGD, for instance.
 *
 * @param initial - θ̄ at the start `[d]`
 * @param started - the message that sends agents off from θ̄
 * @param field - the name of u_i in answers
 */
export function stepping<Kind extends string, Field extends string>(
  initial: Vector,
  started: TypedMessage<Kind, 'theta'>,
  field: Field,
  { stepSize, localModel = (theta) => theta, project = (theta) => theta }: Step,
): SteppingServer<MessageOf<Kind, 'theta'>, Readonly<Record<Field, Vector>>> {
  let theta = initial;
  return {
    model: () => theta,
    kept: () => [theta],
    open: () => started({ theta }),
    receive: ({ all }, round) => {
      const startedFrom = theta;
      const sent = all.map((answer) => answer[field]);
      theta = project(addScaled(theta, stepSize(round), mean(sent, theta.length)));
      return { localModels: () => sent.map((vector) => localModel(startedFrom, vector)) };
    },
    free: {
      step: (updates, fold) => {
        const moves = updates.map(({ message, answer, weight }) => ({
          weight,
          origin: message.theta,
          model: addScaled(message.theta, stepSize(message.round), answer[field]),
        }));
        theta = project(fold(theta, moves));
        return moves;
      },
    },
  };
}
