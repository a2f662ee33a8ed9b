/** Replications, and many of them listed in little room: of one algorithm, with consecutive seeds. */

/** One algorithm run with one seed. */
export interface Replication {
  readonly algorithm: string;
  readonly seed: number;
}

/** One replication; or several with consecutive seeds, where there is a last one. */
export interface Replications extends Replication {
  /** the last seed, above the first; absent of a single replication */
  readonly lastSeed?: number;
}

/** How many replications these are. */
export const countOf = ({ seed, lastSeed = seed }: Replications): number => lastSeed - seed + 1;

/** How many replications all of these are. */
export const countAll = (all: readonly Replications[]): number =>
  all.reduce((sum, part) => sum + countOf(part), 0);

/** Says of each replication whether it is among these. */
export function membership(all: readonly Replications[]): (replication: Replication) => boolean {
  const seedsOf = new Map<string, (seed: number) => boolean>();
  for (const algorithm of new Set(all.map((part) => part.algorithm))) {
    seedsOf.set(algorithm, amongSeeds(all.filter((part) => part.algorithm === algorithm)));
  }
  return ({ algorithm, seed }) => seedsOf.get(algorithm)?.(seed) ?? false;
}

/** Says of each seed whether it is one of these, whatever their algorithm. */
export function amongSeeds(all: readonly Replications[]): (seed: number) => boolean {
  const sorted = all.toSorted((a, b) => a.seed - b.seed);
  return (seed) => {
    let low = 0;
    let high = sorted.length;
    // Those before `low` begin at the seed or below, those from `high` on above it.
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (sorted[middle]!.seed <= seed) low = middle + 1;
      else high = middle;
    }
    const candidate = sorted[low - 1];
    return candidate !== undefined && seed <= (candidate.lastSeed ?? candidate.seed);
  };
}

/** Which of these a replication is, counted from 0; −1 for none. */
export function placeAmong(all: readonly Replications[], { algorithm, seed }: Replication): number {
  let before = 0;
  for (const part of all) {
    if (part.algorithm === algorithm && part.seed <= seed && seed <= (part.lastSeed ?? part.seed)) {
      return before + seed - part.seed;
    }
    before += countOf(part);
  }
  return -1;
}
