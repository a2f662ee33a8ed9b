/** Draws of one agent's timing model: each quantity from a random stream of its own. */
import { type Generator, generatorFor } from '../maths/generator.ts';
import { TICK, type Ticks, ticksOf } from '../values/ticks.ts';
import type { Absence } from './absences.ts';
import { Availability, NO_ABSENCES } from './availability.ts';
import { absencesOf } from './availabilityModel.ts';
import { type Distribution, draw, drawSum } from './distribution.ts';
import { losses, type LossModel } from './loss.ts';
import { delaysOf, sequenceOf } from './measured.ts';
import { MarkovSpeed } from './speed.ts';
import { type CrashModel, type TimingModel, timingOf } from './timingModel.ts';

/** The delays and faults of one agent in one replication, in ticks, in the order in which they are asked for. */
export interface AgentTiming {
  /** time of work for so many local steps */
  computing(localSteps: number): Ticks;
  /** the local steps that are begun within so many seconds of work, one at least, and the time that they take */
  working(seconds: number): { readonly localSteps: number; readonly duration: Ticks };
  /** time for which a message of so many bytes to the agent is under way */
  downlink(bytes: number): Ticks;
  /** the same for a message of the agent */
  uplink(bytes: number): Ticks;
  /** the same for the second copy of a message that arrives twice: no draw of `uplink` is used up */
  secondUplink(bytes: number): Ticks;
  /** whether the agent takes the next dispatch and never answers it */
  drops(): boolean;
  /** whether the next message to the agent is lost */
  losesDownlink(): boolean;
  /** whether the agent's next message is lost */
  losesUplink(): boolean;
  /** whether the agent's next message arrives twice */
  duplicates(): boolean;
  /** whether the agent is there; asking about it does not count as asking */
  isThere(time: Ticks): boolean;
  /** the earliest time from `time` on at which the agent is there; the times asked must not go back */
  availableFrom(time: Ticks): Ticks;
  /** when work that starts at `time`, goes at the agent's speed and rests while it is away ends; Infinity where the agent never returns */
  endOfWork(time: Ticks, duration: Ticks): Ticks;
  /** the absences that touch [from, to), cut to it */
  absences(from: Ticks, to: Ticks): readonly Absence[];
  /** when the agent crashes and when it is there again (never: `undefined`), from the start */
  readonly crashes: { readonly at: Ticks; readonly returns: Ticks | undefined } | undefined;
}

/** Times that are none and faults that never happen; one function for all agents, as is the presence below. */
const noTime = (): number => 0;
const never = (): boolean => false;

/** When an agent is there, and how its work goes round its absences. */
type Presence = Pick<AgentTiming, 'isThere' | 'availableFrom' | 'endOfWork' | 'absences'>;

const ALWAYS: Presence = {
  isThere: () => true,
  availableFrom: (time) => time,
  endOfWork: (time, duration) => time + duration,
  absences: () => NO_ABSENCES,
};

/**
 * The delays and faults of one agent.
 *
 * Each quantity has a generator of its own, keyed (seed, 'delay', agent, quantity): a model that
 * gains losses or another latency changes no compute time, and another agent's model changes nothing.
 *
 * @param model - `undefined`: a local step takes a second, a message none, and nothing goes wrong
 */
export function agentTiming(model: TimingModel | undefined, agent: number, seed: number): AgentTiming {
  const { compute, computeDraw, slowness, speed, measured, crash, loss, ...rest } = timingOf(model, agent);
  const generator = (quantity: string): Generator => generatorFor(seed, 'delay', agent, quantity);
  const drawer = (law: Distribution | undefined, quantity: string): (() => number) =>
    law === undefined ? noTime : drawerOf(law, () => generator(quantity));
  const delays = measured && delaysOf(measured, agent);
  const coin = (model: LossModel | undefined, quantity: string): (() => boolean) =>
    model === undefined || model === 0
      ? never
      : losses(model, generator(quantity), () => generator(`${quantity}-state`));
  const way = (
    latencyLaw: Distribution | undefined,
    bandwidthLaw: Distribution | undefined,
    quantity: 'downlink' | 'uplink' | 'second-uplink',
  ): ((bytes: number) => Ticks) => {
    const column = delays?.[quantity === 'downlink' ? 'downlink' : 'uplink'];
    if (column !== undefined)
      return inTicks(
        sequenceOf(column, measured!.order, () =>
          generator(quantity === 'second-uplink' ? 'second-measured' : 'measured'),
        ),
      );
    const latency = drawer(latencyLaw, `${quantity}-latency`);
    if (bandwidthLaw === undefined) return latencyLaw === undefined ? noTime : inTicks(latency);
    const bandwidth = drawer(bandwidthLaw, `${quantity}-bandwidth`);
    return (bytes) => ticksOf(latency() + bytes / bandwidth());
  };

  const computeGenerator = generator('compute');
  const ofDispatch =
    delays?.compute && sequenceOf(delays.compute, measured!.order, () => generator('measured'));
  const drawn = ofDispatch
    ? (localSteps: number) => (localSteps === 0 ? 0 : ofDispatch())
    : computeDraw === 'dispatch'
      ? (localSteps: number) => (localSteps === 0 ? 0 : localSteps * draw(compute, computeGenerator))
      : (localSteps: number) => drawSum(compute, localSteps, computeGenerator);
  const slow = slowness === undefined ? 1 : drawer(slowness, 'slowness')();
  const drawsOf = (stream: typeof generator): Parameters<typeof absencesOf>[2] => ({
    generator: stream,
    drawer: (law, quantity) => drawerOf(law, () => stream(quantity)),
  });
  const absences = absencesOf(rest, agent, drawsOf(generator), (group) =>
    drawsOf((quantity) => generatorFor(seed, 'delay', 'outages', group, quantity)),
  );
  const availability = absences && new Availability(absences);
  // Agents of a group each draw the same changes, so that none needs to know of another.
  const speedGenerator = (group: number | undefined): Generator =>
    group === undefined ? generator('speed') : generatorFor(seed, 'delay', 'speed', group);
  return {
    computing: (localSteps) => ticksOf(slow * drawn(localSteps)),
    working: (seconds) => {
      const step = (): number => slow * draw(compute, computeGenerator);
      return stepsWithin(seconds, step, computeDraw === 'dispatch' || typeof compute === 'number');
    },
    downlink: way(rest.downlinkLatency, rest.downlinkBandwidth, 'downlink'),
    uplink: way(rest.uplinkLatency, rest.uplinkBandwidth, 'uplink'),
    secondUplink: way(rest.uplinkLatency, rest.uplinkBandwidth, 'second-uplink'),
    drops: coin(rest.dropout, 'dropout'),
    losesDownlink: coin(loss?.downlink, 'downlink-loss'),
    losesUplink: coin(loss?.uplink, 'uplink-loss'),
    duplicates: coin(rest.duplication, 'duplication'),
    ...presenceOf(availability, speed && new MarkovSpeed(speed, speedGenerator(speed.group))),
    crashes: crash && crashOf(crash, drawer),
  };
}

/** The ticks of what is drawn in seconds. */
const inTicks =
  (drawn: () => number): (() => Ticks) =>
  () =>
    ticksOf(drawn());

/** Draws of a law; a number needs no stream. */
function drawerOf(law: Distribution, stream: () => Generator): () => number {
  if (typeof law === 'number') return () => law;
  const generator = stream();
  return () => draw(law, generator);
}

/**
 * A step that would begin at the end is not begun, by ticks.
 *
 * @param step - draws a step's seconds
 * @param alike - whether all steps take as long as the first
 */
function stepsWithin(
  seconds: number,
  step: () => number,
  alike: boolean,
): ReturnType<AgentTiming['working']> {
  const end = ticksOf(seconds);
  const first = step();
  if (alike) {
    // The least number with ⌊10⁹ localSteps · first + ½⌋ ≥ end.
    const localSteps = Math.max(1, Math.ceil(((end - 0.5) * TICK) / first));
    return { localSteps, duration: ticksOf(localSteps * first) };
  }
  let duration = first;
  let localSteps = 1;
  for (; ticksOf(duration) < end; localSteps++) duration += step();
  return { localSteps, duration: ticksOf(duration) };
}

function presenceOf(availability: Availability | undefined, speed: MarkovSpeed | undefined): Presence {
  const presence = availability === undefined ? ALWAYS : presenceBy(availability);
  if (speed === undefined) return presence;
  return {
    ...presence,
    endOfWork: (time, duration) => {
      speed.forgetBefore(time);
      return availability === undefined
        ? speed.endOf(time, duration)
        : availability.endOfWork(time, duration, speed);
    },
  };
}

const presenceBy = (availability: Availability): Presence => ({
  isThere: (time) => availability.isThere(time),
  availableFrom: (time) => availability.availableFrom(time),
  endOfWork: (time, duration) => availability.endOfWork(time, duration),
  absences: (from, to) => availability.absences(from, to),
});

function crashOf(
  { at, returnsAfter }: CrashModel,
  drawer: (law: Distribution, quantity: string) => () => number,
): { at: Ticks; returns: Ticks | undefined } {
  const when = ticksOf(drawer(at, 'crash')());
  return {
    at: when,
    returns: returnsAfter === undefined ? undefined : when + ticksOf(drawer(returnsAfter, 'return')()),
  };
}

/** Time of the server's next piece of work, from a stream of its own; `undefined` where it takes no time. */
export function serverComputing(model: TimingModel | undefined, seed: number): (() => Ticks) | undefined {
  const law = model?.serverCompute;
  if (law === undefined || law === 0) return undefined;
  const generator = generatorFor(seed, 'delay', 'server', 'compute');
  return () => ticksOf(draw(law, generator));
}
