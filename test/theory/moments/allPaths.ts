/** The mean over every path of observations of a tiny problem, in plain loops that share nothing with the program. */
import type { ExplicitProblem } from '../../oracles/explicitProblem.ts';
import { rootOf } from '../../oracles/explicitProblem.ts';
import { type Row, stationaryLaw } from '../../oracles/plainMatrices.ts';

export interface Outcome<X> {
  readonly probability: number;
  readonly value: X;
}

const combined = <X, Y>(
  list: readonly Outcome<X>[],
  next: (value: X) => readonly Outcome<Y>[],
): Outcome<Y>[] =>
  list.flatMap(({ probability, value }) =>
    next(value).map((outcome) => ({ probability: probability * outcome.probability, value: outcome.value })),
  );

/** A local step of an agent: θ after it, of G = G(θ, o), from the model at the start of the round. */
export type PlainStep = (theta: Row, G: Row, start: Row, agent: number) => Row;

interface Position {
  readonly theta: Row;
  /** of the chain, before the observation; −1 where states are drawn afresh */
  readonly state: number;
}

/** Where `count` local steps of an agent may lead, on its chain or on i.i.d. states. */
function walked(
  problem: ExplicitProblem,
  agent: number,
  from: Position,
  count: number,
  step: PlainStep,
): Outcome<Position>[] {
  const { transition, A, b } = problem[agent]!;
  const law = stationaryLaw(transition);
  const after = (theta: Row, s: number): Row => {
    const G = b[s]!.map((value, i) => value - A[s]![i]!.reduce((sum, a, j) => sum + a * theta[j]!, 0));
    return step(theta, G, from.theta, agent);
  };
  let all: Outcome<Position>[] = [{ probability: 1, value: from }];
  for (let k = 0; k < count; k++)
    all = combined(all, ({ theta, state }) =>
      state < 0
        ? law.map((probability, s) => ({ probability, value: { theta: after(theta, s), state } }))
        : transition[state]!.map((probability, next) => ({
            probability,
            value: { theta: after(theta, state), state: next },
          })),
    );
  return all;
}

interface PathsAsked {
  readonly problem: ExplicitProblem;
  readonly initial: Row;
  readonly localSteps: number;
  readonly rounds: number;
  readonly step: PlainStep;
  /** chains that go on from round to round, from their stationary laws; i.i.d. states where left out */
  readonly isMarkov?: boolean;
  /** what arrives of an agent's move; the move itself where left out */
  readonly send?: (move: Row) => Outcome<Row>[];
}

/** E‖θ̄_t − θ*‖² of averaged models, t = 0, 1, …. */
export function errorsOverPaths({
  problem,
  initial,
  localSteps,
  rounds,
  step,
  isMarkov = false,
  send = (move) => [{ probability: 1, value: move }],
}: PathsAsked): number[] {
  const root = rootOf(problem);
  const M = problem.length;
  interface State {
    readonly model: Row;
    readonly states: readonly number[];
  }
  const error = (list: readonly Outcome<State>[]): number =>
    list.reduce(
      (sum, { probability, value: { model } }) =>
        sum + probability * model.reduce((square, x, j) => square + (x - root[j]!) ** 2, 0),
      0,
    );
  let all: Outcome<State>[] = [{ probability: 1, value: { model: initial, states: [] } }];
  for (const { transition } of problem)
    all = combined(all, ({ model, states }) =>
      isMarkov
        ? stationaryLaw(transition).map((probability, s) => ({
            probability,
            value: { model, states: [...states, s] },
          }))
        : [{ probability: 1, value: { model, states: [...states, -1] } }],
    );
  const errors = [error(all)];
  for (let t = 0; t < rounds; t++) {
    all = combined(all, ({ model, states }) => {
      let next: Outcome<State>[] = [{ probability: 1, value: { model, states: [] } }];
      for (let agent = 0; agent < M; agent++)
        next = combined(next, (so) =>
          combined(walked(problem, agent, { theta: model, state: states[agent]! }, localSteps, step), (end) =>
            send(end.theta.map((x, j) => x - model[j]!)).map(({ probability, value }) => ({
              probability,
              value: {
                model: so.model.map((x, j) => x + value[j]! / M),
                states: [...so.states, end.state],
              },
            })),
          ),
        );
      return next;
    });
    errors.push(error(all));
  }
  return errors;
}
