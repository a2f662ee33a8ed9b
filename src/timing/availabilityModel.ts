/** When agents are there, as plain data: on and off in turn, by the hour, away together, and by a record. */
import type { Generator } from '../maths/generator.ts';
import {
  list,
  object,
  oneOf,
  optional,
  type Of,
  pair,
  real,
  type Value,
  where,
  whole,
} from '../values/value.ts';
import { secondsAbove0, secondsFrom0, type Ticks, ticksOf } from '../values/ticks.ts';
import { type Absences, daily, recorded, renewal, together, type UnderWay } from './absences.ts';
import {
  type Distribution,
  drawResidual,
  duration,
  durationAbove0,
  hasResidual,
  lawText,
  meanOf,
} from './distribution.ts';

const positives = list(real({ above: 0 }));
const seconds = secondsAbove0();

/** A day, in equal parts, of an on/off process whose rates change with the hour. */
const day = where(
  object({
    /** seconds */
    period: seconds,
    /** by which factor times on are longer in each part of it */
    on: positives,
    /** and times off; 1 by default */
    off: optional(positives),
    /** seconds of an agent's day that have gone by at the start: one draw for each agent and seed; 0 where it is left out */
    phase: optional(duration),
  }),
  ({ on, off }, fault) => {
    if (off !== undefined && off.length !== on.length)
      fault(['off'], `must have as many entries as on, ${on.length}`);
  },
);

interface OnAndOff {
  readonly on: Distribution;
  readonly off: Distribution;
  readonly start?: 'on' | 'stationary';
}

const isExponential = (law: Distribution): boolean => typeof law !== 'number' && law.kind === 'exponential';

// A time on may not be 0: with a time off of 0 the agent would come and go without end.
const onAndOff = { on: durationAbove0, off: duration, start: optional(oneOf('on', 'stationary')) };
const startFault = ({ on, off, start }: OnAndOff): string | undefined =>
  start !== 'stationary' || (hasResidual(on) && hasResidual(off))
    ? undefined
    : 'must be "on": these times have no mean, or no stationary law to start in';

/** On and off in turn; `start: 'stationary'` begins as if it had gone on forever. */
export const availabilityModel = where(object({ ...onAndOff, day: optional(day) }), (model, fault) => {
  const { on, off, start } = model;
  const wrong = startFault(model);
  if (wrong !== undefined) fault(['start'], wrong);
  if (model.day !== undefined && start === 'stationary' && !(isExponential(on) && isExponential(off)))
    fault(['start'], 'must be "on": with a day, the stationary law is known of exponential times alone');
});

/** The same for all agents of a group, who are away together. */
export const outageModel = where(object({ ...onAndOff, group: optional(whole(0)) }), (model, fault) => {
  const wrong = startFault(model);
  if (wrong !== undefined) fault(['start'], wrong);
});

const stretches = where(list(pair(secondsFrom0(), seconds)), (entry, fault) => {
  for (const [k, [from, to]] of entry.entries()) {
    if (from >= to) fault([k], 'must be [from, to] with from < to');
    else if (k > 0 && entry[k - 1]![1] > from)
      fault([k], 'must not begin before the one before it has ended');
  }
});

/** In which stretches of time each agent is there, from agent 0 on. */
export const traceModel = where(
  object({ period: optional(seconds), agents: list(stretches) }),
  ({ period = Infinity, agents }, fault) => {
    const agent = agents.findIndex((agent) => agent.at(-1)![1] > period);
    if (agent >= 0) fault(['agents', agent], `must end by the period, ${period}`);
  },
);

export type AvailabilityModel = Of<typeof availabilityModel>;
export type OutageModel = Of<typeof outageModel>;
export type TraceModel = Of<typeof traceModel>;

/** Fields of a timing model about an agent's presence. */
export interface PresenceFields {
  readonly availability?: AvailabilityModel;
  readonly outages?: OutageModel;
  readonly availabilityTrace?: TraceModel;
}

/** Their values, for a timing model's own. */
export const presenceFields: {
  readonly [F in keyof PresenceFields]-?: Value<PresenceFields[F]> & { readonly optional: true };
} = {
  availability: optional(availabilityModel),
  outages: optional(outageModel),
  availabilityTrace: optional(traceModel),
};

/** Draws of an agent's, or a group's. */
interface Draws {
  drawer(law: Distribution, quantity: string): () => number;
  generator(quantity: string): Generator;
}

/**
 * The absences that a model makes of an agent; `undefined` where it has none.
 *
 * @param draws - of the agent; @param common - of a group
 */
export function absencesOf(
  { availability, outages, availabilityTrace: trace }: PresenceFields,
  agent: number,
  draws: Draws,
  common: (group: number) => Draws,
): Absences | undefined {
  const sources = [
    ...(availability ? [alternating(availability, draws)] : []),
    ...(outages ? [alternating(outages, common(outages.group ?? 0))] : []),
    ...(trace ? [recorded(inTicks(trace.agents[agent]!), trace.period && ticksOf(trace.period))] : []),
  ];
  return sources.length === 0 ? undefined : sources.reduce(together);
}

const inTicks = (stretches: TraceModel['agents'][number]): (readonly [Ticks, Ticks])[] =>
  stretches.map(([from, to]) => [ticksOf(from), ticksOf(to)]);

function alternating(model: OnAndOff & Pick<AvailabilityModel, 'day'>, draws: Draws): Absences {
  const { on, off, start, day } = model;
  const phase = day === undefined ? 0 : draws.drawer(day.phase ?? 0, 'phase')();
  const ticks = (law: Distribution, quantity: string): (() => Ticks) => {
    const drawn = draws.drawer(law, quantity);
    return () => ticksOf(drawn());
  };
  const longer = (factors: readonly number[]): ReturnType<typeof daily> =>
    daily(factors, ticksOf(day!.period), ticksOf(phase));
  return renewal(
    ticks(on, 'on'),
    ticks(off, 'off'),
    start === 'stationary' ? underWay(model, phase, draws.generator('start')) : undefined,
    day && { on: longer(day.on), off: longer(day.off ?? [1]) },
  );
}

/** State at time 0 of a renewal process that has always gone on. */
function underWay(
  model: OnAndOff & Pick<AvailabilityModel, 'day'>,
  phase: number,
  generator: Generator,
): UnderWay {
  const { on, off, day } = model;
  const share = day === undefined ? meanShare(on, off) : dayOf(model, day).at(phase);
  const isOn = generator.uniform() < share;
  return { isOn, left: ticksOf(drawResidual(isOn ? on : off, generator)) };
}

function meanShare(on: Distribution, off: Distribution): number {
  const [a, b] = [meanOf(on), meanOf(off)];
  // Two infinite means have no ratio; one alone decides.
  if (a === Infinity) return b === Infinity ? NaN : 1;
  return a / (a + b);
}

/**
 * The probability p to be there, of exponential times whose rates change with the hour: p′ = μ_k (1 − p) − λ_k p in part
 * k of the day, with λ_k = 1/(on · on_k) and μ_k = 1/(off · off_k), so that p goes to p_k = μ_k/(λ_k + μ_k) as e^{−(λ_k + μ_k) t};
 * over a day p is mapped to a p + b, and is what it was a day before.
 */
function dayOf({ on, off }: OnAndOff, day: NonNullable<AvailabilityModel['day']>) {
  const part = day.period / day.on.length;
  const parts = day.on.map((longer, k) => {
    const leaves = 1 / (meanOf(on) * longer);
    const comes = 1 / (meanOf(off) * (day.off?.[k] ?? 1));
    return { rate: leaves + comes, limit: comes / (leaves + comes) };
  });
  const after = (p: number, k: number, time: number): number => {
    const { rate, limit } = parts[k]!;
    return limit + (p - limit) * Math.exp(-rate * time);
  };
  const overDay = (p: number): number => parts.reduce((now, _, k) => after(now, k, part), p);
  const midnight = overDay(0) / (1 - (overDay(1) - overDay(0)));
  let p = midnight;
  let presentTime = 0;
  for (const [k, { rate, limit }] of parts.entries()) {
    presentTime += limit * part - ((p - limit) * Math.expm1(-rate * part)) / rate;
    p = after(p, k, part);
  }
  return {
    mean: presentTime / day.period,
    at: (phase: number): number => {
      const whole = Math.floor((phase % day.period) / part);
      let now = midnight;
      for (let k = 0; k < whole; k++) now = after(now, k, part);
      return after(now, whole % parts.length, (phase % day.period) - whole * part);
    },
  };
}

/**
 * Long-run share of time in which an agent is there: E on / (E on + E off) by renewal, of a record what it says, and the product of
 * these where there are several; NaN where it is not known.
 */
export function shareThere(
  { availability, outages, availabilityTrace: trace }: PresenceFields,
  agent: number,
): number {
  let share = 1;
  if (availability) {
    const { on, off, day } = availability;
    if (day === undefined) share *= meanShare(on, off);
    else share *= isExponential(on) && isExponential(off) ? dayOf(availability, day).mean : NaN;
  }
  if (outages) share *= meanShare(outages.on, outages.off);
  if (trace)
    share *=
      trace.period === undefined
        ? 0
        : trace.agents[agent]!.reduce((sum, [from, to]) => sum + to - from, 0) / trace.period;
  return share;
}

/** Facts in words: names, and what they are. */
export function presenceFacts({
  availability,
  outages,
  availabilityTrace: trace,
}: PresenceFields): [string, string][] {
  const inTurn = ({ on, off, start }: OnAndOff): string =>
    `on: ${lawText(on, 's')}, off: ${lawText(off, 's')}, in turn${start === 'stationary' ? ', from a stationary start' : ''}`;
  const facts: [string, string][] = [];
  if (availability) {
    facts.push(['Availability', inTurn(availability)]);
    const { day } = availability;
    if (day) {
      const phase =
        day.phase === undefined
          ? ''
          : `; ${lawText(day.phase, 's')} of an agent’s day have passed at the start`;
      const off = day.off === undefined ? '' : `, times off by ${day.off.join(', ')}`;
      facts.push([
        'Day',
        `${day.period} s, in which times on are longer by ${day.on.join(', ')}${off}${phase}`,
      ]);
    }
  }
  if (outages)
    facts.push(['Outages', `all agents of group ${outages.group ?? 0} together, ${inTurn(outages)}`]);
  if (trace) {
    const again = trace.period === undefined ? 'once' : `again every ${trace.period} s`;
    facts.push(['Availability trace', `when each of ${trace.agents.length} agents is there, ${again}`]);
  }
  return facts;
}
