/** What corrections that are kept between rounds have in common, whatever a round does to them. */
import type { Combination, RoundProgram, Source } from '../algorithms/roundProgram.ts';

/** What rounding may leave of a coefficient, relative to those that it is the difference of. */
const ROUNDING = 1e-12;

/**
 * κ such that the average of the corrections is κ times the server's memory after every round, from a
 * start at 0: 0 in SCAFFLSA, 1 in SCAFFOLD. A mean round maps every other average onto itself, with the
 * eigenvalue 1, though no run ever has one.
 *
 * With D = meanCorrection − κ memory, read off the mixes: the closing makes D⁺ of what it keeps of both,
 * and nothing of the models; the opening makes that of D alone.
 *
 * @returns `undefined` where there is no such κ
 */
export function keptInvariant(program: RoundProgram): number | undefined {
  const { memory, correction, opening, evaluation, act } = program;
  if (correction !== 'kept' || evaluation !== undefined || act.kind !== 'step') return undefined;
  const kappas = [1, 2].map((gap) => {
    const closing = program.closing(gap);
    const ofCorrection = averaged(closing.correction ?? { correction: 1 });
    const ofMemory = memory ? averaged(closing.memory ?? { memory: 1 }) : {};
    // the models are the round's own: only one κ makes them vanish
    const pivot = (['meanModel', 'server'] as const).find((source) => Math.abs(at(ofMemory, source)) > 0);
    const kappa = pivot === undefined ? 0 : at(ofCorrection, pivot) / at(ofMemory, pivot);
    const closed = difference(ofCorrection, ofMemory, kappa);
    const opened = after(closed, opening, memory);
    // corrections have the step size's reciprocal as a coefficient
    const size = Math.max(1, ...Object.values(closing.correction ?? {}).map(Math.abs));
    const holds = vanishes(closed, ['meanModel', 'server'], size) && isSame(opened, kappa, size);
    return holds ? kappa : undefined;
  });
  const [first, second] = kappas;
  return first !== undefined && second !== undefined && near(first, second) ? first : undefined;
}

const at = (combination: Combination, source: Source): number => combination[source] ?? 0;

const near = (a: number, b: number): boolean => Math.abs(a - b) <= ROUNDING * (1 + Math.abs(a));

/** The average over agents of what each agent's register is made of. */
const averaged = (combination: Combination): Combination => ({
  server: at(combination, 'server'),
  memory: at(combination, 'memory'),
  meanModel: at(combination, 'meanModel') + at(combination, 'model'),
  meanCorrection: at(combination, 'meanCorrection') + at(combination, 'correction'),
});

const SOURCES = ['server', 'memory', 'meanModel', 'meanCorrection'] as const;

/** a − κ b, what is rounding alone left out. */
function difference(a: Combination, b: Combination, kappa: number): Combination {
  return Object.fromEntries(
    SOURCES.map((source) => {
      const [x, y] = [at(a, source), kappa * at(b, source)];
      return [source, Math.abs(x - y) <= ROUNDING * (Math.abs(x) + Math.abs(y)) ? 0 : x - y];
    }),
  );
}

/** A combination of registers after the opening as one of those before it. */
function after(combination: Combination, opening: RoundProgram['opening'], memory: boolean): Combination {
  const out: Partial<Record<Source, number>> = {};
  const add = (factor: number, of: Combination): void => {
    for (const source of SOURCES) out[source] = (out[source] ?? 0) + factor * at(of, source);
  };
  add(at(combination, 'meanCorrection'), averaged(opening.correction ?? { correction: 1 }));
  if (memory) add(at(combination, 'memory'), averaged(opening.memory ?? { memory: 1 }));
  return out;
}

const vanishes = (combination: Combination, sources: readonly Source[], size = 1): boolean =>
  sources.every((source) => Math.abs(at(combination, source)) <= ROUNDING * size);

/** Whether a combination is D itself. */
const isSame = (combination: Combination, kappa: number, size: number): boolean =>
  vanishes(combination, ['server', 'meanModel'], size) &&
  near(1, at(combination, 'meanCorrection')) &&
  near(-kappa, at(combination, 'memory'));
