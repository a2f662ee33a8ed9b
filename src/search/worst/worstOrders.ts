/**
 * Which periodic order of arrivals, within a bound on staleness, is the worst for a run without rounds: by how much
 * errors grow along it, what no order exceeds, and how far the server's step may be turned up.
 */
import { keyOf } from '../../algorithms/parts.ts';
import { type PolicyConfiguration, policyOf } from '../../policies/index.ts';
import type { OrderRule } from '../../policies/pace.ts';
import type { LinearMean } from '../../problems/operator.ts';
import type { RunConfiguration, ScheduledAlgorithm } from '../../configuration/configuration.ts';
import { lawOf } from '../../triggers/index.ts';
import { CHANGING_STEP, withConstantStep } from '../../theory/constantStep.ts';
import { Unfollowed } from '../../theory/linearParts.ts';
import { because, type Unknown } from '../../theory/unknown.ts';
import { type ArrivalRules, arrivalRules } from './arrivalRules.ts';
import { OrderGraph } from './orderGraph.ts';
import { meanSquareMaps, type ObservedAgents } from './meanSquareMaps.ts';
import { reachedSteps, type StepMaps } from './stepMaps.ts';
import { type FoundOrder, startsOf, worstOrder } from './worstOrder.ts';

/** Of which run, and how far it is looked. */
export interface WorstSetting {
  readonly algorithm: ScheduledAlgorithm;
  readonly configuration: Pick<RunConfiguration, 'policy' | 'trigger'>;
  /** Ḡ_i, in agent order */
  readonly means: readonly LinearMean[];
  /** D, the largest staleness; by default two more than the smallest that has an order */
  readonly staleness: number | undefined;
  /** P, the longest period in server steps */
  readonly period: number;
  /** what agents observe, where the growth of root mean squares under independent observations is asked for */
  readonly observed?: ObservedAgents | undefined;
}

/** The worst order within one bound. */
export interface WorstRow {
  /** D */
  readonly staleness: number;
  /** whose answers each step of a period takes in */
  readonly order: readonly (readonly number[])[];
  /** of each of these answers */
  readonly orderStaleness: readonly (readonly number[])[];
  /** what errors, or their root mean square, grow by, a server step */
  readonly rate: number;
  /** every order of a period up to this was considered; of longer ones those that looked worst */
  readonly examined: number;
  /** no order whatever within the bound grows faster, a step */
  readonly upper: number;
}

/** What there is so far. */
export interface WorstSummary {
  /** its key in the run */
  readonly algorithm: string;
  readonly policy: PolicyConfiguration;
  readonly agents: number;
  readonly localSteps: number;
  readonly period: number;
  /** whether growth is that of the root mean square under independent observations, or that without noise */
  readonly meanSquare: boolean;
  readonly rows: readonly WorstRow[];
  /** up to which every examined order is stable, and every order; null if there is none */
  readonly stable: number | null;
  readonly certified: number | null;
  /** the largest value of a setting of the policy at which all orders examined within the bound are stable */
  readonly limit: { readonly setting: Setting; readonly value: number | null; readonly most: number } | null;
  /** what it was doing when it was ended */
  readonly endedAt?: string;
}

/** Settings by which a policy goes further in a step. */
type Setting = OrderRule['strength']['setting'];

/** What it is at, and what there is by then. */
export interface WorstProgress {
  readonly part: string;
  readonly soFar: WorstSummary;
}

/** More than it takes for there to be an order. */
const FURTHER = 2;
/** How closely a limit is sought, and between what bounds beside the policy's own value. */
const PRECISION = 1e-4;
const RATIO = 1.25;
const RANGE = 1e4;

/** Searches; each value that it yields is a sign of life. */
export function* worstOrders(setting: WorstSetting): Generator<WorstProgress, WorstSummary | Unknown> {
  try {
    return yield* searched(setting);
  } catch (error) {
    if (error instanceof Unfollowed) return because(error.message);
    throw error;
  }
}

function* searched(setting: WorstSetting): Generator<WorstProgress, WorstSummary | Unknown> {
  const { configuration, means, period, observed } = setting;
  const { policy, trigger } = configuration;
  const law = lawOf(trigger);
  if (law?.kind !== 'constant') return because('how many local steps a dispatch takes is drawn');
  const algorithm = withConstantStep(setting.algorithm);
  if (algorithm === undefined) return because(CHANGING_STEP);
  const agents = means.length;
  const localSteps = law.gap;
  const mapsOf = (policy: PolicyConfiguration, rules: ArrivalRules): StepMaps | Unknown => {
    const steps = reachedSteps({ algorithm, means, localSteps, free: policyOf(policy).free! }, rules);
    if ('reason' in steps) return steps;
    return observed === undefined ? steps.maps : meanSquareMaps(steps, observed);
  };

  const first = leastBound(policy, agents, setting.staleness);
  if (typeof first !== 'number') return first;
  const bound = setting.staleness ?? first + FURTHER;
  const rows: WorstRow[] = [];
  const summary = (limit: WorstSummary['limit'] = null): WorstSummary => ({
    ...{ algorithm: keyOf(algorithm), policy, agents, localSteps, period, limit },
    meanSquare: observed !== undefined,
    rows: [...rows],
    stable: lastBelow(rows, ({ rate }) => rate),
    certified: lastBelow(rows, ({ upper }) => upper),
  });

  for (let staleness = first; staleness <= bound; staleness++) {
    const rules = arrivalRules(policy, agents, staleness);
    if ('reason' in rules) return rules;
    // The policy's own bound is the smaller one.
    if (rules.bound < staleness) break;
    const maps = mapsOf(policy, rules);
    if ('reason' in maps) return maps;
    const graph = new OrderGraph(rules);
    if (startsOf(graph) === undefined)
      return because(`within a staleness of ${staleness} there are too many orders under this policy`);
    const search = worstOrder({ graph, maps, period, known: rows.map(({ order }) => order) });
    const part = `orders within a staleness of ${staleness}`;
    const { worst, examined, upper } = yield* reported(search, () => ({ part, soFar: summary() }));
    const growth = observed === undefined ? (x: number) => x : Math.sqrt;
    if (worst)
      rows.push({ staleness, ...orderOf(worst), rate: growth(worst.rate), examined, upper: growth(upper) });
  }
  if (rows.length === 0)
    return because(
      `no order of ${agents} agents within a staleness of ${bound} has a period of ${period} or less`,
    );
  const limited = policyOf(policy).orders?.strength;
  if (limited === undefined) return summary();
  const limit = yield* largestStable(limited, function* (value) {
    const turned = { ...policy, [limited.setting]: value };
    const rules = arrivalRules(turned, agents, bound) as ArrivalRules;
    const maps = mapsOf(turned, rules) as StepMaps;
    const known = rows.map(({ order }) => order);
    const search = worstOrder({ graph: new OrderGraph(rules), maps, period, known, above: 1 });
    const part = `orders at ${limited.setting} ${Number(value.toPrecision(4))}`;
    const { worst } = yield* reported(search, () => ({ part, soFar: summary() }));
    return worst === undefined;
  });
  return summary(limit);
}

/** What a search ends with; it reports its progress on its way. */
function* reported<T>(
  search: Generator<unknown, T>,
  progress: () => WorstProgress,
): Generator<WorstProgress, T> {
  for (;;) {
    const next = search.next();
    if (next.done) return next.value;
    yield progress();
  }
}

/** The smallest bound within which there is an order, or why there is none within the one that is asked for. */
function leastBound(
  policy: PolicyConfiguration,
  agents: number,
  asked: number | undefined,
): number | Unknown {
  const { orders } = policyOf(policy);
  if (orders?.kind === 'waiting') {
    const largestStaleness = orders.largestStaleness;
    if (asked !== undefined && asked !== largestStaleness)
      return because(`the policy itself bounds staleness by ${largestStaleness}; leave the other bound out`);
    return largestStaleness;
  }
  for (let bound = 0; bound <= agents; bound++) {
    const rules = arrivalRules(policy, agents, bound);
    if ('reason' in rules) return rules;
    if (rules.after(new Array<number>(agents).fill(0)).length === 0) continue;
    if (asked === undefined || bound <= asked) return bound;
    return because(
      `within a staleness of ${asked} there is no order of ${agents} agents; it takes at least ${bound}`,
    );
  }
  return because('the policy discards answers that no order can do without');
}

const orderOf = ({ steps }: FoundOrder): Pick<WorstRow, 'order' | 'orderStaleness'> => ({
  order: steps.map(({ step }) => step.agents),
  orderStaleness: steps.map(({ step }) => step.staleness),
});

/** The last bound up to which a growth is below 1. */
function lastBelow(rows: readonly WorstRow[], growth: (row: WorstRow) => number): number | null {
  const end = rows.findIndex((row) => !(growth(row) < 1));
  return rows[(end < 0 ? rows.length : end) - 1]?.staleness ?? null;
}

/** The end of the window of stability that is next to a value: upwards from it or, where that is not stable, downwards. */
function* largestStable(
  { setting, value, most }: { readonly setting: Setting; readonly value: number; readonly most: number },
  isStable: (value: number) => Generator<WorstProgress, boolean>,
): Generator<WorstProgress, WorstSummary['limit']> {
  let [stable, unstable] = [value, value];
  if (yield* isStable(value))
    do {
      stable = unstable;
      if (stable === most) return { setting, value: most, most };
      unstable = Math.min(most, stable * RATIO);
    } while (yield* isStable(unstable));
  else
    do {
      unstable = stable;
      if (unstable < value / RANGE) return { setting, value: null, most };
      stable = unstable / RATIO;
    } while (!(yield* isStable(stable)));
  while (unstable - stable > PRECISION * stable) {
    const middle: number = (stable + unstable) / 2;
    if (yield* isStable(middle)) stable = middle;
    else unstable = middle;
  }
  return { setting, value: stable, most };
}
