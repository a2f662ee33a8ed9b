/** About how many rounds a run has, for its progress and the time that it takes. */
import type { Problem } from '../problems/operator.ts';
import { DEFAULT_POLICY, policyOf } from '../policies/index.ts';
import { budgetedRounds } from '../configuration/budget.ts';
import type { RunConfiguration } from '../configuration/configuration.ts';
import { countedBytes } from '../configuration/settings/byteLimit.ts';
import { meanGap } from '../triggers/index.ts';
import { expectedPace } from './expectedPace.ts';
import { expectedTimings } from './expectedTimings.ts';
import { BYTES_PER_DOUBLE } from '../timing/expected.ts';

/** Of a quotient. */
const ROUNDING = 1e-12;

/**
 * Rounds, or server steps; where limits end the run as many as the mean times and one vector an answer let expect,
 * 1 at least. Exactly so many where times are constant and the pace is known in closed form; else the slowest agent
 * makes a round, and each answer a step.
 */
export function expectedRounds(
  problem: Pick<Problem, 'agents' | 'dimension'>,
  configuration: Pick<RunConfiguration, 'trigger' | 'budget'> &
    Partial<Pick<RunConfiguration, 'policy' | 'timing'>>,
): number {
  const { budget, policy = DEFAULT_POLICY } = configuration;
  const rounds = budgetedRounds(configuration);
  const { seconds = Infinity, bytes } = budget;
  if (seconds === Infinity && bytes === undefined) return rounds;
  const set = policyOf(policy);
  const pace = set.pace(problem.agents);
  const stepSeconds = expectedPace(problem, configuration)?.stepSeconds ?? roughStep(problem, configuration);
  const answers =
    pace?.kind === 'own' ? pace.answers : (pace?.awaited ?? (set.free === undefined ? problem.agents : 1));
  const { most, up, down } = countedBytes(bytes);
  const byTraffic = most / (BYTES_PER_DOUBLE * problem.dimension * answers * (Number(up) + Number(down)));
  const expected = Math.min(rounds, seconds / stepSeconds, byTraffic);
  return Number.isFinite(expected) ? Math.max(1, Math.floor(expected * (1 + ROUNDING))) : 1;
}

/** Seconds of a round of the slowest agent, or between answers. */
function roughStep(
  problem: Pick<Problem, 'agents' | 'dimension'>,
  configuration: Parameters<typeof expectedRounds>[1],
): number {
  const { trigger, policy = DEFAULT_POLICY } = configuration;
  const timings = expectedTimings(problem, configuration);
  let slowest = timings.length === 0 ? (meanGap(trigger) ?? 1) : 0;
  let updates = timings.length === 0 ? problem.agents / slowest : 0;
  for (const { first, last, timing } of timings) {
    const cycle = (timing.computing + timing.downlink + timing.uplink) / timing.available;
    slowest = Math.max(slowest, cycle);
    updates += (last - first + 1) / cycle;
  }
  return policyOf(policy).free === undefined ? slowest : 1 / updates;
}
