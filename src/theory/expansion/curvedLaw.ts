/** The stationary law of a model where mean operators are curved, by a Gaussian closure, with what it is worth. */
import type { WeightedRun } from '../../algorithms/roundProgram.ts';
import { squaredNorm, type Vector } from '../../maths/vector.ts';
import type { Problem } from '../../problems/operator.ts';
import { meanGap } from '../../triggers/index.ts';
import { attempted } from '../attempted.ts';
import { MOST_UNCERTAIN } from '../mostUncertain.ts';
import { because, tooExpensive, type Unknown } from '../unknown.ts';
import { type ExpansionBudget, type ExpansionSetting, USUAL_BUDGET } from './atRoot.ts';
import { closedLaw, type ClosedSum, closedSum } from './closedLaw.ts';
import { gaussianAgent } from './gaussianAverages.ts';
import { noisyAgents, type NoisyAgent } from './noisyAgents.ts';
import type { RoundPlan } from './plannedRounds.ts';
import { lawCost, roundPlan } from './stationaryLaw.ts';

/** θ̄ − θ* in the long run; a number is null where its estimated error is above a tenth, or it is not known. */
export interface CurvedLaw {
  /** ‖bias‖² */
  readonly biasSquare: number | null;
  /** tr Cov θ̄ */
  readonly spread: number | null;
  /** their sum */
  readonly meanSquare: number | null;
  /** estimates of |number/truth − 1|, of the first and the last, also where these are null for them */
  readonly biasError: number | null;
  readonly relativeError: number | null;
  /** why one of them is missing, or null */
  readonly reason: string | null;
}

/** A run with what its observations' memory does to it. */
export interface CurvedRun extends WeightedRun {
  /** γ b_m `[d]` (expansion.ts); `undefined` where it is not known */
  readonly memoryBias: Vector | undefined;
  /** ρ² (closedLaw.ts) to first order; 0 where it is not known */
  readonly roughly: number;
}

/** Multiplications that all runs of an algorithm may take, whatever else may take less: some tenths of a second. */
const LEAST_BUDGET = 2e8;
/** Laws tried in all, about, at three scales of the noise. */
const LAWS = 15;

/**
 * The law of Σ weight · θ̄ over the runs.
 *
 * @param root - θ*
 * @param noise - whether runs see observations of their own
 */
export function curvedLaw(
  problem: Problem,
  root: Vector,
  runs: readonly CurvedRun[],
  setting: ExpansionSetting,
  noise: 'independent' | 'common',
  { multiplications }: ExpansionBudget = USUAL_BUDGET,
): CurvedLaw {
  const budget = { multiplications: Math.max(multiplications, LEAST_BUDGET) };
  const found = attempted('its stationary law', () => sumOf(problem, root, runs, setting, budget));
  if ('reason' in found) return nothing(found.reason);
  return judged(found, runs.length > 1 && noise === 'common');
}

function sumOf(
  problem: Problem,
  root: Vector,
  runs: readonly CurvedRun[],
  setting: ExpansionSetting,
  budget: ExpansionBudget,
): ClosedSum | Unknown {
  const beyond = runs.map(({ roughly }) => roughly).find((square) => square > MOST_UNCERTAIN);
  if (beyond !== undefined)
    return because(
      `noise moves the mean by ${percent(Math.sqrt(beyond) / 2)} of the spread’s root: too far for a closure`,
    );
  const { agents: M, dimension: d } = problem;
  const plans: RoundPlan[] = [];
  for (const { program, trigger } of runs) {
    const plan = roundPlan(program, trigger, d, M);
    if ('reason' in plan) return plan;
    plans.push(plan);
  }
  const cost = problem.agent(0).noise?.().cost ?? { covariance: d ** 3, longRun: d ** 3 };
  const ofNoise = { exact: 0, iid: cost.covariance, markov: cost.longRun }[setting.sampling];
  const needed = plans.reduce(
    (sum, plan) => sum + LAWS * (lawCost(plan) + operatorCost(plan, cost.covariance, ofNoise)),
    0,
  );
  if (needed > budget.multiplications) return tooExpensive('its stationary law takes', needed, budget);
  const agents = noisyAgents(problem, root, setting);
  if ('reason' in agents) return agents;
  const parts = runs.map(({ weight, trigger, memoryBias = new Float64Array(d) }, k) => {
    const law = closedLaw(plans[k]!, (scale) =>
      agents.map((agent) => gaussianAgent(agent, scale, agent.memoryOf(memoryBias))),
    );
    return { weight, law, remembers: remembered(agents, plans[k]!, meanGap(trigger)) };
  });
  return closedSum(parts);
}

/** Of the operators in one law that is tried: values at nodes, slopes about as expensive as covariances, and noise. */
function operatorCost({ steps, dimension: d, agents }: RoundPlan, slope: number, noise: number): number {
  const points = 2 * d + 1;
  return agents * points * ((steps.nodes.length * slope) / d + slope + noise);
}

/**
 * The part of what noise does that its memory τ may change, relative: steps of size η contract by ηJ while it lasts,
 * and a round that is not much longer than it sees correlated noise within.
 */
function remembered(
  agents: readonly NoisyAgent[],
  { program: { act }, dimension }: RoundPlan,
  gap: number,
): number {
  const time = agents.reduce((sum, agent) => sum + agent.memoryTime / agents.length, 0);
  if (time === 0) return 0;
  const slope = Math.max(...agents.map(({ slope }) => Math.hypot(...slope) / Math.sqrt(dimension)));
  return act.kind === 'gather' ? time / gap : time * act.stepSize * slope + Math.min(1, time / gap);
}

/** What of a law may be printed. */
function judged({ bias, biasError, spread, spreadError }: ClosedSum, isCommon: boolean): CurvedLaw {
  const size = Math.sqrt(squaredNorm(bias));
  const offSquare = 2 * size * biasError + biasError ** 2;
  const square = size ** 2;
  const ofBias = relative(offSquare, square);
  const ofSum = relative(offSquare + spreadError, square + spread);
  const ofSpread = relative(spreadError, spread);
  const certain = (value: number, error: number): number | null => (error <= MOST_UNCERTAIN ? value : null);
  const reasons = [
    ...(ofBias > MOST_UNCERTAIN ? [`the estimated error of its bias² is ${percent(ofBias)}`] : []),
    ...(isCommon
      ? ['tr Σ is for independent noise of the two runs']
      : ofSum > MOST_UNCERTAIN
        ? [`the estimated error of ‖bias‖² + tr Σ is ${percent(ofSum)}`]
        : []),
  ];
  return {
    biasSquare: certain(square, ofBias),
    spread: isCommon ? null : certain(spread, ofSpread),
    meanSquare: isCommon ? null : certain(square + spread, ofSum),
    biasError: finite(ofBias),
    relativeError: isCommon ? null : finite(ofSum),
    reason: reasons.length > 0 ? reasons.join('; ') : null,
  };
}

const relative = (error: number, value: number): number => (error === 0 ? 0 : error / value);
const finite = (value: number): number | null => (Number.isFinite(value) ? value : null);
const percent = (value: number): string =>
  value < 10 ? `${(100 * value).toPrecision(2)} %` : 'beyond itself';

const nothing = (reason: string): CurvedLaw => ({
  ...{ biasSquare: null, spread: null, meanSquare: null, biasError: null, relativeError: null },
  reason,
});
