/** Studies of results that are equal in law: how often one is called later than the first. */
import { generatorFor } from '../../src/maths/generator.ts';
import type { SeedNumbers } from '../../src/configuration/found.ts';
import { rankingOf } from '../../src/report/contest/ranking.ts';

/** Passages: a number that was reached, or `[end]` of a run that ended there without reaching it. */
export const passages = (...values: readonly (number | readonly [end: number])[]): SeedNumbers =>
  new Map(
    values.map((value, k) => [
      k + 1,
      typeof value === 'number' ? { low: value, high: value } : { low: value[0], high: Infinity },
    ]),
  );

/** Of so many studies of six results with five log-normal seeds each, those in which a result is later than the first. */
export function falselyLater(studies: number): number {
  const random = generatorFor(11, 'measurements');
  const normal = (): number =>
    Math.sqrt(-2 * Math.log(1 - random.uniform())) * Math.cos(2 * Math.PI * random.uniform());
  let wrong = 0;
  for (let study = 0; study < studies; study++) {
    const results = Array.from({ length: 6 }, () =>
      passages(...Array.from({ length: 5 }, () => Math.exp(normal()))),
    );
    if (rankingOf(results, (result) => result).behind.length > 0) wrong++;
  }
  return wrong;
}
