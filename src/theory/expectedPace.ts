/**
 * How fast a timed run goes in the long run, in closed form: what holds for every law of times by renewal, and the
 * order statistics of exponential ones.
 */
import jStat from 'jstat';
import { DEFAULT_POLICY, policyOf } from '../policies/index.ts';
import { meanStaleness, type OwnPace, workingOf } from '../policies/pace.ts';
import type { Problem } from '../problems/operator.ts';
import type { RunConfiguration } from '../configuration/configuration.ts';
import { lawOf } from '../triggers/index.ts';
import { type AgentsTiming, expectedTimings } from './expectedTimings.ts';
import { secondsLeft } from './schedules/answeredBy.ts';
import { alikeAgents, cycleOf, exponentialPart } from './schedules/cycle.ts';

/** Long-run means; messages are of one vector. */
export interface ExpectedPace {
  /** seconds from one server step to the next */
  readonly stepSeconds: number;
  /** server steps of an update, mean over updates; null where all agents start a round together */
  readonly staleness: number | null;
  /** the same of each group of agents alone, where each of its answers makes a step; null elsewhere */
  readonly stalenessOf: readonly number[] | null;
  /** share of the agents' time in which they wait; null where it is not known */
  readonly idle: number | null;
}

/** The pace; `undefined` where there is no closed form. */
export function expectedPace(
  problem: Pick<Problem, 'agents' | 'dimension'>,
  configuration: Pick<RunConfiguration, 'trigger'> &
    Partial<Pick<RunConfiguration, 'timing' | 'policy' | 'bits'>>,
): ExpectedPace | undefined {
  const { timing: model, policy, trigger } = configuration;
  const { agents, dimension } = problem;
  const pace = policyOf(policy ?? DEFAULT_POLICY).pace(agents);
  const groups = expectedTimings(problem, configuration);
  if (pace === undefined || groups.length === 0) return undefined;
  const law = lawOf(trigger);
  const gap = law?.kind === 'constant' ? law.gap : NaN;
  const isOwn = pace.kind === 'own';
  const alike = alikeAgents(model, agents);
  // Work at a speed that changes is done at the mean speed in the long run, where nothing interrupts it.
  const cycles = alike.map(({ fields: { speed, ...fields } }) =>
    cycleOf(isOwn ? fields : { ...fields, ...(speed && { speed }) }, gap, dimension, configuration.bits),
  );
  const hasSpeed = alike.some(({ fields }) => fields.speed !== undefined);
  const hasMessages = groups.some(({ timing: { downlink, uplink } }) => downlink + uplink > 0);
  if (cycles.includes(undefined) || (hasSpeed && hasMessages)) return undefined;
  if (groups.some((agentsTiming) => meanCycle(agentsTiming) === Infinity)) return undefined;
  if (pace.kind === 'own') {
    // Of agents that differ the slow ones are more often at work.
    if (workingOf(pace, agents) < agents && groups.length > 1) return undefined;
    return ofOwnPace(groups, agents, pace);
  }
  const [cycle] = cycles;
  if (cycles.length > 1 || Number.isNaN(gap)) return undefined;
  const spread = exponentialPart(cycle!);
  if (spread === undefined) return undefined;
  const { asked, awaited, deadline } = pace;
  // A message that is still under way as the round ends holds up the next one.
  const isHeldUp = cycle!.random.some(({ part }) => part === 'downlink');
  if ((awaited < asked || deadline !== undefined) && isHeldUp) return undefined;
  const stepSeconds =
    cycle!.fixed + roundSeconds(spread, asked, awaited, secondsLeft(deadline ?? Infinity, cycle!.fixed));
  const { computing, uplink } = groups[0]!.timing;
  const all = awaited === asked && deadline === undefined;
  const idle = all ? 1 - ((asked / agents) * (computing + uplink)) / stepSeconds : null;
  return { stepSeconds, staleness: null, stalenessOf: null, idle };
}

/**
 * The mean of `max(E_(1), min(E_(K), Δ))`, E_(k) the k-th smallest of S exponentials of mean μ; 0 where μ is, and Δ is
 * not over before. By Δ the first j + 1 have come with probability I_F(j + 1, S − j), F = 1 − e^{−Δ/μ}, and between the
 * j-th and the next lie μ/(S − j) seconds in the mean, as far as they are before Δ times that probability.
 */
function roundSeconds(mean: number, asked: number, awaited: number, deadline: number): number {
  if (mean === 0) return 0;
  const by = deadline <= 0 ? 0 : -Math.expm1(-deadline / mean);
  let sum = deadline <= 0 ? mean / asked : (mean / asked) * Math.exp((-asked * deadline) / mean);
  for (let k = 0; k < awaited; k++) {
    const share = by === 1 ? 1 : jStat.beta.cdf(by, k + 1, asked - k);
    sum += (mean / (asked - k)) * share;
  }
  return sum;
}

/**
 * Each agent answers once in its cycle, whatever the law of that is. So Λ/K steps a second, Λ = Σ λ_i; and
 * between two models that agent i is sent lie all steps, so that its answers are Λ/λ_i − 1 steps stale where
 * K = 1, and all of them (M − 1)/K in the mean. Of agents that are alike C may be at work instead of M.
 */
function ofOwnPace(groups: readonly AgentsTiming[], agents: number, pace: OwnPace): ExpectedPace {
  const { answers } = pace;
  const rates = groups.map((group) => ({ rate: 1 / meanCycle(group), count: group.last - group.first + 1 }));
  const share = workingOf(pace, agents) / agents;
  const total = share * rates.reduce((sum, { rate, count }) => sum + count * rate, 0);
  const waiting = groups.reduce(
    (sum, { timing: { downlink } }, k) => sum + rates[k]!.count * downlink * rates[k]!.rate,
    0,
  );
  return {
    stepSeconds: answers / total,
    staleness: meanStaleness(pace, agents),
    stalenessOf: answers === 1 ? rates.map(({ rate }) => total / rate - 1) : null,
    idle: 1 - share + (share * waiting) / agents,
  };
}

const meanCycle = ({ timing: { downlink, computing, uplink } }: AgentsTiming): number =>
  downlink + computing + uplink;
