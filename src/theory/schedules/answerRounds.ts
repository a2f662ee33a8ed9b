/**
 * Server steps of a run without rounds in expectation over the order of answers, where each is agent i's with
 * probability p_i whatever came before: first and second moments of all that is kept or under way.
 *
 * Agents of one law and one rate are alike, and so are the moments of any of them: three stand for all, the third
 * for those that are neither of a given two. So many identical agents are as cheap as three.
 */
import type { ConfiguredAlgorithm } from '../../algorithms/parts.ts';
import {
  add,
  assign,
  block,
  column,
  type Matrix,
  matrix,
  scaled,
  square,
  transposed,
} from '../../maths/matrix.ts';
import { pack, packedLength, unpack } from '../../maths/packed.ts';
import { concatenated, type Vector } from '../../maths/vector.ts';
import { startOf } from '../arrivals/transition.ts';
import type { Combination } from '../linearParts.ts';
import type { KnownProblem } from '../moments/knownProblem.ts';
import type { ErrorCurve, ErrorMoments } from '../moments/errorMoments.ts';
import { composeCost, type LocalMoments } from '../moments/localMoments.ts';
import type { MomentBudget } from '../budgets.ts';
import { momentCurve, type MomentRounds } from '../moments/momentCurve.ts';
import { observationMoments } from '../moments/observationMoments.ts';
import { because, tooExpensive, type Unknown } from '../unknown.ts';
import { workMoments } from '../workMoments.ts';
import type { AnswerLaw } from './answerLaw.ts';
import { answerMaps, type AnswerMaps } from './answerMaps.ts';
import { eventOf, VectorEvents } from './vectorEvents.ts';

/** The moments' rounds, one for each server step. */
export interface AnswerRounds extends MomentRounds {
  /** n: X = (1, x), x `[n]` all that is kept or under way */
  readonly n: number;
  /** packed E[X Xᵀ] at the start */
  readonly start: Float64Array;
  /** multiplications of a step of the mean */
  readonly meanCost: number;
  /** E[X Xᵀ] a step later */
  readonly second: (S: Matrix) => Matrix;
  /** E x a step later, of (constant, E x) */
  readonly mean: (constant: number, x: Float64Array) => Float64Array;
  /** E e `[d]` of θ̄'s error, of E x */
  readonly modelError: (x: Float64Array) => Float64Array;
  /** of θ̄'s error */
  readonly moments: (packed: Vector) => ErrorMoments;
}

/** Agents of one law and one rate. */
interface Group {
  readonly members: number[];
  readonly probe: LocalMoments;
}

/** Multiplications here take as long as so many of those that budgets are about. */
const PACE = 3;

/** The rounds of an algorithm, or why they are not computed. */
export function answerRounds(
  known: KnownProblem,
  law: AnswerLaw,
  algorithm: ConfiguredAlgorithm,
  budget: MomentBudget,
): AnswerRounds | Unknown {
  const { agents, trigger, sampling, root, initial } = known;
  if (trigger.kind !== 'deterministic') return because('gaps are random');
  const isFinite = agents.some(({ law }) => law?.kind === 'finite');
  if (sampling === 'markov' && isFinite)
    return because('under Markov sampling on finite chains answers depend on the states of the chains');
  const d = root.length;
  const grouping = agents.length * d ** 2 * packedLength(d + 1);
  if (grouping > budget.multiplications) return tooExpensive('the agents’ laws take', grouping, budget);
  const groups = groupsOf(known, law);
  const asked = groups.flatMap(({ members }) => members.slice(0, 3)).sort((a, b) => a - b);
  const size = 1 + d * (1 + 2 * asked.length);
  if (size ** 2 > budget.doubles)
    return because(`the models under way of ${asked.length} agents have ${size} coordinates or more`);
  const gap = trigger.localSteps;
  const maps = answerMaps({ algorithm, agents: agents.length, asked, trigger, gap, law });
  if ('reason' in maps) return maps;
  if (groups.some(({ members }) => members.length > 2) && !areInterchangeable(maps, asked, groups))
    return because('its server treats agents that are alike differently');

  const noise = noiseVectors(known, maps, asked);
  const { works } = maps.maps[0]![0]!;
  const vectors = maps.vectors + noise.size;
  const shape = { dimension: d, vectors, made: works.length * (noise.size > 0 ? 2 : 1) };
  const costs = costsOf(maps, shape, isFinite && sampling !== 'exact' ? 'multiplicative' : 'additive', gap);
  if (costs.setupCost > budget.multiplications)
    return tooExpensive('the moments of the agents’ local steps take', costs.setupCost, budget);
  if (costs.memory > budget.doubles)
    return because(`the models under way take ${costs.memory.toExponential(0)} numbers in memory`);

  const chances = new Map<number, number>();
  const ownedBy = (agent: number): number[] => [
    ...maps.owned[asked.indexOf(agent)]!,
    ...works.flatMap(({ stream }) => noise.get(`${agent}/${stream}`) ?? []),
  ];
  const alike = groups.flatMap(({ members }) => {
    const [first, second, third] = members as [number, number, number];
    for (const member of members.slice(0, 3)) chances.set(member, law.chances[member]!);
    if (members.length < 3) return [];
    chances.set(third, (members.length - 2) * law.chances[third]!);
    return [[ownedBy(first), ownedBy(second), ownedBy(third)] as const];
  });
  const momentsOf = workMoments(known);
  const places = { parts: maps.vectors, vectors, noise };
  const answers = maps.maps.map((row) => {
    const events = row.map((map, k) => eventOf(map, chances.get(asked[k]!)!, places, momentsOf));
    return new VectorEvents(events, alike, shape);
  });
  const ofParts = Array.from(maps.roots[0]!, (c) => initial.map((x) => c * x));
  const startMean = concatenated([Float64Array.of(1), ...ofParts, new Float64Array(noise.size * d)]);
  const state = startMean.length;
  const second = (S: Matrix): Matrix => answers.reduce((S, answer) => answer.second(S), S);
  const advance = (packed: Float64Array): Float64Array =>
    pack(second(matrix(state, state, unpack(packed, state))).values, state);
  /** The rows of θ̄'s error. */
  const ofModel = (X: Matrix): Matrix => {
    const out = matrix(d, X.columns);
    for (const [vector, factor] of maps.model) add(out, block(X, [1 + vector * d, d]), factor);
    return out;
  };
  return {
    n: state - 1,
    start: startSquare(known, startMean, noise),
    size: packedLength(state),
    ...costs,
    second,
    *mixture() {
      yield { weight: 1, advance };
    },
    mean: (constant, x) => {
      const X = column(concatenated([Float64Array.of(constant), x]));
      return answers.reduce((X, answer) => answer.mean(X), X).values.slice(1);
    },
    modelError: (x) => ofModel(column(concatenated([Float64Array.of(1), x]))).values,
    moments: (packed) => {
      const withX = ofModel(matrix(state, state, unpack(packed, state)));
      return { mean: scaled(block(withX, [0, d], [0, 1])).values, second: ofModel(transposed(withX)).values };
    },
  };
}

/**
 * The moments of θ̄'s error of a run without rounds after these server steps, in expectation over the order of answers.
 *
 * @param steps - in increasing order; 0 is the start
 */
export function answerErrors(
  known: KnownProblem,
  law: AnswerLaw,
  algorithm: ConfiguredAlgorithm,
  steps: readonly number[],
  budget: MomentBudget,
): ErrorCurve | Unknown {
  const rounds = answerRounds(known, law, algorithm, budget);
  if ('reason' in rounds) return rounds;
  const moments: ErrorMoments[] = [];
  const done = momentCurve(rounds, rounds.start, steps, budget, (packed) => {
    moments.push(rounds.moments(packed));
    budget.progress?.(moments.length);
  });
  return 'reason' in done ? done : { moments, ...done };
}

/** Multiplications before the first step, in each, and in each of the mean; and doubles. */
function costsOf(
  { maps }: AnswerMaps,
  { dimension: d, vectors, made }: ConstructorParameters<typeof VectorEvents>[2],
  kind: LocalMoments['noise']['kind'],
  gap: number,
): Pick<AnswerRounds, 'setupCost' | 'roundCost' | 'meanCost' | 'memory'> {
  const asked = maps[0]!.length;
  const works = maps[0]![0]!.works.length;
  const state = 1 + d * vectors;
  const moving = made > works ? 2 * d : d;
  const ofMean = moving * (moving + d);
  const ofSquare = kind === 'additive' ? 0 : packedLength(d) * packedLength(2 * d + 1);
  const termsOf = ({ changes }: (typeof maps)[0][0]): number =>
    changes.reduce((sum, { from }) => sum + from.length + 2, 0);
  const changed = d * Math.max(...maps.flat().map(termsOf));
  const ofAnswer = works * (ofMean * state + ofSquare) + changed * (state + changed);
  return {
    setupCost: PACE * asked * works * 2 * Math.log2(1 + gap) * composeCost(moving, 1 + d, kind),
    roundCost: PACE * maps.length * (asked * ofAnswer + 3 * state ** 2),
    meanCost: maps.length * asked * (works * ofMean + changed),
    memory: maps.length * (state + d * made) ** 2 + asked * packedLength(d) * packedLength(2 * d + 1),
  };
}

/** Where each stream's Gauss–Markov noise is in the state, after what parts keep. */
function noiseVectors(
  { sampling, agents }: KnownProblem,
  maps: AnswerMaps,
  asked: readonly number[],
): ReadonlyMap<string, number> {
  const streams = asked.flatMap((agent, k) =>
    sampling === 'markov' && agents[agent]!.law?.kind === 'gauss-markov'
      ? maps.maps[0]![k]!.works.map(({ stream }) => `${agent}/${stream}`)
      : [],
  );
  return new Map([...new Set(streams)].map((key, k) => [key, maps.vectors + k]));
}

/** Packed E[X Xᵀ] at the start. */
function startSquare(
  { agents, root: { length: d } }: KnownProblem,
  mean: Float64Array,
  noise: ReadonlyMap<string, number>,
): Float64Array {
  const S = square(column(mean));
  for (const [key, vector] of noise) {
    const place = [1 + vector * d, d] as const;
    assign(block(S, place, place), startOf(agents[parseInt(key)]!, 'markov', d)!.covariance);
  }
  return pack(S.values, mean.length);
}

/** Agents whose observations and rates are alike; that is so if one local step of each has the same moments. */
function groupsOf({ agents, root, sampling }: KnownProblem, law: AnswerLaw): Group[] {
  const groups: Group[] = [];
  const shape = { act: { kind: 'step', stepSize: 1 }, dimension: root.length, fixed: 1, root } as const;
  const startOfNoise = (agent: number): string | undefined => {
    const { law } = agents[agent]!;
    return law?.kind === 'gauss-markov' ? law.start : undefined;
  };
  agents.forEach(({ mean, law: observed }, agent) => {
    const probe = observationMoments(shape, mean, observed, sampling);
    const group = groups.find(
      ({ members: [first], probe: other }) =>
        law.chances[first!] === law.chances[agent] &&
        startOfNoise(first!) === startOfNoise(agent) &&
        isSame(probe.mean, other.mean) &&
        isSame(noiseOf(probe), noiseOf(other)),
    );
    if (group) group.members.push(agent);
    else groups.push({ members: [agent], probe });
  });
  return groups;
}

const noiseOf = ({ noise }: LocalMoments): Vector =>
  noise.kind === 'additive' ? noise.covariance : noise.second;

const isSame = (a: Vector, b: Vector): boolean => a.length === b.length && a.every((x, j) => x === b[j]);

/** Whether what an agent's answer does is the same for all that are alike, its own vectors instead of another's. */
function areInterchangeable(maps: AnswerMaps, asked: readonly number[], groups: readonly Group[]): boolean {
  const allOwned = new Set(maps.owned.flat());
  return groups.every(({ members }) => {
    const kinds = members.slice(0, 3).map((member) => {
      const k = asked.indexOf(member);
      const owned = maps.owned[k]!;
      const nameOf = (vector: number): string =>
        owned.includes(vector)
          ? `own ${owned.indexOf(vector)}`
          : allOwned.has(vector)
            ? 'another’s'
            : String(vector);
      const named = (from: Combination = []): string[] =>
        from.map(([vector, c]) => `${nameOf(vector)}: ${c}`).sort();
      return JSON.stringify(
        maps.maps.map((row) => [
          row[k]!.works.map((work) => [
            { ...work, agent: 0, model: named(work.model), correction: named(work.correction) },
          ]),
          row[k]!.changes.map(({ into, from }) => [nameOf(into), named(from)]),
        ]),
      );
    });
    return kinds.every((kind) => kind === kinds[0] && !kind.includes('another’s'));
  });
}
