/**
 * Server steps of a run without rounds in expectation over the order of answers, where each is agent i's with
 * probability p_i whatever came before: first and second moments of all that is kept or under way.
 *
 * Agents of one law and one rate are alike, and so are the moments of any of them: three stand for all, the third
 * for those that are neither of a given two. So many identical agents are as cheap as three.
 */
import type { ConfiguredAlgorithm } from '../../algorithms/parts.ts';
import { stationaryCovariance } from '../../maths/lyapunov.ts';
import { assign, block, column, combination, matrix, square, traceOf } from '../../maths/matrix.ts';
import { concatenated, type Vector } from '../../maths/vector.ts';
import type { TriggerConfiguration } from '../../triggers/index.ts';
import type { KnownProblem } from '../moments/knownProblem.ts';
import { composeCost, type LocalMoments } from '../moments/localMoments.ts';
import type { MomentBudget } from '../moments/momentBudget.ts';
import type { MomentRounds } from '../moments/momentCurve.ts';
import { observationMoments } from '../moments/observationMoments.ts';
import { pack, packedLength, unpack } from '../../maths/packed.ts';
import { because, tooExpensive, type Unknown } from '../unknown.ts';
import type { AnswerLaw } from './answerLaw.ts';
import type { Combination } from '../linearParts.ts';
import { answerMaps, type AnswerMaps } from './answerMaps.ts';
import { workMoments } from '../workMoments.ts';
import { type Alike, eventOf, VectorEvents } from './vectorEvents.ts';

/** The moments' rounds, one for each server step. */
export interface AnswerRounds extends MomentRounds {
  /** 1 + dL */
  readonly state: number;
  /** X at the start in the mean `[state]`, and packed E[X Xᵀ] */
  readonly startMean: Float64Array;
  readonly start: Float64Array;
  /** multiplications of a step of the mean */
  readonly meanCost: number;
  /** packed E[X Xᵀ] a step later */
  advance(packed: Float64Array): Float64Array;
  /** the mean of X a step later */
  advanceMean(mean: Float64Array): Float64Array;
  /** E e `[d]` and E eᵀe of θ̄'s error */
  read(packed: Vector): { readonly mean: Float64Array; readonly square: number };
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
  const { agents, trigger, sampling, root } = known;
  if (trigger.kind !== 'deterministic') return because('gaps are random');
  if (sampling === 'markov' && agents.some(({ law }) => law?.kind === 'finite'))
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
  const run = { algorithm, agents: agents.length, asked, trigger, gap, law };
  const maps = answerMaps(run);
  if ('reason' in maps) return maps;
  if (groups.some(({ members }) => members.length > 2) && !areInterchangeable(maps, asked, groups))
    return because('its server treats agents that are alike differently');
  return roundsOf(known, law, { maps, asked, groups, trigger }, budget);
}

interface Mapped {
  readonly maps: AnswerMaps;
  readonly asked: readonly number[];
  readonly groups: readonly Group[];
  readonly trigger: Extract<TriggerConfiguration, { readonly kind: 'deterministic' }>;
}

function roundsOf(
  known: KnownProblem,
  law: AnswerLaw,
  { maps, asked, groups, trigger }: Mapped,
  budget: MomentBudget,
): AnswerRounds | Unknown {
  const { agents, root, sampling, initial } = known;
  const d = root.length;
  const noise = noiseVectors(known, maps, asked);
  const vectors = maps.vectors + noise.size;
  const works = maps.maps[0]![0]!.works;
  const made = works.length * (noise.size > 0 ? 2 : 1);
  const state = 1 + d * vectors;
  const kind =
    agents.some(({ law }) => law?.kind === 'finite') && sampling !== 'exact' ? 'multiplicative' : 'additive';
  const moving = noise.size > 0 ? 2 * d : d;
  const ofWork =
    moving * (moving + d) * state + (kind === 'additive' ? 0 : packedLength(d) * packedLength(2 * d + 1));
  const changed = Math.max(
    ...maps.maps.flat().map(({ changes }) => changes.reduce((sum, { from }) => sum + from.length + 2, 0)),
  );
  const perAnswer =
    asked.length * (works.length * ofWork + changed * d * (state + changed * d)) + 3 * state ** 2;
  const compositions = asked.length * works.length * 2 * Math.log2(1 + trigger.localSteps);
  const setupCost = PACE * compositions * composeCost(moving, 1 + d, kind);
  const roundCost = PACE * law.answers * perAnswer;
  const memory =
    law.answers * (state + d * made) ** 2 + asked.length * packedLength(d) * packedLength(2 * d + 1);
  if (setupCost > budget.multiplications)
    return tooExpensive('the moments of the agents’ local steps take', setupCost, budget);
  if (memory > budget.doubles)
    return because(`the models under way take ${memory.toExponential(0)} numbers in memory`);
  const chances = new Map<number, number>();
  const alike: Alike[] = [];
  const ownedBy = (agent: number): number[] => {
    const k = asked.indexOf(agent);
    return [...maps.owned[k]!, ...works.flatMap(({ stream }) => noise.get(`${agent}/${stream}`) ?? [])];
  };
  for (const { members } of groups) {
    const [first, second, third] = members;
    for (const member of members.slice(0, 3)) chances.set(member, law.chances[member]!);
    if (third === undefined) continue;
    chances.set(third, (members.length - 2) * law.chances[third]!);
    alike.push([ownedBy(first!), ownedBy(second!), ownedBy(third)]);
  }
  const momentsOf = workMoments(known);
  const answers = maps.maps.map((row) => {
    const events = row.map((map, k) =>
      eventOf(map, chances.get(asked[k]!)!, { parts: maps.vectors, vectors, noise }, momentsOf),
    );
    return new VectorEvents(events, alike, { dimension: d, vectors, made });
  });
  const startMean = concatenated([
    Float64Array.of(1),
    ...Array.from(maps.roots[0]!, (c) => initial.map((x) => c * x)),
    new Float64Array(noise.size * d),
  ]);
  const advance = (packed: Float64Array): Float64Array =>
    pack(
      answers.reduce((S, answer) => answer.second(S), matrix(state, state, unpack(packed, state))).values,
      state,
    );
  const model = maps.model.map(([vector, factor]) => [[1 + vector * d, d] as const, factor] as const);
  return {
    state,
    startMean,
    start: startOf(known, startMean, noise),
    size: packedLength(state),
    setupCost,
    roundCost,
    memory,
    meanCost: law.answers * asked.length * (works.length * moving * (moving + d) + changed * d),
    advance,
    *mixture() {
      yield { weight: 1, advance };
    },
    advanceMean: (mean) => answers.reduce((X, answer) => answer.mean(X), column(mean)).values,
    read: (packed) => {
      const S = matrix(state, state, unpack(packed, state));
      const mean = combination(model.map(([rows, factor]) => [factor, block(S, rows, [0, 1])]));
      const square = combination(
        model.flatMap(([rows, c]) => model.map(([columns, e]) => [c * e, block(S, rows, columns)] as const)),
      );
      return { mean: mean.values, square: traceOf(square) };
    },
  };
}

/** Where each stream's Gauss–Markov noise is in the state, after what parts keep. */
function noiseVectors(
  { sampling, agents }: KnownProblem,
  maps: AnswerMaps,
  asked: readonly number[],
): ReadonlyMap<string, number> {
  const out = new Map<string, number>();
  if (sampling !== 'markov') return out;
  asked.forEach((agent, k) => {
    if (agents[agent]!.law?.kind !== 'gauss-markov') return;
    for (const { stream } of maps.maps[0]![k]!.works) out.set(`${agent}/${stream}`, maps.vectors + out.size);
  });
  return out;
}

/** Packed E[X Xᵀ] at the start. */
function startOf(
  { agents, root }: KnownProblem,
  mean: Float64Array,
  noise: ReadonlyMap<string, number>,
): Float64Array {
  const d = root.length;
  const S = square(column(mean));
  for (const [key, vector] of noise) {
    const { law } = agents[parseInt(key)]!;
    if (law?.kind !== 'gauss-markov' || law.start === 'zero') continue;
    const place = [1 + vector * d, d] as const;
    assign(block(S, place, place), matrix(d, d, stationaryCovariance(law.Q, d, law.variance)));
  }
  return pack(S.values, mean.length);
}

/** Agents whose observations and rates are alike; that is so if one local step of each has the same moments. */
function groupsOf({ agents, root, sampling }: KnownProblem, law: AnswerLaw): Group[] {
  const groups: Group[] = [];
  const shape = { act: { kind: 'step', stepSize: 1 }, dimension: root.length, fixed: 1, root } as const;
  agents.forEach(({ mean, law: observationLaw }, agent) => {
    const probe = observationMoments(shape, mean, observationLaw, sampling);
    const group = groups.find(
      ({ members, probe: other }) =>
        law.chances[members[0]!] === law.chances[agent] &&
        probe.noise.kind === other.noise.kind &&
        isSame(probe.mean, other.mean) &&
        isSame(noiseOf(probe), noiseOf(other)) &&
        startsAlike(observationLaw, agents[members[0]!]!.law),
    );
    if (group) group.members.push(agent);
    else groups.push({ members: [agent], probe });
  });
  return groups;
}

const noiseOf = ({ noise }: LocalMoments): Vector =>
  noise.kind === 'additive' ? noise.covariance : noise.second;

const isSame = (a: Vector, b: Vector): boolean => a.length === b.length && a.every((x, j) => x === b[j]);

const startsAlike = (first: KnownProblem['agents'][number]['law'], other: typeof first): boolean =>
  first?.kind !== 'gauss-markov' || (other?.kind === 'gauss-markov' && first.start === other.start);

/** Whether what an agent's answer does is the same for all that are alike, its own vectors instead of another's. */
function areInterchangeable(maps: AnswerMaps, asked: readonly number[], groups: readonly Group[]): boolean {
  const allOwned = new Set(maps.owned.flat());
  return groups.every(({ members }) => {
    const kinds = members.slice(0, 3).map((member) => {
      const owned = maps.owned[asked.indexOf(member)]!;
      const isForeign = (vector: number): boolean => allOwned.has(vector) && !owned.includes(vector);
      const inOwn = (from: Combination): unknown[] =>
        from
          .map(([vector, c]) => [
            isForeign(vector)
              ? 'another’s'
              : owned.includes(vector)
                ? `own ${owned.indexOf(vector)}`
                : vector,
            c,
          ])
          .sort((a, b) => String(a[0]).localeCompare(String(b[0])));
      return JSON.stringify(
        maps.maps.map((row) => {
          const { works, changes } = row[asked.indexOf(member)]!;
          return [
            works.map(({ agent: _, ...work }) => ({
              ...work,
              model: inOwn(work.model),
              correction: work.correction && inOwn(work.correction),
            })),
            changes.map(({ into, from }) => [inOwn([[into, 1]]), inOwn(from)]),
          ];
        }),
      );
    });
    return kinds.every((kind) => kind === kinds[0] && !kind.includes('another’s'));
  });
}
