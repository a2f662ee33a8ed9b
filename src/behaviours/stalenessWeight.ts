/** What is left of an update's weight when the server has stepped since (Xie, Koyejo and Gupta 2019, §5.2). */
import type { StalenessWeight } from '../protocol/policy.ts';

/**
 * `s(τ)`: 1; or 1 up to `from` and `1/(slope·(τ − from) + 1)` beyond; or `(τ + 1)^−exponent`.
 *
 * @param staleness - τ, in server steps
 */
export function stalenessWeight(weight: StalenessWeight, staleness: number): number {
  switch (weight.kind) {
    case 'constant':
      return 1;
    case 'hinge':
      return staleness <= weight.from ? 1 : 1 / (weight.slope * (staleness - weight.from) + 1);
    case 'polynomial':
      return (staleness + 1) ** -weight.exponent;
  }
}

/** Beyond this staleness weights are worked out each time. */
const LONGEST_TABLE = 65_536;

/** {@link stalenessWeight} as a function of τ = 0, 1, …; each weight is worked out once: powers are slow. */
export function stalenessWeights(weight: StalenessWeight): (staleness: number) => number {
  const table: number[] = [];
  return (staleness) => {
    while (table.length <= staleness && table.length < LONGEST_TABLE) {
      table.push(stalenessWeight(weight, table.length));
    }
    return table[staleness] ?? stalenessWeight(weight, staleness);
  };
}
