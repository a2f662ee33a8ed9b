/**
 * An event of virtual time: scheduled, waited for, done; the clock of the timed runs against RxJS's.
 *
 * The hold model: a number of agents, each of which schedules its next event a random while after its
 * last. Ceiling: log₂ of the events pending, comparisons of four keys, two memory accesses each: some
 * 100 ns at 200 pending. RxJS's VirtualTimeScheduler sorts all of its queue at each call.
 */
import { VirtualTimeScheduler } from 'rxjs';
import { VirtualClock } from '../../actors/clock/virtualClock.ts';
import { generatorFor } from '../../src/maths/generator.ts';
import { ticksOf } from '../../src/values/ticks.ts';
import type { Benchmark, Table } from '../harness/benchmark.ts';
import { compare, type Contender, scaled, stopwatch } from '../harness/compare.ts';

/** Runs the model and gives the agents in the order of their events. */
type Hold = (delays: readonly (readonly number[])[]) => Int32Array;

/** Ticks to each agent's first event, then from each of its events to the next. */
function delaysOf(agents: number, each: number): number[][] {
  const generator = generatorFor(1, 'bench', 'delays', agents);
  const delay = (): number => ticksOf(-Math.log1p(-generator.uniform()));
  return Array.from({ length: agents }, () => Array.from({ length: each }, delay));
}

const onOwnClock: Hold = (delays) => {
  const clock = new VirtualClock();
  const order = new Int32Array(delays.length * delays[0]!.length);
  let done = 0;
  const next = (agent: number, k: number): void => {
    if (k === delays[agent]!.length) return;
    clock.at(clock.ticks + delays[agent]![k]!, 0, agent, () => {
      order[done++] = agent;
      next(agent, k + 1);
    });
  };
  for (const agent of delays.keys()) next(agent, 0);
  while (clock.step());
  return order;
};

const onRxjsClock: Hold = (delays) => {
  const scheduler = new VirtualTimeScheduler();
  const order = new Int32Array(delays.length * delays[0]!.length);
  let done = 0;
  const next = (agent: number, k: number): void => {
    if (k === delays[agent]!.length) return;
    scheduler.schedule(() => {
      order[done++] = agent;
      next(agent, k + 1);
    }, delays[agent]![k]);
  };
  for (const agent of delays.keys()) next(agent, 0);
  scheduler.flush();
  return order;
};

function contender(name: string, hold: Hold, delays: readonly (readonly number[])[]): Contender {
  const events = delays.length * delays[0]!.length;
  return {
    name,
    sample: () => {
      const lap = stopwatch();
      hold(delays);
      return scaled(lap(), 1e9 / events);
    },
  };
}

async function table(agents: number, each: number, repetitions: number, rival: boolean): Promise<Table> {
  const delays = delaysOf(agents, each);
  const contenders = [contender('VirtualClock', onOwnClock, delays)];
  const events = agents * each;
  let checked = `${events} events, one after the other`;
  if (rival) {
    const [custom, theirs] = [onOwnClock(delays), onRxjsClock(delays)];
    const differs = custom.findIndex((agent, k) => agent !== theirs[k]);
    if (differs >= 0)
      throw new RangeError(`event ${differs} is of agent ${custom[differs]} and ${theirs[differs]}`);
    checked = `the same order of ${events} events`;
    contenders.push(contender('RxJS VirtualTimeScheduler', onRxjsClock, delays));
  }
  return {
    title: `an event of virtual time, ${agents} agents`,
    unit: 'ns an event',
    rows: await compare(contenders, repetitions),
    checked,
    notes: rival ? [] : ['RxJS is left out: it would take minutes'],
  };
}

const virtualTime: Benchmark = {
  name: 'targeted/virtualTime',
  question: 'what does an event of virtual time cost, and how does that grow with the agents?',
  run: async ({ repetitions, quick }) => [
    await table(20, 100, repetitions, true),
    await table(200, 10, repetitions, true),
    await table(200, quick ? 100 : 5000, repetitions, false),
    await table(10_000, quick ? 10 : 100, repetitions, false),
  ],
};
export default virtualTime;
