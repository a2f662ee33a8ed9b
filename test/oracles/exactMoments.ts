/**
 * The exact law of an algorithm's first and second moments on a finite-state linear problem.
 *
 * The whole system is the joint chain state `s = (s_1, …, s_M)`, the agents' current observations,
 * and a vector `x` of all that server and agents hold (momentsQuestion.ts). Given s, everything that an
 * algorithm does to x is linear; so for each s the unnormalised second moments `Z_s = E[1{s} x xᵀ]`
 * (their first row and column hold P(s) and E[1{s} x]) follow exactly:
 *
 *     what is done at observation s:  Z_s ← F_s Z_s F_sᵀ        the chains move: Z_s' ← Σ_s P(s, s') Z_s
 *
 * where P(s, s') = Π_i P_i(s_i, s'_i) under `markov`, and π(s') under `iid`. A Geometric(p) gap is
 * independent of the chains, so its round is the mixture Σ_k p (1−p)^{k−1} (k steps, and their end).
 *
 * `mistake` builds wrong versions that the tests must be able to tell from the right one.
 */
import { meansOf, rootOf } from './explicitProblem.ts';
import { layoutOf, type MomentsQuestion } from './momentsQuestion.ts';
import {
  addInto,
  addRows,
  averageOf,
  averageOfRows,
  product,
  type Row,
  type Rows,
  scaleRows,
  stationaryLaw,
  transposed,
  zeros,
} from './plainMatrices.ts';
import { roundMatrices } from './roundMatrices.ts';

/** Expectations after a round. */
export interface RoundMoments {
  /** E θ̄ and E θ̄ θ̄ᵀ */
  readonly mean: Row;
  readonly second: Rows;
  /** E ‖θ̄ − θ*‖², E mean_i ‖θ_i − θ*‖² before averaging, E mean_i ‖θ_i − θ̄_{t−1}‖², E ‖Ḡ(θ̄)‖² */
  readonly error: number;
  readonly agentError: number;
  readonly drift: number;
  readonly operatorNorm: number;
}

/** One matrix for each joint state. */
type Field = Rows[];

/** Terms of a geometric mixture that are kept: what is left out weighs less than this. */
const NEGLIGIBLE = 1e-13;

export function exactMoments(question: MomentsQuestion): RoundMoments[] {
  const { problem, trigger, sampling, mistake } = question;
  const d = question.initial.length;
  const { size } = layoutOf(question);

  const joint = jointStates(problem.map(({ transition }) => transition.length));
  const law = problem.map(({ transition }) => stationaryLaw(transition));
  const start = problem.map(({ initial }, i) => {
    if (sampling === 'iid' || initial === 'stationary') return law[i]!;
    if ('distribution' in initial) return [...initial.distribution];
    return law[i]!.map((_, s) => (s === initial.state ? 1 : 0));
  });
  const weight = (laws: readonly Row[], s: readonly number[]): number =>
    mistake === 'all agents follow one chain'
      ? s.every((state) => state === s[0])
        ? laws[0]![s[0]!]!
        : 0
      : s.reduce((p, state, i) => p * laws[i]![state]!, 1);
  const move = joint.map((from) =>
    joint.map((to) =>
      weight(sampling === 'iid' ? law : problem.map(({ transition }, i) => transition[from[i]!]!), to),
    ),
  );

  const matrices = roundMatrices(question);
  const stepAt = joint.map(matrices.step);
  const openAt = joint.map(matrices.open);

  const transform = (field: Field, maps: (s: number) => Rows): Field =>
    field.map((Z, s) => product(product(maps(s), Z), transposed(maps(s))));
  const moved = (field: Field): Field =>
    joint.map((_, to) => {
      const sum = zeros(size, size);
      for (const [from, Z] of field.entries()) addInto(sum, move[from]![to]!, Z);
      return sum;
    });
  const stepped = (field: Field): Field => moved(transform(field, (s) => stepAt[s]!));

  const open = (field: Field): Field => {
    const opened = transform(field, (s) => openAt[s]!);
    if (mistake === 'fedhsa moves the chain on after evaluating') return moved(opened);
    if (mistake === 'fedhsa evaluates at an observation of its own') {
      // An independent draw from π for the evaluation, unrelated to the observation of local step 0.
      const masses = joint.map((s) => weight(law, s));
      return field.map((Z) =>
        openAt.map((F, k) => scaleRows(masses[k]!, product(product(F, Z), transposed(F)))).reduce(addRows),
      );
    }
    return opened;
  };

  /** The round's last moments before its end, with the number of its local steps and its probability. */
  function* ended(field: Field): Generator<{ now: Field; K: number; probability: number }> {
    let now = open(field);
    const stays = mistake === 'the chain stays for one step per round' ? 1 : 0;
    if (stays) now = transform(now, (s) => stepAt[s]!);
    if (trigger.kind === 'deterministic') {
      for (let k = stays; k < trigger.localSteps; k++) now = stepped(now);
      yield { now, K: trigger.localSteps, probability: 1 };
      return;
    }
    const p = trigger.probability;
    for (let left = 1, K = 1; left > NEGLIGIBLE; left *= 1 - p, K++) {
      now = stepped(now);
      yield { now, K, probability: left * p };
    }
  }

  const first = [1, ...question.initial, ...new Array<number>(size - 1 - d).fill(0)];
  let field: Field = joint.map((s) => first.map((x) => first.map((y) => weight(start, s) * x * y)));

  const read = reading(question);
  const out: RoundMoments[] = [];
  for (let t = 1; t <= question.rounds; t++) {
    let before = zeros(size, size);
    let after: Field = joint.map(() => zeros(size, size));
    for (const { now, K, probability } of ended(field)) {
      const weighed = now.map((Z) => scaleRows(probability, Z));
      const reached = mistake === 'the chain advances an extra step per round' ? moved(weighed) : weighed;
      before = reached.reduce(addRows, before);
      const close = matrices.close(K);
      const closed = transform(reached, () => close);
      after = after.map((Z, s) => addRows(Z, closed[s]!));
    }
    field = after;
    out.push(read(before, field.reduce(addRows)));
  }
  return out;
}

/** The expectations from E x xᵀ before and after the round's end. */
function reading(question: MomentsQuestion): (before: Rows, after: Rows) => RoundMoments {
  const { problem: agents, algorithm } = question;
  const { size, bar, theta } = layoutOf(question);
  const root = rootOf(agents);
  const means = agents.map(meansOf);
  const meanA = averageOfRows(means.map(({ A }) => A));
  const meanB = averageOf(means.map(({ b }) => b));
  // No agent of Minibatch SGD leaves the broadcast model.
  const model = (i: number): number => (algorithm.name === 'minibatch-sgd' ? bar : theta(i));
  const coordinates = root.map((_, r) => r);
  const form = (...entries: readonly (readonly [number, number])[]): Row => {
    const u = new Array<number>(size).fill(0);
    for (const [k, x] of entries) u[k]! += x;
    return u;
  };
  // E (uᵀx)² = uᵀ Z u, summed over the coordinates of a vector that is linear in x
  const energy = (Z: Rows, u: (r: number) => Row): number =>
    coordinates
      .map(u)
      .reduce(
        (sum, v) => sum + v.reduce((part, x, i) => part + x * v.reduce((s, y, j) => s + Z[i]![j]! * y, 0), 0),
        0,
      );
  const overAgents = (value: (i: number) => number): number =>
    agents.reduce((sum, _, i) => sum + value(i) / agents.length, 0);
  return (before, after) => ({
    mean: coordinates.map((r) => after[0]![bar + r]!),
    second: coordinates.map((r) => coordinates.map((k) => after[bar + r]![bar + k]!)),
    error: energy(after, (r) => form([0, -root[r]!], [bar + r, 1])),
    agentError: overAgents((i) => energy(before, (r) => form([0, -root[r]!], [model(i) + r, 1]))),
    drift: overAgents((i) => energy(before, (r) => form([bar + r, -1], [model(i) + r, 1]))),
    operatorNorm: energy(after, (r) =>
      form([0, meanB[r]!], ...coordinates.map((k) => [bar + k, -meanA[r]![k]!] as const)),
    ),
  });
}

/** All (s_1, …, s_M). */
function jointStates(sizes: readonly number[]): number[][] {
  return sizes.reduce<number[][]>(
    (states, size) => states.flatMap((state) => Array.from({ length: size }, (_, s) => [...state, s])),
    [[]],
  );
}
