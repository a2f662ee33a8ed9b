/**
 * Times contenders in turns: first a repetition of each, then the next of each. What else the
 * machine does meanwhile hits all of them alike, and ratios are taken within a turn.
 */
import type { Cost, Effort, Place, Row, Spread } from './benchmark.ts';

export interface Contender {
  /** what targets call it; the name, where there is none */
  readonly key?: string;
  readonly name: string;
  readonly place?: Place;
  /** One repetition; gives its cost in the table's unit. */
  readonly sample: () => Cost | Promise<Cost>;
}

/** Starts a stopwatch; what it returns gives the seconds since, of this process with all its threads. */
export function stopwatch(): () => Cost {
  const wall = performance.now();
  const cpu = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(cpu);
    return { wall: (performance.now() - wall) / 1e3, cpu: (user + system) / 1e6 };
  };
}

/** A cost in another unit. */
export const scaled = ({ wall, cpu }: Cost, factor: number): Cost => ({
  wall: wall * factor,
  cpu: cpu * factor,
});

/** Results of timed work end up here, so that no compiler may leave the work out. */
let sink = 0;

/**
 * A contender that is a short piece of work done over and over.
 *
 * @param work - does the work `count` times and gives something that depends on all of it
 * @param effort - how long a repetition must last
 */
export function nanosecondsEach(name: string, work: (count: number) => number, effort: Effort): Contender {
  let count = 64;
  let calibrated = false;
  const cost = (): Cost => {
    const lap = stopwatch();
    sink += work(count);
    return lap();
  };
  return {
    name,
    sample: () => {
      while (!calibrated) {
        if (cost().cpu * 1000 >= effort.sample) calibrated = true;
        else count *= 2;
      }
      return scaled(cost(), 1e9 / count);
    },
  };
}

/**
 * Times all contenders in turns.
 *
 * @param start - whether there is one turn before that does not count
 */
export async function compare(
  contenders: readonly Contender[],
  repetitions: number,
  start: 'warm' | 'cold' = 'warm',
): Promise<Row[]> {
  const costs = contenders.map((): Cost[] => []);
  for (let turn = start === 'warm' ? -1 : 0; turn < repetitions; turn++) {
    for (const [k, contender] of contenders.entries()) {
      const cost = await contender.sample();
      if (turn >= 0) costs[k]!.push(cost);
    }
  }
  if (!Number.isFinite(sink)) throw new RangeError('the timed work gave numbers that are not finite');
  const first = costs[0]!;
  return contenders.map(({ key, name, place }, k) => ({
    key: key ?? name,
    name,
    place,
    costs: costs[k]!,
    wall: spreadOf(costs[k]!.map(({ wall }) => wall)),
    cpu: spreadOf(costs[k]!.map(({ cpu }) => cpu)),
    wallRatio: medianOf(costs[k]!.map(({ wall }, turn) => wall / first[turn]!.wall)),
    cpuRatio: medianOf(costs[k]!.map(({ cpu }, turn) => cpu / first[turn]!.cpu)),
  }));
}

/** Quartiles, interpolated between the two figures nearest to each. */
export function spreadOf(figures: readonly number[]): Spread {
  const sorted = figures.toSorted((x, y) => x - y);
  const at = (fraction: number): number => {
    const place = fraction * (sorted.length - 1);
    const below = sorted[Math.floor(place)]!;
    return below + (place - Math.floor(place)) * (sorted[Math.ceil(place)]! - below);
  };
  return { lower: at(0.25), median: at(0.5), upper: at(0.75) };
}

/** The median of the same interpolation. */
export const medianOf = (figures: readonly number[]): number => spreadOf(figures).median;
