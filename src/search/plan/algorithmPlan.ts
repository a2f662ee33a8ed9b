/**
 * The parameters and the gap at which one algorithm brings E‖θ̄_t − θ*‖² to ε and keeps it there at the least cost.
 *
 * For each gap, H or 1/p, the step size of least T is found; T falls with the step size until the floor comes near to ε. Gaps are
 * first tried at equal ratios. Of all others the cost is foreseen from log T between those that were tried, in whole rounds, and
 * the gap that looks best is tried, as long as one looks better than the best.
 */
import { MOST_UNCERTAIN } from '../../theory/mostUncertain.ts';
import type { Unknown } from '../../theory/unknown.ts';
import { type FallingError, firstRound, MOST_ROUNDS, type Passage, wholeRounds } from './fallingError.ts';
import { endAlong } from './endAlong.ts';
import { leastAlong } from './leastAlong.ts';
import {
  type AlgorithmPlan,
  type GapPlan,
  type GapRefusal,
  type PlanSearch,
  type SearchedParameter,
} from './planSearch.ts';
import type { PlannedSetting } from './plannedErrors.ts';
import { endsOf, gapsIn, inRatios } from './searchRange.ts';

/** Relative precision of the step size, and of other parameters, on which the cost depends less. */
const STEP_PRECISION = 0.04;
const FINEST_PRECISION = 0.002;
const PRECISION = 0.1;
/** A setting that takes so many times as many rounds as the best one is not followed further. */
const FAR = 4;
/** Between gaps that are tried first, and between neighbours of the best one. */
const GAP_RATIO = 3;
const NEIGHBOUR_RATIO = 1.3;
/** Between probabilities that are looked at. */
const PROBABILITY_RATIO = 1.01;
/** A gap is worth trying where it looks better than the best by this part; where a round is much of T, with T up to as much less than foreseen. */
const WORTHWHILE = 0.02;
const FEW_ROUNDS = 1 / 0.03;
/** Between a gap that was tried and one of which T is foreseen that badly; nearer ones hardly differ. */
const FORESEEN_RATIO = 1.05;
/** Gaps beside the first ones that are tried. */
const MOST_MORE = 24;
/** Of the least cost: step sizes up to it are named. */
const NEARLY = 1.1;
/** Curves of a gap that are refused one after the other, from the largest step size down, before its others are taken to be so, too. */
const MOST_REFUSED = 8;
/** T at the smallest step size that is as good as the best. */
const HARDLY_MORE = 1.01;
/** T is refused where the curve's estimated error leaves more than this part of it open. */
const OPEN_PART = 0.1;

/** What a gap was tried with. */
interface Tried {
  readonly gap: number;
  readonly parameters: Readonly<Record<string, number>>;
  /** in parts of rounds; infinite where ε is not reached, and twice as many as were looked at where it may be later */
  readonly rounds: number;
  readonly isReached: boolean;
}

/** Of one algorithm and one ε. */
export function algorithmPlan(search: PlanSearch, epsilon: number): AlgorithmPlan {
  return new Search(search, epsilon).plan();
}

class Search {
  readonly #search: PlanSearch;
  readonly #epsilon: number;
  readonly #tried = new Map<number, Tried>();
  /** why curves are missing, by gap */
  readonly #refusals = new Map<number, Unknown>();
  /** curves that were refused one after the other, by gap */
  readonly #refused = new Map<number, number>();
  /** gaps at which rough errors have misled: searched by errors as well as they are known */
  readonly #careful = new Set<number>();

  constructor(search: PlanSearch, epsilon: number) {
    this.#search = search;
    this.#epsilon = epsilon;
  }

  plan(): AlgorithmPlan {
    const { range } = this.#search.gap;
    const first = this.#firstGaps();
    for (const [k, gap] of first.entries()) {
      this.#search.progress?.(k, first.length);
      this.#try(gap);
    }
    if (range.kind === 'between')
      for (let more = 0; more < MOST_MORE; more++) {
        const next = this.#foreseen() ?? this.#besideBest();
        if (next === undefined) break;
        this.#search.progress?.(first.length + more, first.length + more + 1);
        this.#try(next);
      }
    const withoutCurve = this.#withoutCurve();
    return { ...this.#ended(), ...(withoutCurve.length > 0 && { withoutCurve }) };
  }

  #withoutCurve(): GapRefusal[] {
    return [...this.#tried.values()]
      .filter(({ gap, isReached }) => this.#refusals.has(gap) && !isReached)
      .map(({ gap }) => ({ gap, reason: this.#refusals.get(gap)!.reason }))
      .sort((a, b) => a.gap - b.gap);
  }

  #firstGaps(): number[] {
    const all = gapsIn(this.#search.gap, GAP_RATIO);
    // Long rounds first: few of them bound how many short ones are worth looking at.
    return this.#search.gap.kind === 'localSteps' ? all.reverse() : all;
  }

  /** For the search: of dozens of step sizes it need only say which is best. */
  #searchedErrorAt(setting: PlannedSetting): FallingError {
    const { errors } = this.#search;
    return this.#careful.has(setting.gap) ? errors.errorAt(setting) : errors.roughErrorAt(setting);
  }

  /** The parameters of least T at a gap; those that look best of all gaps as well as they are known. */
  #try(gap: number): void {
    const near = this.#nearest(gap);
    this.#tried.delete(gap);
    let found = this.#least(gap, this.#search.parameters, {}, near?.parameters);
    const best = this.#best();
    if (found?.isReached && (best === undefined || this.#costOf(found) < this.#costOf(best))) {
      const passage = this.#passageOf(found);
      if ('reason' in passage) {
        this.#refusals.set(gap, passage);
        found = undefined;
      } else if (passage.kind === 'reached') found = { ...found, rounds: passage.rounds };
      else if (!this.#careful.has(gap)) {
        this.#careful.add(gap);
        this.#try(gap);
        return;
      }
    }
    this.#tried.set(gap, found ?? { gap, parameters: {}, rounds: Infinity, isReached: false });
  }

  /** As well as it is known. */
  #passageOf(found: Tried): Passage | Unknown {
    return this.#search.errors
      .errorAt(found)
      .passage(this.#epsilon, FAR * Math.max(1, found.rounds), found.rounds);
  }

  /** Over the last of the parameters, of the least over those before. */
  #least(
    gap: number,
    searched: readonly SearchedParameter[],
    fixed: Readonly<Record<string, number>>,
    near: Readonly<Record<string, number>> | undefined,
  ): Tried | undefined {
    const { name, range } = searched.at(-1)!;
    const before = searched.slice(0, -1);
    let best: Tried | undefined;
    const value = (x: number): number => {
      const parameters = { [name]: x, ...fixed };
      const found =
        before.length > 0
          ? this.#least(gap, before, parameters, best?.parameters ?? near)
          : this.#tryAt(gap, parameters, best);
      const rounds = found?.rounds ?? Infinity;
      if (rounds < (best?.rounds ?? Infinity)) best = found;
      return rounds;
    };
    if (range.kind === 'list') {
      for (const x of range.values) value(x);
      return best;
    }
    const precision = before.length > 0 ? PRECISION : STEP_PRECISION;
    leastAlong({ ...endsOf(range), near: near?.[name], precision, worth: this.#mostAt(gap) }, value);
    return best;
  }

  /** With the step size that is best to the last part of it, all other parameters as they are. */
  #finest(best: Tried): Tried {
    const [{ name, range }] = this.#search.parameters as [SearchedParameter];
    // T falls about as 1/η at most, and is whole: so near to the best there are seldom fewer of few rounds.
    const least = Math.ceil((1 - 2 * STEP_PRECISION) * best.rounds);
    if (range.kind === 'list' || least === Math.ceil(best.rounds)) return best;
    const near = best.parameters[name]!;
    const line = {
      low: Math.max(range.low, near * (1 - STEP_PRECISION)),
      high: Math.min(range.high, near * (1 + STEP_PRECISION)),
      ...{ near, precision: FINEST_PRECISION },
    };
    const found = leastAlong(
      line,
      (x) => this.#tryAt(best.gap, { ...best.parameters, [name]: x }, best).rounds,
    );
    if (found === undefined || !(found.value < best.rounds)) return best;
    return { ...best, parameters: { ...best.parameters, [name]: found.at }, rounds: found.value };
  }

  /** The smallest step size of the same T, or of a hundredth more: its floor is further below ε. */
  #lowest(best: Tried): Tried {
    const [{ name, range }] = this.#search.parameters as [SearchedParameter];
    if (range.kind === 'list') return best;
    const most = Math.floor(HARDLY_MORE * Math.ceil(best.rounds));
    const triedAt = (x: number): Tried => this.#tryAt(best.gap, { ...best.parameters, [name]: x }, best);
    const found = triedAt(endAlong(best.parameters[name]!, range.low, (x) => triedAt(x).rounds <= most));
    return found.rounds <= most ? found : best;
  }

  /** One setting, followed to some times the rounds of the best one before it, or to what the gap may take. */
  #tryAt(gap: number, parameters: Readonly<Record<string, number>>, best: Tried | undefined): Tried {
    const refused = this.#refused.get(gap) ?? 0;
    const none = { gap, parameters, rounds: Infinity, isReached: false };
    if (refused >= MOST_REFUSED) return none;
    const [near, most] = best?.isReached
      ? [best.rounds, FAR * Math.max(1, best.rounds)]
      : [this.#expectedAt(gap), this.#mostAt(gap)];
    const error = this.#searchedErrorAt({ gap, parameters });
    const passage = error.passage(this.#epsilon, most, near);
    if (error.refusal !== undefined) this.#refusals.set(gap, error.refusal);
    this.#refused.set(gap, 'reason' in passage ? refused + 1 : 0);
    if ('reason' in passage) return none;
    return { gap, parameters, rounds: roundsOf(passage, most), isReached: passage.kind === 'reached' };
  }

  /** Rounds at a gap that cost far more than the best; of gaps that were listed the T of each is asked for. */
  #mostAt(gap: number): number {
    const best = this.#best();
    if (best === undefined || this.#search.gap.range.kind === 'list') return MOST_ROUNDS;
    const cost = best.rounds * this.#search.costAt(best.gap);
    return Math.max(1, (FAR * cost) / this.#search.costAt(gap));
  }

  /** Rounds that a gap takes if local steps count alone; 0 where nothing is known. */
  #expectedAt(gap: number): number {
    const near = this.#nearest(gap);
    if (near === undefined) return 0;
    return near.rounds * (this.#search.gap.kind === 'localSteps' ? near.gap / gap : gap / near.gap);
  }

  #costOf({ gap, rounds }: Pick<Tried, 'gap' | 'rounds'>): number {
    return Math.ceil(rounds) * this.#search.costAt(gap);
  }

  /** The first of least cost; of equal costs in whole rounds the one that gets there sooner. */
  #best(): Tried | undefined {
    let best: Tried | undefined;
    for (const tried of this.#tried.values()) {
      if (!tried.isReached) continue;
      const difference = best === undefined ? -1 : this.#costOf(tried) - this.#costOf(best);
      if (difference < 0 || (difference === 0 && tried.rounds < best!.rounds)) best = tried;
    }
    return best;
  }

  #nearest(gap: number): Tried | undefined {
    let nearest: Tried | undefined;
    const away = (tried: Tried): number => Math.abs(Math.log(tried.gap / gap));
    for (const tried of this.#tried.values())
      if (tried.isReached && (nearest === undefined || away(tried) < away(nearest))) nearest = tried;
    return nearest;
  }

  /** The gap that looks best of those that were not tried, by log T between those that were. */
  #foreseen(): number | undefined {
    const best = this.#best();
    if (best === undefined) return undefined;
    let least = (1 - WORTHWHILE) * this.#costOf(best);
    let [found, furthest]: [number | undefined, number] = [undefined, 0];
    const known = [...this.#tried.values()].sort((a, b) => a.gap - b.gap);
    known.slice(1).forEach((right, k) => {
      const left = known[k]!;
      if (left.rounds === Infinity || right.rounds === Infinity) return;
      const apart = Math.log(right.gap / left.gap);
      const open = WORTHWHILE * Math.min(1, (2 * apart) / Math.log(GAP_RATIO)) ** 2;
      for (const gap of this.#gapsBetween(left.gap, right.gap)) {
        const share = Math.log(gap / left.gap) / apart;
        const rounds = left.rounds ** (1 - share) * right.rounds ** share;
        const away = Math.min(share, 1 - share) * apart;
        const less = rounds < FEW_ROUNDS ? open * Math.min(1, away / Math.log(FORESEEN_RATIO)) : 0;
        const cost = this.#costOf({ gap, rounds: (1 - less) * rounds });
        if (cost < least || (found !== undefined && cost === least && away > furthest))
          [least, found, furthest] = [cost, gap, away];
      }
    });
    return found;
  }

  #gapsBetween(left: number, right: number): number[] {
    if (this.#search.gap.kind === 'localSteps')
      return Array.from({ length: right - left - 1 }, (_, k) => left + 1 + k);
    return inRatios(left, right, PROBABILITY_RATIO).slice(1, -1);
  }

  /** A gap between the best one and a neighbour that is far from it. */
  #besideBest(): number | undefined {
    const best = this.#best();
    if (best === undefined) return undefined;
    const gaps = [...this.#tried.keys()].sort((a, b) => a - b);
    const place = gaps.indexOf(best.gap);
    for (const other of [gaps[place + 1], gaps[place - 1]]) {
      if (other === undefined) continue;
      const isFar = Math.abs(Math.log(other / best.gap)) > Math.log(NEIGHBOUR_RATIO);
      const middle = Math.sqrt(other * best.gap);
      const gap = this.#search.gap.kind === 'localSteps' ? Math.round(middle) : middle;
      if (isFar && !this.#tried.has(gap)) return gap;
    }
    return undefined;
  }

  /** @param best - T at the plan's gap, once that is known */
  #byGap(best?: Pick<Tried, 'gap' | 'rounds'>): GapPlan[] {
    return [...this.#tried.values()]
      .filter(({ isReached }) => isReached)
      .sort((a, b) => a.gap - b.gap)
      .map((tried) => {
        const { gap, parameters } = tried;
        const rounds =
          gap === best?.gap
            ? best.rounds
            : wholeRounds(this.#searchedErrorAt(tried), this.#epsilon, tried.rounds);
        return { gap, parameters, rounds, cost: rounds * this.#search.costAt(gap) };
      });
  }

  #ended(): AlgorithmPlan {
    const coarse = this.#best();
    if (coarse === undefined) return this.#unreached(this.#byGap());
    const best = this.#lowest(this.#finest(coarse));
    this.#tried.set(best.gap, best);
    const passage = this.#passageOf(best);
    if (!('reason' in passage) && passage.kind !== 'reached' && !this.#careful.has(best.gap)) {
      this.#careful.add(best.gap);
      this.#try(best.gap);
      return this.#ended();
    }
    const error = this.#search.errors.errorAt(best);
    const none = (reason: string): AlgorithmPlan => ({
      ...{ kind: 'none', reason, floor: floorOf(error), byGap: this.#byGap() },
    });
    const rounds = firstRound(error, this.#epsilon, 'rounds' in passage ? passage.rounds : best.rounds);
    if (typeof rounds !== 'number') return none(rounds.reason);
    const errors = error.at([rounds]);
    if ('reason' in errors) return none(errors.reason);
    const { neglects } = errors;
    const relativeError = errors.relativeError[0]!;
    const [early, late] = [1 + relativeError, 1 - relativeError].map((factor) => {
      const passage = relativeError > 0 ? error.passage(this.#epsilon * factor) : undefined;
      return passage === undefined ? rounds : 'reason' in passage ? Infinity : roundsOf(passage, Infinity);
    }) as [number, number];
    if (!(relativeError <= MOST_UNCERTAIN && late - early <= OPEN_PART * rounds + 1))
      return none(
        `the estimated error of its curve, ${(100 * relativeError).toPrecision(2)} %, leaves more than ${100 * OPEN_PART} % of T open`,
      );
    return {
      ...(relativeError > 0
        ? { kind: 'approximate' as const, ...(neglects !== undefined && { reason: `${neglects} neglected` }) }
        : { kind: 'exact' as const }),
      ...{ gap: best.gap, parameters: best.parameters, rounds, relativeError },
      byGap: this.#byGap({ gap: best.gap, rounds }),
      cost: rounds * this.#search.costAt(best.gap),
      floor: floorOf(error),
      range: this.#rangeAbout(best, rounds),
    };
  }

  /** The step sizes about the best one at which T is at most a tenth larger. */
  #rangeAbout(best: Tried, rounds: number): readonly [number, number] {
    const [{ name, range }] = this.#search.parameters as [SearchedParameter];
    const { low, high } = endsOf(range);
    const most = NEARLY * rounds;
    const isNear = (x: number): boolean => {
      const parameters = { ...best.parameters, [name]: x };
      const error = this.#searchedErrorAt({ gap: best.gap, parameters });
      const passage = error.passage(this.#epsilon, Math.max(1, most));
      return !('reason' in passage) && Math.ceil(roundsOf(passage, Infinity)) <= most;
    };
    const center = best.parameters[name]!;
    return [endAlong(center, low, isNear), endAlong(center, high, isNear)];
  }

  /** Nothing was found: the least floor, and why curves are missing where that is all. */
  #unreached(byGap: readonly GapPlan[]): AlgorithmPlan {
    let floor: number | null = null;
    for (const gap of new Set(Object.values(endsOf(this.#search.gap.range)))) {
      const ends = this.#search.parameters.map(({ name, range }) => [name, endsOf(range).low] as const);
      const found = floorOf(this.#search.errors.errorAt({ gap, parameters: Object.fromEntries(ends) }));
      if (found !== null && (floor === null || found < floor)) floor = found;
    }
    const [refusal] = this.#refusals.values();
    if (floor === null && refusal !== undefined)
      return { kind: 'none', reason: refusal.reason, lacksCurve: true, floor, byGap };
    const reason =
      floor === null
        ? 'its expected error grows at all step sizes in the range'
        : floor > this.#epsilon
          ? `ε is out of reach: the least final error in these ranges is ${floor.toPrecision(3)}`
          : `no step size in the range reaches ε`;
    return { kind: 'none', reason, floor, byGap };
  }
}

/** T in parts of rounds; what is later counts as the most that was looked at, what is never as infinite. */
const roundsOf = (passage: Passage, most: number): number =>
  passage.kind === 'reached' ? passage.rounds : passage.kind === 'later' ? 2 * most : Infinity;

function floorOf(error: FallingError): number | null {
  const floor = error.floor();
  return typeof floor === 'number' && Number.isFinite(floor) ? floor : null;
}
