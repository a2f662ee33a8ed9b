/** Refuses a policy that would wait for an answer that never comes. */
import type { Algorithm } from '../algorithms/algorithm.ts';
import { InputError } from '../values/failure.ts';
import { POLICIES, type PolicyConfiguration, policyOf } from '../policies/index.ts';
import type { PolicyDefinition } from '../policies/policy.ts';
import { listed } from '../values/kind.ts';
import { someValues } from '../values/parameter.ts';
import { LONGEST_RUN, secondsOf, ticksOf } from '../values/ticks.ts';
import { leastOf, meanOf } from '../timing/distribution.ts';
import { expectedTiming } from '../timing/expected.ts';
import { lossRate } from '../timing/loss.ts';
import { isShared, type TimingFields, type TimingModel, timingOf } from '../timing/timingModel.ts';

/** What can keep an agent's answer away for good, as the timing model's field says it. */
function neverAnswers(timing: TimingFields): string | undefined {
  const { dropout = 0, loss = {} } = timing;
  if (dropout > 0) return `dropout ${dropout}`;
  for (const link of ['uplink', 'downlink'] as const) {
    const rate = lossRate(loss[link] ?? 0);
    if (rate > 0) return `loss ${Number(rate.toPrecision(3))} on the ${link}`;
  }
  return isGone(timing);
}

function isGone({ crash, availabilityTrace: trace }: TimingFields): string | undefined {
  if (crash !== undefined && crash.returnsAfter === undefined) return 'a crash without return';
  return trace !== undefined && trace.period === undefined
    ? 'an availability trace that ends; with a period it repeats'
    : undefined;
}

/** Policies that one of two agents does not hold up, where they wait for as few as they can. */
const GO_ON = POLICIES.filter(
  (policy: PolicyDefinition) => policy.heldUpBy?.(someValues(policy.settings), 2) === undefined,
).map(({ name }) => name);

/**
 * Refuses a policy that waits for an agent, under a timing model in which that agent may never answer.
 *
 * @throws InputError naming the agent and the reason
 */
export function refuseStalling(
  policy: PolicyConfiguration,
  timing: TimingModel | undefined,
  agents: number,
): void {
  const held = policyOf(policy);
  const heldUpBy = held.heldUpBy(agents);
  if (timing === undefined || heldUpBy === undefined) return;
  const isSilence = heldUpBy === 'silence';
  const waits = isSilence ? 'waits for every agent it asks' : 'waits even for an agent that is gone';
  for (let agent = 0; agent < agents; agent++) {
    const reason = (isSilence ? neverAnswers : isGone)(timingOf(timing, agent));
    if (reason === undefined) continue;
    throw new InputError(
      `\`policy\`: ${held.name} ${waits}, and agent ${agent} may never answer (${reason}); ${listed(GO_ON, 'or')} do not wait for it`,
    );
  }
}

/**
 * Refuses overrides of agents that do not exist, and records that lack an agent.
 *
 * @throws InputError naming the override or the agent
 */
export function refuseOutside(timing: TimingModel | undefined, agents: number): void {
  timing?.agents?.forEach(({ agents: [first, last] }, index) => {
    if (last < agents) return;
    throw new InputError(
      `timing.agents[${index}]: is for agents ${first} to ${last}; the problem has agents 0 to ${agents - 1}`,
    );
  });
  for (let agent = 0; agent < agents; agent++) {
    const { availabilityTrace, measured } = timingOf(timing, agent);
    for (const [field, list] of Object.entries({ availabilityTrace, measured })) {
      const length = list?.agents?.length ?? Infinity;
      if (agent < length) continue;
      throw new InputError(
        `timing.${field}: has agents 0 to ${length - 1}; the problem has agents 0 to ${agents - 1}`,
      );
    }
  }
}

/**
 * Refuses algorithms with several exchanges a round where an agent may return from a crash and lose the message that brings it θ̄ again: it
 * would correct its steps for a model that it does not have.
 *
 * @throws InputError naming the agent
 */
export function refuseForgottenModel(
  { name, messages: { down } }: Algorithm,
  timing: TimingModel | undefined,
  agents: number,
): void {
  const exchanges = down.some(({ asksForSteps }) => !asksForSteps);
  if (!exchanges || timing === undefined) return;
  for (let agent = 0; agent < agents; agent++) {
    const { crash, loss } = timingOf(timing, agent);
    if (crash?.returnsAfter === undefined || lossRate(loss?.downlink ?? 0) === 0) continue;
    throw new InputError(
      `timing: agent ${agent} may return from a crash and lose what the server sends; ${name} needs the first of its two messages to take up the second, so leave out one of crash and loss`,
    );
  }
}

/** How many agents do how many local steps at least, and the seconds after which the run ends, where they are given. */
interface LeastWork {
  readonly agents: number;
  readonly localSteps: number;
  readonly seconds: number | undefined;
}

/**
 * Refuses a largest age that every answer exceeds, or a clock that ends before the first answer, whatever is drawn for
 * dispatches of so many local steps or more: the server would never step.
 *
 * @throws InputError in one line
 */
export function refuseTooOld(
  policy: PolicyConfiguration,
  timing: TimingModel | undefined,
  { agents, localSteps, seconds = Infinity }: LeastWork,
): void {
  let least = Infinity;
  for (let agent = 0; agent < agents; agent++) {
    const { compute, slowness = 1, speed, measured, ...links } = timingOf(timing, agent);
    if (speed !== undefined || measured !== undefined) return;
    const { downlinkLatency = 0, uplinkLatency = 0 } = links;
    const parts = [
      localSteps * leastOf(compute) * leastOf(slowness),
      leastOf(downlinkLatency),
      leastOf(uplinkLatency),
    ];
    least = Math.min(
      least,
      parts.map(ticksOf).reduce((sum, part) => sum + part),
    );
  }
  if (least > LONGEST_RUN && ticksOf(seconds) > LONGEST_RUN)
    throw new InputError(
      '`timing`: every answer would come after 4.6e9 s, where the virtual clock ends; give shorter times, or count them in a larger unit',
    );
  if (!('largestAge' in policy && least > ticksOf(policy.largestAge))) return;
  throw new InputError(
    `\`policy\`: largest-age=${policy.largestAge} discards every answer, since by the timing model each takes ${secondsOf(least)} s at least; give as much or more`,
  );
}

/** One local step and messages of one byte. */
const LEAST_LOAD = { localSteps: 1, downlinkBytes: 1, uplinkBytes: 1 };

/**
 * Refuses rounds that take no time, where nothing but time would end them: of all agents, or of one that others do not hold
 * up.
 *
 * @throws InputError naming an agent
 */
export function refuseTimeless(
  policy: PolicyConfiguration,
  timing: TimingModel | undefined,
  agents: number,
): void {
  const { everyone } = policyOf(policy);
  if (timing !== undefined && (isShared(timing) || meanOf(timing.serverCompute ?? 0) > 0)) return;
  let last = -1;
  let count = 0;
  for (let agent = 0; agent < agents; agent++) {
    const { computing, downlink, uplink } = expectedTiming(timing, agent, LEAST_LOAD);
    if (computing + downlink + uplink > 0) continue;
    last = agent;
    count++;
  }
  if (count < (everyone ? agents : 1)) return;
  throw new InputError(
    `\`seconds\`: no time would pass, since by the timing model agent ${last} takes none for its steps and messages; give \`rounds\` or \`bytes\`, too`,
  );
}
