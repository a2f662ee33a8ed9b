/**
 * Does it matter whether agents are away each on its own, or together?
 *
 * Covers: absences of the same share of time that are independent, that take a zone away at once (outages of groups), and
 * that go by the hour of three time zones.
 * Choices, all ours: eighteen agents in three zones, G_i(θ, o) = r_i − θ + noise of a two-state chain, the r_i of the zones at the corners of a
 * triangle around θ* = 0, each at distance 1; a local step takes an exponential time of mean 0.1 s, a message 0.1 s; times on and off are exponential of mean
 * 60 s; a day has 240 s, half of it night. FedBuff with five answers a step, and for comparison a server that waits for all.
 * Expect: agents that are there on their own account stand for all zones, more or less. Away together, zones leave the server to the
 * others, and θ̄ goes to the root of those that are there, round the triangle once a day. Who waits for all has rounds
 * of half a day, and the smallest error.
 * Cost: ten seconds; `--quick` five.
 */
import { type Named, scenario } from '../src/index.ts';

const lasting = (mean: number) => ({ kind: 'exponential', mean }) as const;
const FEDBUFF = { kind: 'buffered', count: 5 } as const;
const ZONES = [
  [0, 5],
  [6, 11],
  [12, 17],
] as const;
const DAY = 240; // seconds

const IDENTITY = [1, 0, 0, 1];

/** A = I, b = r ± (0.5, 0.5) in the two states, each of which is left with probability 0.1. */
const agentOf = (zone: number) => {
  const [x, y] = [Math.cos, Math.sin].map((project) => project((2 * Math.PI * zone) / ZONES.length)) as [
    number,
    number,
  ];
  return {
    states: 2,
    transition: Float64Array.of(0.9, 0.1, 0.1, 0.9),
    A: Float64Array.of(...IDENTITY, ...IDENTITY),
    b: Float64Array.of(x + 0.5, y + 0.5, x - 0.5, y - 0.5),
    initial: 'stationary' as const,
  };
};

/** Times on four times as long by day and a quarter by night, times off the other way round. */
const byHour = {
  agents: ZONES.map((agents, zone) => ({
    agents,
    availability: {
      on: lasting(30),
      off: lasting(30),
      start: 'stationary',
      day: { period: DAY, on: [4, 0.25], off: [0.25, 4], phase: (zone * DAY) / ZONES.length },
    } as const,
  })),
};

export default scenario({
  name: 'away-together',
  title: 'Away each on its own, or together',
  question:
    'Eighteen agents in three time zones are each away half of the time. ' +
    'Does it matter whether each is away on its own, one zone at once, or by the hour?',
  answer: ({ panel, compare, interval, unsettled, sentence, sentences }) => {
    const named = (name: string, title: string): Named => ({ ...panel(name).of('local-sa'), title });
    const independent = named('own', 'independent absences');
    const [outages, day, all] = [
      named('outages', 'outages of zones'),
      named('day', 'absences by the hour'),
      named('day-synchronous', 'the server that waits for all'),
    ] as const;
    const open = unsettled([independent, outages, day]);
    if (open !== '') return open;
    const [ofOutages, ofDay, ofAll] = compare(
      [outages, day, all].map((result) => [result, independent] as const),
    );
    const isOpen = unsettled([all]) !== '';
    return sentences(
      sentence(
        `The final error of agents that are away independently is ${interval(independent)}`,
        unsettled([all]),
      ),
      sentence(
        `The error is ${ofOutages!.words} where a zone is away at once, ${ofDay!.words} by the hour`,
        isOpen ? '' : `waiting for all it is ${ofAll!.words}`,
      ),
    );
  },
  problem: {
    kind: 'finite-linear',
    dimension: 2,
    agents: Array.from({ length: 18 }, (_, i) => agentOf(Math.floor(i / 6))),
  },
  algorithms: ['local-sa'],
  stepSize: 0.02, // η, per local step
  localSteps: 20, // H, per dispatch
  initial: [2, 0],
  seconds: 2400,
  seeds: 5,
  timing: { compute: lasting(0.1), uplinkLatency: 0.1, downlinkLatency: 0.1 },
  placement: 'inline',
  quick: { seeds: 4, seconds: 1200 },
  panels: {
    own: {
      title: 'Each on its own',
      policy: FEDBUFF,
      timing: { availability: { on: lasting(60), off: lasting(60), start: 'stationary' } },
    },
    outages: {
      title: 'A zone at once',
      policy: FEDBUFF,
      timing: {
        agents: ZONES.map((agents, group) => ({
          agents,
          outages: { on: lasting(60), off: lasting(60), start: 'stationary', group } as const,
        })),
      },
    },
    day: { title: 'By the hour', policy: FEDBUFF, timing: byHour },
    'day-synchronous': { title: 'By the hour, waiting for all', timing: byHour },
  },
});
