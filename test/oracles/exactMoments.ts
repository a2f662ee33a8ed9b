/**
 * The exact law of an algorithm's first and second moments on a finite-state linear problem.
 *
 * The whole system is the joint chain state `s = (s_1, …, s_M)`, the agents' current observations,
 * and a vector `x = (1, θ̄, θ_1, …, θ_M, c_1, …, c_M)` (c: the corrections, ξ_i or g − G_i(θ̄, o_i0)).
 * Given s, everything that an algorithm does to x is linear; so for each s the unnormalised second
 * moments `Z_s = E[1{s} x xᵀ]` (their first row and column hold P(s) and E[1{s} x]) follow exactly:
 *
 *     what is done at observation s:  Z_s ← F_s Z_s F_sᵀ        the chains move: Z_s' ← Σ_s P(s, s') Z_s
 *
 * where P(s, s') = Π_i P_i(s_i, s'_i) under `markov`, and π(s') under `iid`. A Geometric(p) gap is
 * independent of the chains, so its round is the mixture Σ_k p (1−p)^{k−1} (k steps).
 *
 * `mistake` builds wrong versions that the tests must be able to tell from the right one.
 */
import type { AlgorithmConfiguration, TriggerConfiguration } from '../../src/protocol/configuration.ts';
import { type ExplicitProblem, meansOf, rootOf } from './explicitProblem.ts';
import {
  addRows,
  averageOf,
  averageOfRows,
  product,
  type Row,
  type Rows,
  scaleRows,
  stationaryLaw,
  transposed,
  unit,
  zeros,
} from './plainMatrices.ts';

export type Mistake =
  | 'fedhsa evaluates at an observation of its own'
  | 'fedhsa moves the chain on after evaluating'
  | 'the chain advances an extra step per round'
  | 'the chain stays for one step per round'
  | 'the control gain ignores H'
  | 'all agents follow one chain';

export interface MomentsQuestion {
  readonly problem: ExplicitProblem;
  readonly algorithm: AlgorithmConfiguration;
  readonly trigger: TriggerConfiguration;
  readonly sampling: 'markov' | 'iid';
  readonly initial: Row;
  readonly rounds: number;
  readonly mistake?: Mistake;
}

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
  const { problem, algorithm, trigger, sampling, mistake } = question;
  const M = problem.length;
  const d = question.initial.length;
  const eta = algorithm.stepSize;
  // where the parts of x begin
  const BAR = 1;
  const THETA = (i: number): number => 1 + d * (1 + i);
  const CORRECTION = (i: number): number => 1 + d * (1 + M + i);
  const size = 1 + d * (1 + 2 * M);

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

  /** All agents' local step at observations s: θ_i ← θ_i + η (b_i(s_i) − A_i(s_i) θ_i + c_i). */
  const stepAt = joint.map((s) => {
    const F = unit(size);
    problem.forEach(({ A, b }, i) => {
      for (let r = 0; r < d; r++) {
        const row = F[THETA(i) + r]!;
        row[0]! += eta * b[s[i]!]![r]!;
        for (let k = 0; k < d; k++) row[THETA(i) + k]! -= eta * A[s[i]!]![r]![k]!;
        row[CORRECTION(i) + r]! += eta;
      }
    });
    return F;
  });

  /** A round's start at observations s: θ_i ← θ̄; FedHSA's c_i ← mean_j G_j(θ̄, s_j) − G_i(θ̄, s_i). */
  const openAt = joint.map((s) => {
    const F = unit(size);
    const value = (i: number, r: number): Row => {
      const row = new Array<number>(size).fill(0);
      row[0] = problem[i]!.b[s[i]!]![r]!;
      for (let k = 0; k < d; k++) row[BAR + k] = -problem[i]!.A[s[i]!]![r]![k]!;
      return row;
    };
    for (let i = 0; i < M; i++) {
      for (let r = 0; r < d; r++) {
        F[THETA(i) + r] = F[THETA(i) + r]!.map((_, k) => (k === BAR + r ? 1 : 0));
        if (algorithm.name !== 'fedhsa') continue;
        const all = averageOf(problem.map((_, j) => value(j, r)));
        F[CORRECTION(i) + r] = all.map((x, k) => x - value(i, r)[k]!);
      }
    }
    return F;
  });

  /** A round's end: the server's θ̄, and SCAFFLSA's ξ_i ← ξ_i + gain (θ̄ − θ_i). */
  const close = unit(size);
  const H = trigger.kind === 'deterministic' ? trigger.localSteps : 1 / trigger.probability;
  const gain = mistake === 'the control gain ignores H' ? 1 / eta : 1 / (eta * H);
  for (let r = 0; r < d; r++) {
    const bar = close[BAR + r]!;
    const share = algorithm.name === 'fedhsa' ? algorithm.serverStepSize : 1;
    bar[BAR + r] = 1 - share;
    for (let i = 0; i < M; i++) bar[THETA(i) + r]! += share / M;
    if (algorithm.name !== 'scafflsa') continue;
    for (let i = 0; i < M; i++) {
      const control = close[CORRECTION(i) + r]!;
      bar.forEach((x, k) => (control[k]! += gain * x));
      control[THETA(i) + r]! -= gain;
    }
  }

  const transform = (field: Field, maps: (s: number) => Rows): Field =>
    field.map((Z, s) => product(product(maps(s), Z), transposed(maps(s))));
  const moved = (field: Field): Field =>
    joint.map((_, to) => field.map((Z, from) => scaleRows(move[from]![to]!, Z)).reduce(addRows));
  const stepped = (field: Field): Field => moved(transform(field, (s) => stepAt[s]!));

  const open = (field: Field): Field => {
    const opened = transform(field, (s) => openAt[s]!);
    if (algorithm.name !== 'fedhsa') return opened;
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

  const localSteps = (field: Field): Field => {
    let now = open(field);
    if (mistake === 'the chain stays for one step per round') now = transform(now, (s) => stepAt[s]!);
    const stays = mistake === 'the chain stays for one step per round' ? 1 : 0;
    if (trigger.kind === 'deterministic') {
      for (let k = stays; k < trigger.localSteps; k++) now = stepped(now);
      return now;
    }
    const p = trigger.probability;
    let mixture: Field = now.map(() => zeros(size, size));
    for (let left = 1; left > NEGLIGIBLE; left *= 1 - p) {
      now = stepped(now);
      mixture = mixture.map((Z, s) => addRows(Z, scaleRows(left * p, now[s]!)));
    }
    return mixture;
  };

  const first = [1, ...question.initial, ...new Array<number>(size - 1 - d).fill(0)];
  let field: Field = joint.map((s) => first.map((x) => first.map((y) => weight(start, s) * x * y)));

  const root = rootOf(problem);
  const means = problem.map(meansOf);
  const meanA = averageOfRows(means.map(({ A }) => A));
  const meanB = averageOf(means.map(({ b }) => b));
  const out: RoundMoments[] = [];
  for (let t = 1; t <= question.rounds; t++) {
    field = localSteps(field);
    if (mistake === 'the chain advances an extra step per round') field = moved(field);
    const before = field.reduce(addRows);
    field = transform(field, () => close);
    const after = field.reduce(addRows);
    // E (uᵀx)² = uᵀ Z u, summed over the coordinates of a vector that is linear in x
    const energy = (Z: Rows, forms: readonly Row[]): number =>
      forms.reduce(
        (sum, u) => sum + u.reduce((part, x, i) => part + x * u.reduce((s, y, j) => s + Z[i]![j]! * y, 0), 0),
        0,
      );
    const form = (entries: Readonly<Record<number, number>>): Row =>
      Array.from({ length: size }, (_, k) => entries[k] ?? 0);
    const coordinates = Array.from({ length: d }, (_, r) => r);
    out.push({
      mean: coordinates.map((r) => after[0]![BAR + r]!),
      second: coordinates.map((r) => coordinates.map((k) => after[BAR + r]![BAR + k]!)),
      error: energy(
        after,
        coordinates.map((r) => form({ 0: -root[r]!, [BAR + r]: 1 })),
      ),
      agentError:
        problem.reduce(
          (sum, _, i) =>
            sum +
            energy(
              before,
              coordinates.map((r) => form({ 0: -root[r]!, [THETA(i) + r]: 1 })),
            ),
          0,
        ) / M,
      drift:
        problem.reduce(
          (sum, _, i) =>
            sum +
            energy(
              before,
              coordinates.map((r) => form({ [BAR + r]: -1, [THETA(i) + r]: 1 })),
            ),
          0,
        ) / M,
      operatorNorm: energy(
        after,
        coordinates.map((r) => {
          const u = form({ 0: meanB[r]! });
          for (let k = 0; k < d; k++) u[BAR + k] = -meanA[r]![k]!;
          return u;
        }),
      ),
    });
  }
  return out;
}

/** All (s_1, …, s_M). */
function jointStates(sizes: readonly number[]): number[][] {
  return sizes.reduce<number[][]>(
    (states, size) => states.flatMap((state) => Array.from({ length: size }, (_, s) => [...state, s])),
    [[]],
  );
}
