/** A policy or a trigger of the user's own, tried by itself: without agents, clock or messages. */
import { generatorFor } from '../../maths/generator.ts';
import { checkedMachine } from '../../policies/checkedMachine.ts';
import type { PolicyInput, PolicyOutput, Update } from '../../policies/machine.ts';
import type { PolicyDefinition } from '../../policies/policy.ts';
import { drawnForRounds, type RoundGap } from '../../triggers/gaps.ts';
import type { TriggerDefinition } from '../../triggers/trigger.ts';
import { someValues } from '../../values/parameter.ts';
import { firstLine } from '../../values/failure.ts';

const AGENTS = 4;
const ROUNDS = 1000;
/** Server steps that a policy is to take, and what it may hear until then. */
const STEPS = 50;
const INPUTS = 10_000;
/** Of a mean, in standard errors: a right one is off by more with probability 10⁻⁸. */
const STANDARD_ERRORS = 5.8;

/** What is wrong with a trigger, a line each; none where nothing was found. */
export function tryTrigger(definition: TriggerDefinition): string[] {
  const { name } = definition;
  const settings = someValues(definition.settings);
  try {
    const draw = (): RoundGap[] => {
      const gaps = drawnForRounds({ definition, settings }, AGENTS, 1);
      return Array.from({ length: ROUNDS }, (_, t) => gaps(t + 1));
    };
    const gaps = draw();
    if (JSON.stringify(gaps) !== JSON.stringify(draw()))
      return [`trigger ${name}: drawn again, it gives different gaps; it must draw only from its coins`];
    const law = definition.gapOf ? undefined : definition.law?.(settings);
    if (law === undefined) return [];
    const mean = (gaps as number[]).reduce((sum, gap) => sum + gap, 0) / ROUNDS;
    const p = law.kind === 'constant' ? 1 / law.gap : law.probability;
    const error = law.kind === 'constant' ? 0 : Math.sqrt((1 - p) / ROUNDS) / p;
    if (Math.abs(mean - 1 / p) <= STANDARD_ERRORS * error + 1e-9 / p) return [];
    return [
      `trigger ${name}: its law has the mean ${(1 / p).toPrecision(4)}, and ${ROUNDS} of its gaps ${mean.toPrecision(4)}`,
    ];
  } catch (error) {
    const line = firstLine(error);
    return [line.startsWith(`trigger ${name}`) ? line : `trigger ${name}: ${line}`];
  }
}

/** What is wrong with a policy, a line each; none where nothing was found. */
export function tryPolicy(definition: PolicyDefinition): string[] {
  const { name } = definition;
  try {
    const [once, again] = [message(definition), message(definition)];
    return once === again
      ? []
      : [
          `policy ${name}: given the same input again, it decides differently; its machine must be made anew for each run, and draw only from its generator`,
        ];
  } catch (error) {
    const line = firstLine(error);
    return [line.startsWith(`policy ${name}`) ? line : `policy ${name}: ${line}`];
  }
}

/** Something that an agent is at work on, and the server step that it was sent before. */
interface AtWork {
  readonly agent: number;
  readonly number: number;
  readonly version: number;
}

/**
 * All that a policy says to agents that answer in a random order.
 *
 * @throws Error where it means nothing, or the policy does not step
 */
function message(definition: PolicyDefinition): string {
  const settings = someValues(definition.settings);
  const rounds = definition.free?.(settings) === undefined;
  const order = generatorFor(1, 'order');
  const machine = checkedMachine({ name: definition.name, agents: AGENTS, rounds }, () =>
    definition.machine(settings, {
      ...{ agents: AGENTS, generator: generatorFor(1, 'participation'), isThere: () => true },
      seconds: () => 1,
    }),
  );
  const log: unknown[] = [];
  const inputs: PolicyInput[] = [{ kind: 'ready' }];
  const numbers = new Int32Array(AGENTS);
  let atWork: AtWork[] = [];
  let version = 0;
  const alarm = { isSet: false };
  const send = (agents: readonly number[], abandon: boolean): void => {
    log.push([...agents]);
    for (const agent of agents) {
      if (abandon) atWork = atWork.filter((worker) => worker.agent !== agent);
      if (atWork.some((worker) => worker.agent === agent && (!rounds || worker.version === version)))
        throw new TypeError(`it sends to agent ${agent}, which is still at work on what it was sent`);
      atWork.push({ agent, number: ++numbers[agent]!, version });
    }
  };
  const out: PolicyOutput = {
    send,
    resend: (agent) => {
      send([agent], true);
    },
    step: (updates) => {
      log.push(updates.map(({ agent, dispatch }) => [agent, dispatch.number]));
      version++;
      if (rounds) inputs.push({ kind: 'ready' });
    },
    late: () => undefined,
    wake: () => {
      alarm.isSet = true;
    },
  };
  const answer = (): Update => {
    const chosen = atWork[order.below(atWork.length)]!.agent;
    const { agent, number, version: sent } = atWork.find((worker) => worker.agent === chosen)!;
    atWork = atWork.filter((worker) => worker.agent !== agent || worker.number !== number);
    const staleness = version - sent;
    return {
      kind: 'update',
      agent,
      dispatch: { number },
      current: !rounds || staleness === 0,
      staleness,
      age: staleness,
    };
  };
  let { state } = machine;
  for (let heard = 0; version < STEPS; heard++) {
    if (heard === INPUTS) throw new Error(`in ${INPUTS} answers it steps ${version} times`);
    let input = inputs.shift();
    if (input === undefined && alarm.isSet && (atWork.length === 0 || order.below(AGENTS) === 0)) {
      alarm.isSet = false;
      input = { kind: 'woken' };
    }
    if (input === undefined && atWork.length === 0)
      throw new Error(
        `after ${version} server steps no agent is at work, nothing is waited for, and it does not step`,
      );
    state = machine.next(state, input ?? answer(), out);
  }
  return JSON.stringify(log);
}
